import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Span } from '../../protocol/overview.ts';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { folded } from '../../text/folded.ts';
import { joined } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { compareNames } from '../../text/order.ts';
import { formatAbsolute, formatDuration, parseTimestamp } from '../../text/time.ts';
import { type JobState, jobState, stateWord } from '../jobs/job.ts';
import { type NameFilter, type NamePart, namedMembers, nameParts } from '../jobs/members/jobMembers.ts';
import { type Identity, isMe, me, personParts } from './me.ts';
import { filledTextSchema, numberSchema, textSchema, timeSchema } from '../util/schemas.ts';

interface FilterValues extends Record<NamePart, readonly string[]> {
  readonly state: JobState;
  /** Searched in names and key, ignoring case. */
  readonly text: string;
  /** Milliseconds. */
  readonly startedWithin: number;
  readonly updatedWithin: number;
  /** Epoch milliseconds. */
  readonly started: Span;
  readonly completed: Span;
  /** Milliseconds since the start of a job that is not completed. */
  readonly age: Span;
  /** Milliseconds since the last update of a job that is not completed. */
  readonly silence: Span;
}

type PartName = keyof FilterValues;

/** Which jobs are shown: those that pass each part that is set. */
export type JobFilter = { readonly [Part in PartName]?: FilterValues[Part] | undefined };

type JobTest = (job: Job) => boolean;

/** One part of a filter. */
interface FilterPart<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly test: (value: T, now: number, identity?: Identity) => JobTest;
  /** In a few words. */
  readonly describe: (value: T) => readonly string[];
  /** Whether jobs leave it as time passes. */
  readonly isTimed?: true;
}

export const noFilter: JobFilter = {};

/** The name in a filter for “none”: no named workflow or step, no assignee, or not started by a person. */
export const noValue = '';

/** The names of a job that this part of a filter is compared with. */
export function namesUnder(part: NamePart, job: Job): string[] {
  const filter = namedMembers.find((member) => member.filter.part === part)?.filter;
  return orNoValue(filter?.names(job) ?? []);
}

/**
 * The names under a part in these rows, sorted, each with its number of jobs; 0 for a chosen name that no job
 * has.
 */
export function countNames(
  part: NamePart,
  rows: readonly JobRow[],
  chosen: readonly string[] = [],
): Map<string, number> {
  const counts = new Map<string, number>(chosen.map((name) => [name, 0]));
  for (const row of rows) {
    if (row.kind === 'unreadable') continue;
    for (const name of namesUnder(part, row.job)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => compareNames(a, b)));
}

/**
 * The names that are not blank, in the one spelling of those that look the same, or {@link noValue} if all
 * are.
 */
function orNoValue(names: string[]): string[] {
  const called = names.filter((name) => name !== noValue).map((name) => name.normalize());
  return called.length === 0 ? [noValue] : called;
}

/** Most names in a description. */
const mostNames = 3;

const namesSchema = z.array(textSchema).check(z.minLength(1));

function namePart({ names: namesOf, none, many, people }: NameFilter): FilterPart<readonly string[]> {
  const nameless = new Map([[noValue, none]]);
  if (people !== undefined) nameless.set(me, people.me);
  return {
    schema: namesSchema,
    test: (names, _now, identity) => {
      const wanted = new Set(names.map((name) => name.normalize()));
      const isNamed = (job: Job) => orNoValue(namesOf(job)).some((name) => wanted.has(name));
      if (people === undefined || identity === undefined || !wanted.has(me)) return isNamed;
      return (job) => isNamed(job) || people.of(job).some((person) => isMe(identity, person));
    },
    describe: (names) => {
      if (names.length > mostNames) return [many(formatNumber(names.length))];
      return names.map((name) => nameless.get(name)?.() ?? name);
    },
  };
}

const { workflows, steps, ...otherNames } = Object.fromEntries(
  namedMembers.map(({ filter }) => [filter.part, namePart(filter)]),
) as Record<NamePart, FilterPart<readonly string[]>>;

/** A time of a job, in milliseconds; null if it is unknown. */
type TimeOf = (job: Job, now: number) => number | null;

const startOf: TimeOf = ({ startedAt }) => parseTimestamp(startedAt);
const updateOf: TimeOf = ({ updatedAt }) => parseTimestamp(updatedAt);

/** The time since then of a job that is not completed. */
function since(timeOf: TimeOf): TimeOf {
  return (job, now) => {
    const time = timeOf(job, now);
    return time === null || jobState(job) === 'completed' ? null : now - time;
  };
}

function recentPart(timeOf: TimeOf, describe: (duration: string) => string): FilterPart<number> {
  return {
    schema: numberSchema.check(z.gt(0)),
    test: (within, now) => (job) => isWithin({ from: now - within, to: null }, timeOf(job, now)),
    describe: (within) => [describe(formatDuration(within))],
    isTimed: true,
  };
}

const boundSchema = z.nullable(timeSchema);
const spanSchema = z.object({ from: boundSchema, to: boundSchema });

interface SpanWords {
  readonly between: (from: string, to: string) => string;
  readonly least: (from: string) => string;
  readonly most: (to: string) => string;
}

function spanPart(timeOf: TimeOf, format: (ms: number) => string, words: SpanWords): FilterPart<Span> {
  return {
    schema: spanSchema,
    test: (span, now) => (job) => isWithin(span, timeOf(job, now)),
    describe: ({ from, to }) => {
      if (from !== null && to !== null) return [words.between(format(from), format(to))];
      if (from !== null) return [words.least(format(from))];
      return to === null ? [] : [words.most(format(to))];
    },
  };
}

/** In the order in which they are described. */
const parts: { readonly [Part in PartName]: FilterPart<FilterValues[Part]> } = {
  workflows,
  steps,
  state: {
    schema: z.enum(['active', 'completed', 'unknown']),
    test: (state) => (job) => jobState(job) === state,
    describe: (state) => [stateWord(state)],
  },
  ...otherNames,
  text: {
    schema: filledTextSchema,
    test: (text) => {
      const wanted = folded(text);
      const namesOf = (job: Job) => [job.key, ...nameParts.flatMap((part) => namesUnder(part, job))];
      return (job) => namesOf(job).some((name) => folded(name).includes(wanted));
    },
    describe: (text) => [`“${text}”`],
  },
  startedWithin: recentPart(startOf, (duration) => l10n.t('started within {0}', duration)),
  updatedWithin: recentPart(updateOf, (duration) => l10n.t('updated within {0}', duration)),
  age: {
    ...spanPart(since(startOf), formatDuration, {
      between: (from, to) => l10n.t('running for {0} to {1}', from, to),
      least: (from) => l10n.t('running for more than {0}', from),
      most: (to) => l10n.t('running for less than {0}', to),
    }),
    isTimed: true,
  },
  silence: {
    ...spanPart(since(updateOf), formatDuration, {
      between: (from, to) => l10n.t('unchanged for {0} to {1}', from, to),
      least: (from) => l10n.t('unchanged for more than {0}', from),
      most: (to) => l10n.t('unchanged for less than {0}', to),
    }),
    isTimed: true,
  },
  started: spanPart(startOf, formatAbsolute, {
    between: (from, to) => l10n.t('started from {0} to {1}', from, to),
    least: (from) => l10n.t('started since {0}', from),
    most: (to) => l10n.t('started before {0}', to),
  }),
  completed: spanPart(({ completedAt }) => parseTimestamp(completedAt), formatAbsolute, {
    between: (from, to) => l10n.t('completed from {0} to {1}', from, to),
    least: (from) => l10n.t('completed since {0}', from),
    most: (to) => l10n.t('completed before {0}', to),
  }),
};

const partNames = Object.keys(parts) as PartName[];

/**
 * Reads a filter from VS Code's storage. An invalid part, as another version may have stored it, is dropped.
 */
export function readFilter(stored: unknown): JobFilter {
  const values = isJsonObject(stored) ? stored : {};
  return Object.fromEntries(partNames.map((name) => [name, parts[name].schema.safeParse(values[name]).data]));
}

export function isFiltering(filter: JobFilter): boolean {
  return partNames.some((name) => filter[name] !== undefined);
}

/** Whether jobs leave a filter as time passes. */
export function isTimed(filter: JobFilter): boolean {
  return partNames.some((name) => parts[name].isTimed === true && filter[name] !== undefined);
}

/** Whether a filter needs to know the person of this window. */
export function isByMe(filter: JobFilter): boolean {
  return personParts.some(({ part }) => filter[part]?.includes(me));
}

/** The test of a filter. Unreadable rows pass only a text filter that matches their key. */
export function filterTest(filter: JobFilter, now: number, identity?: Identity): (row: JobRow) => boolean {
  const tests = partNames.flatMap((name) => testsOf(name, filter, now, identity));
  const text = folded(filter.text ?? '');
  const isTextOnly = !isFiltering({ ...filter, text: undefined });
  return (row) => {
    if (row.kind === 'unreadable') return isTextOnly && folded(row.key ?? '').includes(text);
    return tests.every((passes) => passes(row.job));
  };
}

function testsOf<Part extends PartName>(
  name: Part,
  filter: JobFilter,
  now: number,
  identity?: Identity,
): JobTest[] {
  const value: JobFilter[Part] = filter[name];
  return value === undefined ? [] : [parts[name].test(value, now, identity)];
}

/** Whether a time is within a span; an unknown time never is. */
export function isWithin({ from, to }: Span, ms: number | null): boolean {
  return ms !== null && (from === null || ms >= from) && (to === null || ms < to);
}

/** The filter in a few words, for the view's message: `Invoice Approval, active`. */
export function describeFilter(filter: JobFilter): string {
  return joined(', ', ...partNames.flatMap((name) => wordsOf(name, filter)));
}

function wordsOf<Part extends PartName>(name: Part, filter: JobFilter): readonly string[] {
  const value: JobFilter[Part] = filter[name];
  return value === undefined ? [] : parts[name].describe(value);
}
