import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import type { LogEntry } from '../../protocol/jobPage.ts';
import type { Json } from '../../protocol/page.ts';
import { folded } from '../../text/folded.ts';
import { oneLine } from '../../text/inert.ts';
import { Choice, FilterBox, useInput } from '../shared/controls.tsx';
import { FoldedText, Portion } from '../shared/disclosure.tsx';
import { Dotted, Section, ServiceText, Word } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { OtherMembers } from '../shared/jsonTree.tsx';
import { numbered } from '../shared/readingPlace.ts';
import { AbsoluteTime } from '../shared/times.tsx';
import { useMark } from '../shared/viewState.ts';

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
  const newestFirst = useMemo(() => inOrderOfTime(all)?.toReversed(), [all]);
  const [text, chosen, order] = [folded(useInput('log/text')), useInput('log/level'), useInput('log/order')];
  if (entries.length === 0) return null;
  const hasChoices = entries.length >= fewEntries;
  const levels = [...new Set(all.flatMap(({ level }) => level ?? []))].slice(0, mostLevels);
  const hasTypes = !entries.some(({ otherMembers }) =>
    levelNames.some((name) => isLevel(otherMembers[name])),
  );
  const level = levels.includes(chosen) ? chosen : '';
  const isReversed = newestFirst !== undefined && !(hasChoices && order === 'oldest');
  const ordered = isReversed ? newestFirst : (newestFirst?.toReversed() ?? all);
  const found = hasChoices
    ? ordered.filter((each) => (level === '' || each.level === level) && each.searched.includes(text))
    : ordered;
  // Counted from the oldest entry, so that a new entry does not shift the chunks.
  const chunkAt = (index: number) => Math.floor((isReversed ? found.length - 1 - index : index) / chunkSize);
  return (
    <Section id="log" title={l10n.t('Log')}>
      {hasChoices && (
        <div class="controls">
          <FilterBox id="log/text" label={l10n.t('Filter the log')} shown={found.length} count={all.length} />
          {levels.length > 1 && (
            <Choice
              id="log/level"
              label={hasTypes ? l10n.t('Type') : l10n.t('Level')}
              options={[
                ['', hasTypes ? l10n.t('All types') : l10n.t('All levels')],
                ...levels.map((each): [string, string] => [each, each]),
              ]}
            />
          )}
          {newestFirst !== undefined && (
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
      {/* A filter has its own count, which begins small, because each typed key renders the entries again. */}
      <Portion
        id={found.length < all.length ? 'logMatches' : 'logEntries'}
        count={found.length}
        atFirst={200}
        atOnce={1000}
      >
        {(shown) =>
          [...Map.groupBy(found.slice(0, shown).entries(), ([index]) => chunkAt(index))].map(
            ([chunk, entries]) => (
              <ol key={chunk} class={entries.length < chunkSize ? 'entries' : 'entries full'}>
                {entries.map(([, each]) => (
                  <Entry key={each.id} shown={each} />
                ))}
              </ol>
            ),
          )
        }
      </Portion>
    </Section>
  );
}

function Entry({
  shown: {
    id,
    entry: { at, text },
    level,
    texts,
    otherMembers,
  },
}: {
  shown: ShownEntry;
}) {
  const icon = iconOf(level);
  return (
    <li class={useMark(id)}>
      <span class="dim">
        {at === null ? (
          <Word>–</Word>
        ) : at.ms === null ? (
          <ServiceText>{at.text}</ServiceText>
        ) : (
          <AbsoluteTime at={at.ms} title={at.text} isBrief />
        )}
      </span>
      <div>
        {icon && (
          <>
            <Icon of={icon === 'error' ? icons.error : icons.warning} name={icon} />{' '}
          </>
        )}
        {text === null ? (
          <Word>{l10n.t('no text')}</Word>
        ) : text === '' ? (
          <Word>{l10n.t('empty text')}</Word>
        ) : (
          <FoldedText id={id} text={text} />
        )}
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

const mostMembers = 8;
const longestMember = 60;

function shownEntry(entry: LogEntry, id: string): ShownEntry {
  const texts: string[] = [];
  const others: [name: string, value: Json][] = [];
  for (const [name, value] of Object.entries(entry.otherMembers)) {
    const word =
      value === null || typeof value === 'object'
        ? null
        : typeof value === 'boolean'
          ? value
            ? l10n.t('yes')
            : l10n.t('no')
          : String(value);
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
  return /^(err|fatal|crit|alert|emerg)/i.test(level) ? 'error' : /^warn/i.test(level) ? 'warning' : null;
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
