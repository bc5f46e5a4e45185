import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import type { LogEntry } from '../../model/jobPage/undocumentedMembers.ts';
import type { Json } from '../../model/util/json.ts';
import { folded } from '../../text/folded.ts';
import { oneLine } from '../../text/inert.ts';
import { minute } from '../../text/time.ts';
import { Choice, FilterBox, useInput } from '../shared/controls.tsx';
import { FoldedText, Portion } from '../shared/disclosure.tsx';
import { Dotted, Section, ServiceText, Word } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { OtherMembers } from '../shared/jsonTree.tsx';
import { useMark } from '../shared/page.tsx';
import { AbsoluteTime } from '../shared/times.tsx';
import { numbered } from './numbered.ts';

/** A log entry with its short members as texts: `level: error`. */
interface ShownEntry {
  readonly id: string;
  readonly entry: LogEntry;
  readonly level: string | null;
  readonly texts: readonly string[];
  readonly otherMembers: Record<string, Json>;
  /** The text that the filter searches. */
  readonly searched: string;
}

/** Fewest entries for a filter. */
const fewEntries = 5;
const mostLevels = 20;

/**
 * Entries per list; the browser skips rendering of lists out of view, because skipping single entries makes
 * scrolling slow.
 */
const chunkSize = 100;

/** The job's log, newest first if all entries have a time. */
export function Log({ entries }: { entries: readonly LogEntry[] }) {
  const all = useMemo(() => {
    const ids = logIds(entries);
    return entries.map((entry, index) => shownEntry(entry, ids[index] ?? ''));
  }, [entries]);
  const oldestFirst = useMemo(() => inOrderOfTime(all), [all]);
  const [text, chosen, order] = [folded(useInput('log/text')), useInput('log/level'), useInput('log/order')];
  if (entries.length === 0) return null;
  const hasControls = entries.length >= fewEntries;
  const levels = [...new Set(all.flatMap(({ level }) => level ?? []))].slice(0, mostLevels);
  const level = levels.includes(chosen) ? chosen : '';
  const isReversed = oldestFirst !== undefined && !(hasControls && order === 'oldest');
  const ordered = isReversed ? oldestFirst.toReversed() : (oldestFirst ?? all);
  const matches = (each: ShownEntry) =>
    (level === '' || each.level === level) && each.searched.includes(text);
  const found = hasControls ? ordered.filter(matches) : ordered;
  return (
    <Section id="log" title={l10n.t('Log')}>
      {hasControls && (
        <div class="controls">
          <FilterBox id="log/text" label={l10n.t('Filter the log')} shown={found.length} count={all.length} />
          {levels.length > 1 && <LevelChoice entries={entries} levels={levels} />}
          {oldestFirst !== undefined && (
            <Choice
              id="log/order"
              label={l10n.t('Order')}
              options={[
                ['', l10n.t('Newest first')],
                ['oldest', l10n.t('Oldest first')],
              ]}
            />
          )}
        </div>
      )}
      {found.length === 0 && (
        <p>
          <Word>{l10n.t('No entry matches.')}</Word>
        </p>
      )}
      <Entries
        all={found}
        isFiltered={found.length < all.length}
        isReversed={isReversed}
        withSeconds={shareMinutes(entries)}
      />
    </Section>
  );
}

function LevelChoice({ entries, levels }: { entries: readonly LogEntry[]; levels: readonly string[] }) {
  const hasLevels = entries.some(({ otherMembers }) =>
    levelNames.some((name) => isLevel(otherMembers[name])),
  );
  return (
    <Choice
      id="log/level"
      label={hasLevels ? l10n.t('Level') : l10n.t('Type')}
      options={[
        ['', hasLevels ? l10n.t('All levels') : l10n.t('All types')],
        ...levels.map((each): [string, string] => [each, each]),
      ]}
    />
  );
}

interface EntriesProps {
  all: readonly ShownEntry[];
  /** A filter has its own count, which begins small, because each typed key renders the entries again. */
  isFiltered: boolean;
  isReversed: boolean;
  withSeconds: boolean;
}

/** Whether several entries have the same time without seconds. */
function shareMinutes(entries: readonly LogEntry[]): boolean {
  const minutes = entries.flatMap(({ at }) => (at?.ms == null ? [] : Math.floor(at.ms / minute)));
  return new Set(minutes).size < minutes.length;
}

function Entries({ all, isFiltered, isReversed, withSeconds }: EntriesProps) {
  // Counted from the oldest entry, so that a new entry does not shift the chunks.
  const chunkAt = (index: number) => Math.floor((isReversed ? all.length - 1 - index : index) / chunkSize);
  return (
    <Portion id={isFiltered ? 'logMatches' : 'logEntries'} count={all.length} atFirst={200} atOnce={1000}>
      {(shown) =>
        [...Map.groupBy(all.slice(0, shown).entries(), ([index]) => chunkAt(index))].map(
          ([chunk, entries]) => (
            <ol
              key={chunk}
              class={entries.length < chunkSize ? 'entries' : 'entries full'}
              // A list of one item is not announced as a list.
              role={all.length === 1 ? 'presentation' : undefined}
            >
              {entries.map(([, each]) => (
                <Entry key={each.id} shown={each} withSeconds={withSeconds} />
              ))}
            </ol>
          ),
        )
      }
    </Portion>
  );
}

function Entry({ shown, withSeconds }: { shown: ShownEntry; withSeconds: boolean }) {
  const { id, entry, level, texts, otherMembers } = shown;
  const icon = iconOf(level);
  return (
    <li class={useMark(id)}>
      <span class="dim">{timeOf(entry, withSeconds)}</span>
      <div>
        {icon && (
          <>
            <Icon of={icon === 'error' ? icons.error : icons.warning} name={icon} />{' '}
          </>
        )}
        {textOf(shown)}
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
        <OtherMembers members={otherMembers} id={`${id}/rest`} />
      </div>
    </li>
  );
}

function timeOf({ at }: LogEntry, withSeconds: boolean): ComponentChild {
  if (at === null) return <Word>–</Word>;
  if (at.ms === null) return <ServiceText>{at.text}</ServiceText>;
  return <AbsoluteTime at={at.ms} title={at.text} isBrief withSeconds={withSeconds} />;
}

function textOf({ id, entry: { text } }: ShownEntry): ComponentChild {
  if (text === null) return <Word>{l10n.t('no text')}</Word>;
  return text === '' ? <Word>{l10n.t('empty text')}</Word> : <FoldedText id={id} text={text} />;
}

const mostMembers = 8;
const longestMember = 60;

function shownEntry(entry: LogEntry, id: string): ShownEntry {
  const texts: string[] = [];
  const others: [name: string, value: Json][] = [];
  for (const [name, value] of Object.entries(entry.otherMembers)) {
    const word = wordOf(value);
    if (word !== null && name.length + word.length <= longestMember && texts.length < mostMembers) {
      texts.push(oneLine(`${name}: ${word}`));
    } else others.push([name, value]);
  }
  return {
    id,
    entry,
    level: levelOf(entry),
    texts,
    otherMembers: Object.fromEntries(others),
    searched: folded([entry.at?.text, entry.text, ...texts].join(' ')),
  };
}

/** A short value as a word; null for a nested one. */
function wordOf(value: Json): string | null {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  return String(value);
}

/** Member names for an entry's level in logs of services. */
const levelNames = ['level', 'severity', 'logLevel'];

function isLevel(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

/** The level of an entry, or its type if it has none. */
function levelOf({ otherMembers }: LogEntry): string | null {
  const level = [...levelNames, 'type'].map((name) => otherMembers[name]).find(isLevel);
  return level === undefined ? null : oneLine(level, longestMember);
}

function iconOf(level: string | null): 'error' | 'warning' | null {
  if (level === null) return null;
  if (/^(err|fatal|crit|alert|emerg)/i.test(level)) return 'error';
  return /^warn/i.test(level) ? 'warning' : null;
}

/** The entries oldest first, in service order for equal times; undefined if one has no time. */
function inOrderOfTime(all: readonly ShownEntry[]): ShownEntry[] | undefined {
  const timed = all.flatMap((each) => (each.entry.at?.ms == null ? [] : [{ each, ms: each.entry.at.ms }]));
  if (timed.length < all.length) return undefined;
  return (cameNewestFirst(all.map(({ entry }) => entry)) ? timed.toReversed() : timed)
    .sort((one, other) => one.ms - other.ms)
    .map(({ each }) => each);
}

/**
 * Ids from time and beginning of the text, so that entries keep them whichever end the log grows at; those
 * with the same are numbered from the oldest.
 */
export function logIds(entries: readonly LogEntry[]): string[] {
  const isNewestFirst = cameNewestFirst(entries);
  const ids = numbered(
    (isNewestFirst ? entries.toReversed() : entries).map(
      ({ at, text }) => `log/${JSON.stringify([at?.text, text]).slice(0, 200)}`,
    ),
  );
  return isNewestFirst ? ids.toReversed() : ids;
}

function cameNewestFirst(entries: readonly LogEntry[]): boolean {
  return (entries[0]?.at?.ms ?? 0) > (entries.at(-1)?.at?.ms ?? 0);
}
