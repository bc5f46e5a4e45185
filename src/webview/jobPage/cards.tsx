import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Card, ShownMember } from '../../model/jobPage/jobCards.ts';
import type { MemberValue, Moment } from '../../model/jobs/members/jobMembers.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { isAhead } from '../../text/time.ts';
import { Disclosure, focusAdded, FoldedText } from '../shared/disclosure.tsx';
import { Button, Row, Section, Word } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage } from '../shared/page.tsx';
import { AbsoluteTime, RelativeTime } from '../shared/times.tsx';
import type { Send } from './actions.tsx';

const mostNames = 3;
const longestName = 200;
const longestTimestamp = 80;

/** Members of the job that belong together; `send` is null if the list belongs to another service. */
export function JobCard({ card: { id, title, note, members }, send }: { card: Card; send: Send | null }) {
  return (
    <Section id={id} title={title} class="card">
      {note !== null && (
        <p>
          <Word>{note}</Word>
        </p>
      )}
      <dl>
        {members
          .filter(({ isHidden }) => !isHidden)
          .map((member) => (
            <Row key={member.id} id={member.id} name={member.name}>
              <Member member={member} send={send} />
            </Row>
          ))}
      </dl>
      <RawMoments members={members} />
    </Section>
  );
}

/** The value of a member, with a button that filters the list by it. */
function Member({
  member: { id, name, value, absent, filter },
  send,
}: {
  member: ShownMember;
  send: Send | null;
}) {
  if (value === null) return <Word>{absent}</Word>;
  const shown = <Value id={id} name={name} value={value} />;
  if (filter === null) return shown;
  return (
    <div class="with-button">
      <div>{shown}</div>
      {send !== null && (
        <Button
          id={`filterJobs/${filter.by}`}
          icon={icons.filter}
          name={filter.name}
          press={() => send({ kind: 'filterJobs', by: filter.by })}
        />
      )}
    </div>
  );
}

function Value({ id, name, value }: { id: string; name: string; value: MemberValue }) {
  switch (value.kind) {
    case 'named':
      return <Names id={id} all={value.all} />;
    case 'names':
      return (
        <ul>
          {value.names.map((each, index) => (
            <li key={index}>
              <FoldedText id={`${id}/${index}`} text={each} limit={longestName} />
            </li>
          ))}
        </ul>
      );
    case 'text':
      return <FoldedText id={id} text={value.text} limit={longestName} />;
    case 'moment':
      return <MomentText name={name} {...value} />;
  }
}

function Names({ id, all }: { id: string; all: Extract<MemberValue, { kind: 'named' }>['all'] }) {
  const { values, dispatch } = usePage();
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

/** The times of a card as the service sent them. */
function RawMoments({ members }: { members: readonly ShownMember[] }) {
  const rows = members.flatMap(({ name, value }) =>
    value?.kind !== 'moment' ? [] : [{ name, text: value.moment.text }],
  );
  if (rows.length === 0) return null;
  return (
    <Disclosure id="timesAsSent" summary={<span class="small dim">{l10n.t('Raw values')}</span>}>
      <dl class="small">
        {rows.map(({ name, text }) => (
          <Row key={name} name={name}>
            <code>
              <FoldedText id={`sent/${name}`} text={text} limit={longestTimestamp} />
            </code>
          </Row>
        ))}
      </dl>
    </Disclosure>
  );
}

interface MomentTextProps {
  name: string;
  moment: Moment;
  isPlanned: boolean;
}

function MomentText({ name, moment: { text, ms }, isPlanned }: MomentTextProps) {
  const { now } = usePage();
  return (
    <div>
      {ms === null ? (
        <FoldedText id={`moment/${name}`} text={text} limit={longestTimestamp} />
      ) : (
        <AbsoluteTime at={ms} title={text} />
      )}
      <div class="small dim">{relationToNow(ms, now, isPlanned)}</div>
    </div>
  );
}

function relationToNow(ms: number | null, now: number, isPlanned: boolean): ComponentChildren {
  if (ms === null) return l10n.t('could not be read as a time');
  return isAhead(ms, now) && !isPlanned ? l10n.t('ahead of this computer’s clock') : <RelativeTime at={ms} />;
}
