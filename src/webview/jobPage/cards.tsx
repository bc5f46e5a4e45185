import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Card, ShownMember } from '../../model/jobPage/jobCards.ts';
import type { MemberValue } from '../../model/jobs/members/jobMembers.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { isFutureTime } from '../../text/time.ts';
import { FoldedText, Portion } from '../shared/disclosure.tsx';
import { Button, KeyText, Row, Section, ServiceText, Word } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage, useSend } from '../shared/page.tsx';
import { AbsoluteTime, RelativeTime } from '../shared/times.tsx';

const maxCardTextLength = 200;

interface JobCardProps {
  card: Card;
  /** If true, shows buttons that filter the job list by values in the card. */
  canFilter: boolean;
}

export function JobCard({ card: { id, title, members }, canFilter }: JobCardProps) {
  return (
    <Section id={id} title={title} class="card">
      <dl>
        {members.map((member) => (
          <Row key={member.id} id={member.id} name={member.name}>
            <Member member={member} canFilter={canFilter} />
          </Row>
        ))}
      </dl>
    </Section>
  );
}

/** Property value, with a button that filters the job list by this value. */
function Member({ member, canFilter }: { member: ShownMember; canFilter: boolean }) {
  const send = useSend<FromPage>();
  const { id, value, absent, filter } = member;
  if (value === null) return <Word>{absent}</Word>;
  const shown = <Value id={id} value={value} />;
  if (filter === null || !canFilter) return shown;
  return (
    <div class="with-button">
      <div>{shown}</div>
      <Button
        id={`filterJobs/${filter.by}`}
        icon={icons.filter}
        name={filter.name}
        press={() => send({ kind: 'filterJobs', by: filter.by })}
      />
    </div>
  );
}

function Value({ id, value }: { id: string; value: MemberValue }) {
  switch (value.kind) {
    case 'named':
      return <Names id={id} all={value.all} />;
    case 'names':
      return (
        <ul role={roleOf(value.names)}>
          {value.names.map((each, index) => (
            <li key={index}>
              <ServiceText>{singleLine(each)}</ServiceText>
            </li>
          ))}
        </ul>
      );
    case 'text':
      return <FoldedText id={id} text={value.text} limit={maxCardTextLength} />;
    case 'moment':
      return <MomentText {...value} />;
  }
}

/** Returns the ARIA role of a list. Screen readers should not announce a single item as a list. */
function roleOf(items: readonly unknown[]): 'presentation' | undefined {
  return items.length === 1 ? 'presentation' : undefined;
}

interface NamesProps {
  id: string;
  all: Extract<MemberValue, { kind: 'named' }>['all'];
}

function Names({ id, all }: NamesProps) {
  const send = useSend<FromPage>();
  return (
    <Portion id={id} count={all.length} atFirst={3} atOnce={1000}>
      {(shown) => (
        <ul role={roleOf(all)}>
          {all.slice(0, shown).map(({ key, name }, index) => (
            <li key={index}>
              <ServiceText>{singleLine(name)}</ServiceText>
              <span class="copied">
                {name !== singleLine(key) && (
                  <>
                    {' '}
                    <KeyText text={key} />
                  </>
                )}
                <Button
                  id={`copyKey/${id}/${index}`}
                  icon={icons.copy}
                  name={l10n.t('Copy {0}', singleLine(key, 80))}
                  press={() => send({ kind: 'copyValueKey', text: key })}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Portion>
  );
}

function MomentText({ moment: { text, ms } }: Extract<MemberValue, { kind: 'moment' }>) {
  const { now } = usePage();
  return (
    <div>
      {ms === null ? (
        <ServiceText>{singleLine(text)}</ServiceText>
      ) : (
        <AbsoluteTime at={ms} title={text} />
      )}
      <div class="small dim">{relationToNow(ms, now)}</div>
    </div>
  );
}

function relationToNow(ms: number | null, now: number): ComponentChildren {
  if (ms === null) return l10n.t('not a valid time');
  if (isFutureTime(ms, now)) return l10n.t('later than this computer’s clock');
  return <RelativeTime at={ms} />;
}
