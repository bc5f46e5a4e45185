import * as l10n from '@vscode/l10n';
import type { ShownJob, Moment } from '../../protocol.ts';
import { formatNumber } from '../../text/number.ts';
import { timestampOffset } from '../../text/time.ts';
import { Disclosure, focusOn, FoldedText } from '../shared/disclosure.tsx';
import { Button, Dotted, Row, Section, ServiceText, Word } from '../shared/elements.tsx';
import { AbsoluteTime, RelativeTime } from '../shared/times.tsx';
import { usePage } from '../shared/viewState.ts';

const mostNames = 8;
const longestName = 200;
const longestTimestamp = 80;

export function ActiveIn({ job: { state, workflows, steps } }: { job: ShownJob }) {
  const isOver = state === 'completed';
  return (
    <Section id="activeIn" title={l10n.t('Active in')} class="card">
      {isOver && <p><Word>{l10n.t('no longer active')}</Word></p>}
      {(!isOver || workflows.length + steps.length > 0) && (
        <dl>
          <Row id="workflows" name={l10n.t('Workflow')}><Names id="workflows" all={workflows} /></Row>
          <Row id="steps" name={l10n.t('Step')}><Names id="steps" all={steps} /></Row>
        </dl>
      )}
    </Section>
  );
}

function Names({ id, all }: { id: string; all: ShownJob['steps'] }) {
  const { place, language, dispatch } = usePage();
  if (all.length === 0) return <Word>{l10n.t('none')}</Word>;
  const shown = place.shownInFull.has(id) ? all : all.slice(0, mostNames);
  const showAll = (button: HTMLElement) => {
    const list = button.previousElementSibling;
    dispatch({ kind: 'toggle', list: 'shownInFull', id, isOn: true });
    focusOn(list?.querySelectorAll('li')[mostNames]);
  };
  return (
    <>
      <ul>
        {shown.map(({ key, name }, index) => (
          <li key={index}>
            {name.trim() !== '' && <><FoldedText id={`${id}/${index}/name`} text={name} limit={longestName} /> </>}
            <code class="small dim"><FoldedText id={`${id}/${index}/key`} text={key} limit={80} /></code>
          </li>
        ))}
      </ul>
      {all.length > shown.length && <Button id={`names:${id}`} class="link" label={l10n.t('Show all {0}', formatNumber(all.length, language))} press={showAll} />}
    </>
  );
}

export function People({ job: { assignedTo, startedBy } }: { job: ShownJob }) {
  return (
    <Section id="people" title={l10n.t('People')} class="card">
      <dl>
        <Row id="assignedTo" name={l10n.t('Assigned to')}>
          {assignedTo.length === 0 ? (
            <Word>{l10n.t('unassigned')}</Word>
          ) : (
            <ul>{assignedTo.map((name, index) => <li key={index}><FoldedText id={`assignedTo/${index}`} text={name} limit={longestName} /></li>)}</ul>
          )}
        </Row>
        <Row id="startedBy" name={l10n.t('Started by')}>
          {startedBy === null ? <Word>{l10n.t('the service')}</Word> : <FoldedText id="startedBy" text={startedBy} limit={longestName} />}
        </Row>
      </dl>
    </Section>
  );
}

export function Times({ job: { state, startedAt, updatedAt, completedAt } }: { job: ShownJob }) {
  const moments = [
    { id: 'startedAt', name: l10n.t('Started'), moment: startedAt, absent: l10n.t('not set') },
    { id: 'updatedAt', name: l10n.t('Updated'), moment: updatedAt, absent: l10n.t('not set') },
    { id: 'completedAt', name: l10n.t('Completed'), moment: completedAt, absent: state === 'active' ? l10n.t('still active') : l10n.t('not set') },
  ];
  const present = moments.flatMap(({ name, moment }) => (moment === null ? [] : [{ name, text: moment.text }]));
  return (
    <Section id="times" title={l10n.t('Times')} class="card">
      <dl>
        {moments.map(({ id, name, moment, absent }) => (
          <Row key={id} id={id} name={name}>{moment === null ? <Word>{absent}</Word> : <MomentText name={name} moment={moment} />}</Row>
        ))}
      </dl>
      {present.length > 0 && (
        <Disclosure id="timesAsSent" summary={<span class="small dim">{l10n.t('As the service sent them')}</span>}>
          <dl class="small">
            {present.map(({ name, text }) => <Row key={name} name={name}><code><FoldedText id={`sent/${name}`} text={text} limit={longestTimestamp} /></code></Row>)}
          </dl>
        </Disclosure>
      )}
    </Section>
  );
}

function MomentText({ name, moment: { text, ms } }: { name: string; moment: Moment }) {
  if (ms === null) {
    return (
      <div>
        <FoldedText id={`moment/${name}`} text={text} limit={longestTimestamp} />
        <div class="small dim">{l10n.t('could not be read as a time')}</div>
      </div>
    );
  }
  const offset = timestampOffset(text);
  return (
    <div>
      <AbsoluteTime at={ms} title={text} />
      <div class="small dim">
        <Dotted>{[<RelativeTime at={ms} />, ...(offset === null ? [] : [<ServiceText>{l10n.t('sent as {0}', offset)}</ServiceText>])]}</Dotted>
      </div>
    </div>
  );
}
