import * as l10n from '@vscode/l10n';
import { isJsonObject } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { day, hour, minute } from '../../text/time.ts';
import { nameParts } from '../jobs/members/jobMembers.ts';
import { isSameJson } from '../util/json.ts';
import { trimmedTextSchema } from '../util/schemas.ts';
import { type JobFilter, describeFilter, isFiltering, readFilter } from './jobFilter.ts';

/** A filter of the setting `workflowJobs.filters`. */
export interface NamedFilter {
  readonly name: string;
  readonly filter: JobFilter;
}

/** An entry of the setting: a name beside the parts of the filter. */
export type FilterEntry = Readonly<Record<string, unknown>> & { readonly name: string };

/** The parts that are the same in the setting and in a filter. */
const plainParts = ['state', ...nameParts, 'text'] as const;

/** The parts that the setting has as a time such as `7 d`, each with the filter's value for it. */
const timeParts = {
  startedWithin: (ms: number) => ({ startedWithin: ms }),
  updatedWithin: (ms: number) => ({ updatedWithin: ms }),
  runningLongerThan: (ms: number) => ({ age: { from: ms, to: null } }),
  unchangedLongerThan: (ms: number) => ({ silence: { from: ms, to: null } }),
} satisfies Record<string, (ms: number) => JobFilter>;
type TimePart = keyof typeof timeParts;
const timeNames = Object.keys(timeParts) as TimePart[];

/**
 * Reads the setting: the filters, and a sentence for each entry or part that cannot be used. Of entries with
 * one name, the last counts, because a folder's follow the user's.
 */
export function readNamedFilters(entries: unknown): {
  readonly filters: readonly NamedFilter[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const filters = new Map<string, NamedFilter>();
  for (const [index, entry] of (Array.isArray(entries) ? (entries as unknown[]) : []).entries()) {
    const name = isJsonObject(entry) ? trimmedTextSchema.safeParse(entry['name']).data : undefined;
    if (!isJsonObject(entry) || name === undefined) {
      problems.push(l10n.t('Filter {0} is left out: it has no name.', index + 1));
      continue;
    }
    const reading = readFilterParts(entry);
    problems.push(
      ...reading.problems.map((problem) => l10n.t('Filter “{0}”: {1}', oneLine(name, 60), problem)),
    );
    if (isFiltering(reading.filter)) filters.set(name, { name, filter: reading.filter });
  }
  return { filters: [...filters.values()], problems };
}

/** Reads the parts of a filter as the setting has them, with a sentence for each mistake. */
export function readFilterParts(entry: Readonly<Record<string, unknown>>): {
  readonly filter: JobFilter;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  let filter = readFilter(Object.fromEntries(plainParts.map((part) => [part, entry[part]])));
  for (const part of plainParts) {
    if (entry[part] !== undefined && filter[part] === undefined) problems.push(invalidPart(part));
  }
  for (const part of timeNames) {
    if (entry[part] === undefined) continue;
    const ms = readTime(entry[part]);
    if (ms === undefined) problems.push(invalidPart(part));
    else filter = { ...filter, ...timeParts[part](ms) };
  }
  const known = new Set<string>(['name', ...plainParts, ...timeNames]);
  const unknown = Object.keys(entry).find((member) => !known.has(member));
  if (unknown !== undefined) problems.push(unknownPart(unknown, [...plainParts, ...timeNames]));
  return { filter, problems };
}

function invalidPart(part: string): string {
  return timeNames.some((each) => each === part)
    ? l10n.t('“{0}” is not a time such as “8 h” or “7 d”.', part)
    : l10n.t('“{0}” is not valid.', part);
}

function unknownPart(member: string, parts: readonly string[]): string {
  return l10n.t('“{0}” is not known. The parts are {1}.', oneLine(member, 60), joined(', ', ...parts));
}

const units = { min: minute, h: hour, d: day } as const;

/** A time such as `30 min`, `8 h` or `7 d` in milliseconds. */
function readTime(value: unknown): number | undefined {
  const [, count, unit] = /^(\d{1,6}) ?(min|h|d)$/.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  const ms = Number(count) * units[unit as keyof typeof units];
  return ms > 0 ? ms : undefined;
}

function writeTime(ms: number): string | undefined {
  const unit = (['d', 'h', 'min'] as const).find((each) => ms % units[each] === 0);
  return unit && `${ms / units[unit]} ${unit}`;
}

/** The entry of the setting for a filter; undefined for one with dates or bounds that the setting cannot hold. */
export function filterEntry(name: string, filter: JobFilter): FilterEntry | undefined {
  const times: Record<TimePart, number | null | undefined> = {
    startedWithin: filter.startedWithin,
    updatedWithin: filter.updatedWithin,
    runningLongerThan: filter.age?.from,
    unchangedLongerThan: filter.silence?.from,
  };
  const entry = {
    name,
    ...Object.fromEntries(plainParts.map((part) => [part, filter[part]])),
    ...Object.fromEntries(timeNames.map((part) => [part, writeTime(times[part] ?? NaN)])),
  };
  const isWhole = describeFilter(readFilterParts(entry).filter) === describeFilter(filter);
  return isWhole ? (JSON.parse(JSON.stringify(entry)) as FilterEntry) : undefined;
}

/** The name under which this filter is saved. */
export function nameOfFilter(filters: readonly NamedFilter[], filter: JobFilter): string | undefined {
  const parts = withoutEmpty(filter);
  return filters.find((each) => isSameJson(withoutEmpty(each.filter), parts))?.name;
}

/** A filter in words: the name under which it is saved, else its parts. */
export function describeNamed(filters: readonly NamedFilter[], filter: JobFilter): string {
  return nameOfFilter(filters, filter) ?? describeFilter(filter);
}

function withoutEmpty(filter: JobFilter): JobFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, part]) => part !== undefined));
}
