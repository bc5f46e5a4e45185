import * as l10n from '@vscode/l10n';
import type { LogEntry, Moment } from '../../protocol.ts';
import { Chunks, FoldedText } from '../shared/disclosure.tsx';
import { Section, ServiceText, Word } from '../shared/elements.tsx';
import { RestMembers } from '../shared/jsonTree.tsx';
import { BriefTime } from '../shared/times.tsx';
import { useMark } from '../shared/viewState.ts';

/** The job's log, newest first where every entry has a time. A chunk is one element, whose layout the browser skips while it is out of view. */
export function Log({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return null;
  const ordered = inReadingOrder(entries.map((entry, index) => ({ entry, id: `log/${index}` })));
  return (
    <Section id="log" title={l10n.t('Log')}>
      <Chunks
        id="log"
        count={ordered.length}
        size={100}
        atFirst={2}
        atOnce={10}
        chunk={(from, to) => <ol class="entries">{ordered.slice(from, to).map(({ entry, id }) => <Entry key={id} entry={entry} id={id} />)}</ol>}
      />
    </Section>
  );
}

interface Placed {
  readonly entry: LogEntry;
  /** From the entry's position as the service sent it. */
  readonly id: string;
}

function inReadingOrder(entries: Placed[]): Placed[] {
  const times = entries.map(({ entry }) => entry.at?.ms ?? null);
  const isOldestFirst = times.every((time, index) => time !== null && (index === 0 || time >= (times[index - 1] ?? Infinity)));
  return isOldestFirst ? entries.toReversed() : entries;
}

function Entry({ entry: { at, text, rest }, id }: { entry: LogEntry; id: string }) {
  return (
    <li class={useMark(id)}>
      <span class="dim"><EntryTime at={at} /></span>
      <div>
        {text === null ? <Word>{l10n.t('without words')}</Word> : text === '' ? <Word>{l10n.t('empty text')}</Word> : <FoldedText id={id} text={text} />}
        <RestMembers rest={rest} id={`${id}/rest`} />
      </div>
    </li>
  );
}

function EntryTime({ at }: { at: Moment | null }) {
  if (at === null) return <Word>–</Word>;
  return at.ms === null ? <ServiceText>{at.text}</ServiceText> : <BriefTime at={at.ms} title={at.text} />;
}
