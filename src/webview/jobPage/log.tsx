import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import type { LogEntry } from '../../model/jobPage/undocumentedMembers.ts';
import type { Json } from '../../model/util/json.ts';
import { foldCase } from '../../text/foldCase.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { minute } from '../../text/time.ts';
import { FilterBox, useInput } from '../shared/controls.tsx';
import { FoldedText, Portion } from '../shared/disclosure.tsx';
import { Dotted, Section, ServiceText, Word } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { OtherMembersTree } from '../shared/jsonTree.tsx';
import { useMark } from '../shared/page.tsx';
import { AbsoluteTime } from '../shared/times.tsx';
import { uniqueIds } from './uniqueIds.ts';

/** Log entry for display. `texts` contains the short properties, such as `level: error`. */
interface ShownEntry {
  readonly id: string;
  readonly entry: LogEntry;
  readonly icon: 'error' | 'warning' | null;
  readonly texts: readonly string[];
  readonly otherMembers: Record<string, Json>;
  /** Case-folded text that the log filter searches. */
  readonly searched: string;
}

const minFilteredEntries = 5;

/** Job log, newest entry first. If an entry has no time, keeps the order of the response. */
export function JobLog({ entries }: { entries: readonly LogEntry[] }) {
  const all = useMemo(() => {
    const ids = logIds(entries);
    return newestFirst(entries.map((entry, index) => shownEntry(entry, ids[index] ?? '')));
  }, [entries]);
  const text = foldCase(useInput('log/text'));
  if (entries.length === 0) return null;
  const hasFilter = entries.length >= minFilteredEntries;
  const found = hasFilter ? all.filter(({ searched }) => searched.includes(text)) : all;
  const withSeconds = shareMinutes(entries);
  return (
    <Section id="log" title={l10n.t('Log')}>
      {hasFilter && (
        <FilterBox
          id="log/text"
          label={l10n.t('Filter log')}
          shown={found.length}
          count={all.length}
        />
      )}
      {found.length === 0 && (
        <p>
          <Word>{l10n.t('No entries match the filter.')}</Word>
        </p>
      )}
      <Portion id="logEntries" count={found.length} atFirst={200} atOnce={1000}>
        {(shown) => (
          <ol class="entries" role={found.length === 1 ? 'presentation' : undefined}>
            {found.slice(0, shown).map((each) => (
              <Entry key={each.id} shown={each} withSeconds={withSeconds} />
            ))}
          </ol>
        )}
      </Portion>
    </Section>
  );
}

/** Returns true if two log entries are in the same minute. The log must then show seconds. */
function shareMinutes(entries: readonly LogEntry[]): boolean {
  const minutes = entries.flatMap(({ at }) => (at === null ? [] : Math.floor(at.ms / minute)));
  return new Set(minutes).size < minutes.length;
}

function Entry({ shown, withSeconds }: { shown: ShownEntry; withSeconds: boolean }) {
  const { id, entry, icon, texts, otherMembers } = shown;
  return (
    <li class={useMark(id)}>
      <span class="dim">{entryTime(entry, withSeconds)}</span>
      <div>
        {icon && (
          <>
            <Icon of={icon === 'error' ? icons.error : icons.warning} name={icon} />{' '}
          </>
        )}
        {entryText(shown)}
        {texts.length > 0 && (
          <>
            {' '}
            <span class="members small dim">
              <Dotted>
                {texts.map((each) => (
                  <ServiceText>{each}</ServiceText>
                ))}
              </Dotted>
            </span>
          </>
        )}
        <OtherMembersTree members={otherMembers} id={`${id}/rest`} />
      </div>
    </li>
  );
}

function entryTime({ at }: LogEntry, withSeconds: boolean): ComponentChild {
  if (at === null) return <Word>–</Word>;
  return <AbsoluteTime at={at.ms} title={at.text} isBrief withSeconds={withSeconds} />;
}

function entryText({ id, entry: { text } }: ShownEntry): ComponentChild {
  if (text === null) return <Word>{l10n.t('no text')}</Word>;
  return text === '' ? <Word>{l10n.t('empty text')}</Word> : <FoldedText id={id} text={text} />;
}

const maxMemberLength = 60;

function shownEntry(entry: LogEntry, id: string): ShownEntry {
  const texts: string[] = [];
  const others: [name: string, value: Json][] = [];
  for (const [name, value] of Object.entries(entry.otherMembers)) {
    const word = inlineText(value);
    if (word !== null && name.length + word.length <= maxMemberLength) {
      texts.push(singleLine(`${name}: ${word}`));
    } else others.push([name, value]);
  }
  return {
    id,
    entry,
    icon: iconOf(entry),
    texts,
    otherMembers: Object.fromEntries(others),
    searched: foldCase([entry.at?.text, entry.text, ...texts].join(' ')),
  };
}

/** Formats a simple value. Returns null for an object, an array, or null. */
function inlineText(value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  return String(value);
}

/** Names of properties that may contain the log level. */
const levelNames = ['level', 'severity', 'logLevel', 'type'];

function iconOf({ otherMembers }: LogEntry): ShownEntry['icon'] {
  const level = levelNames
    .map((name) => otherMembers[name])
    .find((each) => typeof each === 'string' && each !== '');
  if (typeof level !== 'string') return null;
  if (/^(err|fatal|crit|alert|emerg)/i.test(level)) return 'error';
  return /^warn/i.test(level) ? 'warning' : null;
}

/** Sorts the log entries, newest first. If an entry has no time, returns the original order. */
function newestFirst(all: readonly ShownEntry[]): readonly ShownEntry[] {
  const timeOf = (shown: ShownEntry | undefined) => shown?.entry.at?.ms ?? NaN;
  if (all.some((shown) => Number.isNaN(timeOf(shown)))) return all;
  const isSentNewestFirst = timeOf(all[0]) > timeOf(all.at(-1));
  return (isSentNewestFirst ? all : all.toReversed()).toSorted(
    (left, right) => timeOf(right) - timeOf(left),
  );
}

/** Returns a unique ID for each entry, based on the entry's time and the beginning of the text. */
export function logIds(entries: readonly LogEntry[]): string[] {
  return uniqueIds(
    entries.map(({ at, text }) => `log/${JSON.stringify([at?.text, text]).slice(0, 200)}`),
  );
}
