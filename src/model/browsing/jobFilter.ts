import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { foldCase } from '../../text/foldCase.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { compareNames } from '../../text/order.ts';
import { day, formatAbsolute, formatDuration, hour, minute, parseTimestamp } from '../../text/time.ts';
import { type JobState, jobState, stateWord } from '../jobs/job.ts';
import { type NameFilter, type NamePart, namedMembers, nameParts } from '../jobs/members/jobMembers.ts';
import { type Identity, isMe, me, personParts } from './me.ts';
import { filledTextSchema, textSchema, timeSchema } from '../util/schemas.ts';

/** One part of a filter. */
interface FilterPart<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly test: (value: T, now: number, identity?: Identity) => (job: Job) => boolean;
  /** Describes the value in a few words. */
  readonly describe: (value: T) => readonly string[];
  /** True if a job can stop matching as time passes. */
  readonly isTimed?: true;
}

export const noFilter: JobFilter = {};

/** Filter value that matches jobs without a workflow, step, assignee, or starter. */
export const noValue = '';

/** Returns the names of a job to compare with a part of a filter. */
export function namesUnder(part: NamePart, job: Job): string[] {
  const filter = namedMembers.find((member) => member.filter.part === part)?.filter;
  return orNoValue(filter?.names(job) ?? []);
}

/**
 * Counts the jobs per name of a filter part. Returns sorted names.
 * @param chosen names to include even if no job has them
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

/** Removes blank names and normalizes the other names. Returns {@link noValue} if all names are blank. */
function orNoValue(names: string[]): string[] {
  const filled = names.filter((name) => name !== noValue).map((name) => name.normalize());
  return filled.length === 0 ? [noValue] : filled;
}

/** Maximum number of names in a description. */
const maxFilterNames = 3;

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
      if (names.length > maxFilterNames) return [many(formatNumber(names.length))];
      return names.map((name) => nameless.get(name)?.() ?? people?.described(name) ?? name);
    },
  };
}

const { workflows, steps, ...otherNames } = Object.fromEntries(
  namedMembers.map(({ filter }) => [filter.part, namePart(filter)]),
) as Record<NamePart, FilterPart<readonly string[]>>;

const statePart: FilterPart<JobState> = {
  schema: z.enum(['active', 'completed', 'unknown']),
  test: (state) => (job) => jobState(job) === state,
  describe: (state) => [stateWord(state)],
};

/** Searches names and key, ignoring case. */
const textPart: FilterPart<string> = {
  schema: filledTextSchema,
  test: (text) => {
    const wanted = foldCase(text);
    const textsOf = (job: Job) => [job.key, ...nameParts.flatMap((part) => namesUnder(part, job))];
    return (job) => textsOf(job).some((each) => foldCase(each).includes(wanted));
  },
  describe: (text) => [`“${text}”`],
};

/** A time span in milliseconds: `from` ≤ x < `to`. Null means no bound. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Returns a time of a job in milliseconds, or null if it is unknown. */
type TimeOf = (job: Job, now: number) => number | null;

const startTime: TimeOf = ({ startedAt }) => parseTimestamp(startedAt);
const updateOf: TimeOf = ({ updatedAt }) => parseTimestamp(updatedAt);
const completionOf: TimeOf = ({ completedAt }) => parseTimestamp(completedAt);

/** Returns the milliseconds since a time of a job, or null if the job is completed. */
function elapsedSince(timeOf: TimeOf): TimeOf {
  return (job, now) => {
    const time = timeOf(job, now);
    return time === null || jobState(job) === 'completed' ? null : now - time;
  };
}

const durationPattern = /^([1-9]\d{0,5}) ?(min|h|d)$/;
const durationSchema = textSchema.check(z.trim(), z.regex(durationPattern));
const durationUnits: Readonly<Record<string, number>> = { min: minute, h: hour, d: day };

function parseDuration(text: string): number {
  const [, count, unit = ''] = durationPattern.exec(text) ?? [];
  return Number(count) * (durationUnits[unit] ?? NaN);
}

/** A filter by a duration such as `8 h`. A job passes if its time is not earlier than `earliest`. */
function durationPart(
  timeOf: TimeOf,
  earliest: (duration: number, now: number) => number,
  describe: (duration: string) => string,
): FilterPart<string> {
  return {
    schema: durationSchema,
    test: (text, now) => {
      const span = { from: earliest(parseDuration(text), now), to: null };
      return (job) => isWithin(span, timeOf(job, now));
    },
    describe: (text) => [describe(formatDuration(parseDuration(text)))],
    isTimed: true,
  };
}

const ago = (duration: number, now: number) => now - duration;
const atLeast = (duration: number) => duration;

const boundSchema = z.nullable(timeSchema);

/** @param words describe a span with both bounds, with only `from`, and with only `to` */
function spanPart(
  timeOf: TimeOf,
  format: (ms: number) => string,
  ...words: [(from: string, to: string) => string, (from: string) => string, (to: string) => string]
): FilterPart<TimeRange> {
  const [between, since, until] = words;
  return {
    schema: z.object({ from: boundSchema, to: boundSchema }),
    test: (span, now) => (job) => isWithin(span, timeOf(job, now)),
    describe: ({ from, to }) => {
      if (from !== null && to !== null) return [between(format(from), format(to))];
      if (from !== null) return [since(format(from))];
      return to === null ? [] : [until(format(to))];
    },
  };
}

const runningFor = (duration: string) => l10n.t('running for more than {0}', duration);

/** All parts in the order of the description. Only the overview sets the last three. */
const parts = {
  workflows,
  steps,
  state: statePart,
  ...otherNames,
  text: textPart,
  startedWithin: durationPart(startTime, ago, (duration) => l10n.t('started within {0}', duration)),
  updatedWithin: durationPart(updateOf, ago, (duration) => l10n.t('updated within {0}', duration)),
  completedWithin: durationPart(completionOf, ago, (duration) => l10n.t('completed within {0}', duration)),
  runningLongerThan: durationPart(elapsedSince(startTime), atLeast, runningFor),
  unchangedLongerThan: durationPart(elapsedSince(updateOf), atLeast, (duration) =>
    l10n.t('unchanged for more than {0}', duration),
  ),
  /** In milliseconds since the start of a job that is not completed. */
  age: {
    ...spanPart(
      elapsedSince(startTime),
      formatDuration,
      (from, to) => l10n.t('running for {0} to {1}', from, to),
      runningFor,
      (to) => l10n.t('running for less than {0}', to),
    ),
    isTimed: true,
  },
  /** In epoch milliseconds. */
  started: spanPart(
    startTime,
    formatAbsolute,
    (from, to) => l10n.t('started from {0} to {1}', from, to),
    (from) => l10n.t('started since {0}', from),
    (to) => l10n.t('started before {0}', to),
  ),
  completed: spanPart(
    completionOf,
    formatAbsolute,
    (from, to) => l10n.t('completed from {0} to {1}', from, to),
    (from) => l10n.t('completed since {0}', from),
    (to) => l10n.t('completed before {0}', to),
  ),
} as const;

type PartName = keyof typeof parts;

/**
 * The parts that a job has to pass. The setting `workflowJobs.filters`, the argument of the `filterJobs`
 * command, VS Code's storage, and the overview's messages contain filters in this form.
 */
export type JobFilter = { readonly [Name in PartName]?: z.infer<(typeof parts)[Name]['schema']> | undefined };

const partNames = Object.keys(parts) as PartName[];

/** Returns the parts that a filter sets, each with its value. */
function setParts(filter: JobFilter): { readonly part: FilterPart<unknown>; readonly value: unknown }[] {
  return partNames
    .map((name) => ({ part: parts[name] as FilterPart<unknown>, value: filter[name] }))
    .filter(({ value }) => value !== undefined);
}

interface FilterReading {
  readonly filter: JobFilter;
  /** A sentence for each omitted part, which is invalid or unknown. */
  readonly problems: readonly string[];
}

/** Validates a filter of any shape. */
export function readFilter(source: unknown): FilterReading {
  const given = Object.entries(isJsonObject(source) ? source : {}).filter(([, value]) => value !== undefined);
  const read = given.map(([name, value]) => [name, partSchema(name)?.safeParse(value).data] as const);
  return {
    filter: Object.fromEntries(read.filter(([, value]) => value !== undefined)),
    problems: read.flatMap(([name, value]) => (value === undefined ? [conditionProblem(name)] : [])),
  };
}

function partSchema(name: string): z.ZodMiniType | undefined {
  return Object.hasOwn(parts, name) ? parts[name as PartName].schema : undefined;
}

function conditionProblem(name: string): string {
  const schema = partSchema(name);
  if (schema === durationSchema) return l10n.t('“{0}” must be a duration such as “8 h” or “7 d”.', name);
  if (schema !== undefined) return l10n.t('“{0}” has an invalid value.', name);
  return l10n.t(
    '“{0}” is not a valid condition. Valid conditions are {1}.',
    singleLine(name, 60),
    joinNonEmpty(', ', ...partNames),
  );
}

export function isFiltering(filter: JobFilter): boolean {
  return setParts(filter).length > 0;
}

/** True if a job can stop matching a filter as time passes. */
export function isTimed(filter: JobFilter): boolean {
  return setParts(filter).some(({ part }) => part.isTimed);
}

/** True if a filter contains “me”, so that it needs the user's identity. */
export function isByMe(filter: JobFilter): boolean {
  return personParts.some(({ part }) => filter[part]?.includes(me));
}

/** Creates the test of a filter. Unreadable rows pass only a text filter that matches their key. */
export function filterTest(filter: JobFilter, now: number, identity?: Identity): (row: JobRow) => boolean {
  const tests = setParts(filter).map(({ part, value }) => part.test(value, now, identity));
  const text = foldCase(filter.text ?? '');
  const isTextOnly = !isFiltering({ ...filter, text: undefined });
  return (row) => {
    if (row.kind === 'unreadable') return isTextOnly && foldCase(row.key ?? '').includes(text);
    return tests.every((passes) => passes(row.job));
  };
}

/** True if a time is within a span. An unknown time never is. */
export function isWithin({ from, to }: TimeRange, ms: number | null): boolean {
  return ms !== null && (from === null || ms >= from) && (to === null || ms < to);
}

/** Describes a filter for the view's message: `Invoice Approval, active`. */
export function describeFilter(filter: JobFilter): string {
  return joinNonEmpty(', ', ...setParts(filter).flatMap(({ part, value }) => part.describe(value)));
}
