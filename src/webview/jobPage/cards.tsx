import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { FromPage, ShownJob, Moment } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { isAhead, timestampOffset } from '../../text/time.ts';
import { Disclosure, focusAdded, FoldedText } from '../shared/disclosure.tsx';
import { Button, Row, Section, ServiceText, Word } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { AbsoluteTime, RelativeTime } from '../shared/times.tsx';
import { usePage } from '../shared/viewState.ts';
import type { Send } from './actions.tsx';

const mostNames = 3;
const longestName = 200;
const longestTimestamp = 80;

interface CardProps {
  job: ShownJob;
  /** Null if the list belongs to another service. */
  send: Send | null;
}

/** A value with a button that filters the list by it. */
function Filtering({
  by,
  name,
  send,
  children,
}: {
  by: Extract<FromPage, { kind: 'filterJobs' }>['by'];
  name: string;
  send: Send | null;
  children: ComponentChildren;
}) {
  return (
    <div class="with-button">
      <div>{children}</div>
      {send !== null && (
        <Button
          id={`filterJobs/${by}`}
          icon={icons.filter}
          name={name}
          press={() => send({ kind: 'filterJobs', by })}
        />
      )}
    </div>
  );
}

export function ActiveIn({ job: { state, workflows, areWorkflowsActive, steps }, send }: CardProps) {
  const isOver = state === 'completed';
  return (
    <Section
      id="activeIn"
      title={isOver && workflows.length + steps.length > 0 ? l10n.t('Last active in') : l10n.t('Active in')}
      class="card"
    >
      {isOver && workflows.length + steps.length === 0 && (
        <p>
          <Word>{l10n.t('no longer active')}</Word>
        </p>
      )}
      <dl>
        {(!isOver || workflows.length > 0) && (
          <Row id="workflows" name={areWorkflowsActive ? l10n.t('Workflow') : l10n.t('Last workflow')}>
            <Filtering
              by="workflows"
              name={l10n.t('Other jobs of this workflow')}
              send={workflows.length === 0 ? null : send}
            >
              <Names id="workflows" all={workflows} />
            </Filtering>
          </Row>
        )}
        {(!isOver || steps.length > 0) && (
          <Row id="steps" name={l10n.t('Step')}>
            <Filtering
              by="steps"
              name={l10n.t('Other jobs at this step')}
              send={steps.length === 0 ? null : send}
            >
              <Names id="steps" all={steps} />
            </Filtering>
          </Row>
        )}
      </dl>
    </Section>
  );
}

function Names({ id, all }: { id: string; all: ShownJob['steps'] }) {
  const { values, dispatch } = usePage();
  if (all.length === 0) return <Word>{l10n.t('none')}</Word>;
  const shown = values.has(id) ? all : all.slice(0, mostNames);
  const showAll = (button: HTMLElement) =>
    focusAdded(button, () => dispatch({ kind: 'set', id, value: true }));
  return (
    <>
      <ul>
        {shown.map(({ key, name }, index) => (
          <li key={index}>
            {name !== oneLine(key) && (
              <>
                <FoldedText id={`${id}/${index}/name`} text={name} limit={longestName} />{' '}
              </>
            )}
            <code class="small dim">
              <FoldedText id={`${id}/${index}/key`} text={key} limit={80} />
            </code>
          </li>
        ))}
      </ul>
      {all.length > shown.length && (
        <Button
          id={`names:${id}`}
          class="link"
          label={l10n.t('Show all {0}', formatNumber(all.length))}
          press={showAll}
        />
      )}
    </>
  );
}

export function People({ job: { assignedTo, startedBy }, send }: CardProps) {
  return (
    <Section id="people" title={l10n.t('People')} class="card">
      <dl>
        <Row id="assignedTo" name={l10n.t('Assigned to')}>
          {assignedTo.length === 0 ? (
            <Word>{l10n.t('unassigned')}</Word>
          ) : (
            <Filtering by="assignees" name={l10n.t('Other jobs assigned to the same')} send={send}>
              <ul>
                {assignedTo.map((name, index) => (
                  <li key={index}>
                    <FoldedText id={`assignedTo/${index}`} text={name} limit={longestName} />
                  </li>
                ))}
              </ul>
            </Filtering>
          )}
        </Row>
        <Row id="startedBy" name={l10n.t('Started by')}>
          {startedBy ? (
            <Filtering by="starters" name={l10n.t('Other jobs started by the same')} send={send}>
              <FoldedText id="startedBy" text={startedBy} limit={longestName} />
            </Filtering>
          ) : (
            <Word>{startedBy === null ? l10n.t('not stated') : l10n.t('the service')}</Word>
          )}
        </Row>
      </dl>
    </Section>
  );
}

export function Times({
  job: { state, startedAt, updatedAt, completedAt },
  isStale,
}: {
  job: ShownJob;
  isStale: boolean;
}) {
  const moments = [
    { id: 'startedAt', name: l10n.t('Started'), moment: startedAt, absent: l10n.t('not set') },
    { id: 'updatedAt', name: l10n.t('Updated'), moment: updatedAt, absent: l10n.t('not set') },
    {
      id: 'completedAt',
      name: l10n.t('Completed'),
      moment: completedAt,
      absent: state === 'active' && !isStale ? l10n.t('still active') : l10n.t('not set'),
    },
  ];
  const present = moments.flatMap(({ name, moment }) =>
    moment === null ? [] : [{ name, text: moment.text }],
  );
  return (
    <Section id="times" title={l10n.t('Times')} class="card">
      <dl>
        {moments.map(({ id, name, moment, absent }) => (
          <Row key={id} id={id} name={name}>
            {moment === null ? <Word>{absent}</Word> : <MomentText name={name} moment={moment} />}
          </Row>
        ))}
      </dl>
      {present.length > 0 && (
        <Disclosure id="timesAsSent" summary={<span class="small dim">{l10n.t('Raw values')}</span>}>
          <dl class="small">
            {present.map(({ name, text }) => (
              <Row key={name} name={name}>
                <code>
                  <FoldedText id={`sent/${name}`} text={text} limit={longestTimestamp} />
                </code>
              </Row>
            ))}
          </dl>
        </Disclosure>
      )}
    </Section>
  );
}

function MomentText({ name, moment: { text, ms } }: { name: string; moment: Moment }) {
  const { now } = usePage();
  const offset = timestampOffset(text);
  return (
    <div>
      {ms === null ? (
        <FoldedText id={`moment/${name}`} text={text} limit={longestTimestamp} />
      ) : (
        <AbsoluteTime at={ms} title={text} />
      )}
      <div class="small dim">
        {relationToNow(ms, now)}
        {offset !== null && (
          <>
            {'\u00a0· '}
            <ServiceText>{l10n.t('sent as {0}', offset === 'Z' ? 'UTC' : offset)}</ServiceText>
          </>
        )}
      </div>
    </div>
  );
}

function relationToNow(ms: number | null, now: number): ComponentChildren {
  if (ms === null) return l10n.t('could not be read as a time');
  return isAhead(ms, now) ? l10n.t('ahead of this computer’s clock') : <RelativeTime at={ms} />;
}
