import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { foldCase } from '../../text/foldCase.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatFirstNames } from '../../text/list.ts';
import { compareNames } from '../../text/order.ts';
import {
  day,
  formatAbsolute,
  formatDuration,
  hour,
  minute,
  parseTimestamp,
} from '../../text/time.ts';
import { type JobState, jobState, stateWord } from '../jobs/job.ts';
import { jobsIn } from '../jobs/listRows.ts';
import {
  type NameFilter,
  type NamePart,
  type TimeName,
  jobMembers,
  namedMembers,
  nameParts,
} from '../jobs/members/jobMembers.ts';
import { type Identity, isMe, me, personParts } from './me.ts';
import { filledTextSchema, textSchema, timeSchema } from '../util/schemas.ts';

/** Defines how a filter condition is validated, applied, described, and offered to the user. */
interface FilterPart<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly test: (value: T, now: number, identity?: Identity) => (job: Job) => boolean;
  /** Returns a short description of the filter value. */
  readonly describe: (value: T) => string;
  /**
   * Choices in the **Filter Jobs…** command. Undefined for conditions on names, because the names
   * come from the loaded jobs.
   */
  readonly picker?: { readonly label: () => string; readonly values: readonly T[] };
}

/** Filter value that matches missing values, such as unassigned jobs in `assignees`. */
export const noValue = '';

/**
 * Returns the names in a job to which a filter condition applies, such as workflows or assignees.
 * If there are no names, returns {@link noValue}.
 */
export function namesUnder(part: NamePart, job: Job): string[] {
  const names = namedMembers.find(({ filter }) => filter.part === part)?.filter.names(job) ?? [];
  const filled = names.filter((name) => name !== noValue).map((name) => name.normalize());
  return filled.length === 0 ? [noValue] : filled;
}

/**
 * Counts the jobs for each name, such as each workflow or assignee. Sorts the result by name.
 * @param chosen names to include even if the count is 0
 */
export function countNames(
  part: NamePart,
  rows: readonly JobRow[],
  chosen: readonly string[] = [],
): Map<string, number> {
  const counts = new Map<string, number>(chosen.map((name) => [name, 0]));
  for (const job of jobsIn(rows)) {
    // A job may have the same name more than once, such as two active steps named “Review”.
    for (const name of new Set(namesUnder(part, job)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => compareNames(a, b)));
}

/** Maximum number of names in a filter description. */
const maxFilterNames = 3;

const namesSchema = z.array(textSchema).check(z.minLength(1));

function namePart(
  part: NamePart,
  { none, people }: Pick<NameFilter, 'none' | 'people'>,
): FilterPart<readonly string[]> {
  const describeName = (name: string) => {
    if (name === noValue) return none();
    if (people === undefined) return name;
    return name === me ? people.me() : people.described(name);
  };
  return {
    schema: namesSchema,
    test: (names, _now, identity) => {
      const wanted = new Set(names.map((name) => name.normalize()));
      const isNamed = (job: Job) => namesUnder(part, job).some((name) => wanted.has(name));
      if (people === undefined || identity === undefined || !wanted.has(me)) return isNamed;
      return (job) => isNamed(job) || people.of(job).some((person) => isMe(identity, person));
    },
    describe: (names) => formatFirstNames(names.map(describeName), maxFilterNames),
  };
}

/** Time range in milliseconds. Includes `from` and excludes `to`. Null means no limit. */
export interface TimeRange {
  readonly from: number | null;
  readonly to: number | null;
}

/** Returns true if the time is within the range, or false if the time is null. */
export function isWithin({ from, to }: TimeRange, ms: number | null): boolean {
  return ms !== null && (from === null || ms >= from) && (to === null || ms < to);
}

/**
 * Returns the milliseconds since the given job time, or null for completed jobs and unknown times.
 */
function elapsedSince(name: TimeName, job: Job, now: number): number | null {
  const time = parseTimestamp(job[name]);
  return time === null || jobState(job) === 'completed' ? null : now - time;
}

const durationPattern = /^([1-9]\d{0,5}) ?(min|h|d)$/;
const durationSchema = textSchema.check(z.trim(), z.regex(durationPattern));
const durationUnits: Readonly<Record<string, number>> = { min: minute, h: hour, d: day };

function parseDuration(text: string): number {
  const [, count, unit = ''] = durationPattern.exec(text) ?? [];
  return Number(count) * (durationUnits[unit] ?? NaN);
}

/** Creates a condition whose value is a duration, such as `8 h`. */
function durationPart(
  label: () => string,
  describe: (duration: string) => string,
  passes: (job: Job, duration: number, now: number) => boolean,
): FilterPart<string> {
  return {
    schema: durationSchema,
    test: (text, now) => (job) => passes(job, parseDuration(text), now),
    describe: (text) => describe(formatDuration(parseDuration(text))),
    picker: { label, values: ['1 h', '8 h', '1 d', '7 d', '30 d'] },
  };
}

function withinPart(name: TimeName, describe: (duration: string) => string): FilterPart<string> {
  return durationPart(jobMembers[name].label, describe, (job, duration, now) =>
    isWithin({ from: now - duration, to: null }, parseTimestamp(job[name])),
  );
}

const spanSchema = z.object({ from: z.nullable(timeSchema), to: z.nullable(timeSchema) });

function spanPart(
  timeOf: (job: Job, now: number) => number | null,
  describe: (span: TimeRange) => string,
): FilterPart<TimeRange> {
  return {
    schema: spanSchema,
    test: (span, now) => (job) => isWithin(span, timeOf(job, now)),
    describe,
  };
}

function describePeriod({ from, to }: TimeRange): string {
  if (from === null)
    return to === null ? l10n.t('at any time') : l10n.t('before {0}', formatAbsolute(to));
  if (to === null) return l10n.t('since {0}', formatAbsolute(from));
  return l10n.t('from {0} to {1}', formatAbsolute(from), formatAbsolute(to));
}

function describeAge({ from, to }: TimeRange): string {
  if (to === null) return runningFor(formatDuration(from ?? 0));
  if (from === null) return l10n.t('running for less than {0}', formatDuration(to));
  return l10n.t('running for {0} to {1}', formatDuration(from), formatDuration(to));
}

const runningFor = (duration: string) => l10n.t('running for more than {0}', duration);

const jobStates = ['active', 'completed', 'unknown'] as const;

/**
 * All filter conditions, in the order of the filter description. Only the overview sets `age`,
 * `started`, and `completed`.
 */
const parts = {
  workflows: namePart('workflows', jobMembers.activeWorkflows.filter),
  steps: namePart('steps', jobMembers.activeSteps.filter),
  state: {
    schema: z.enum(jobStates),
    test: (state: JobState) => (job: Job) => jobState(job) === state,
    describe: stateWord,
    picker: { label: () => l10n.t('State'), values: jobStates },
  },
  assignees: namePart('assignees', jobMembers.assignedTo.filter),
  starters: namePart('starters', jobMembers.startedBy.filter),
  /** Case-insensitive search in the names and the key of a job. */
  text: {
    schema: filledTextSchema,
    test: (text: string) => {
      const wanted = foldCase(text);
      const textsOf = (job: Job) => [
        job.key,
        ...nameParts.flatMap((part) => namesUnder(part, job)),
      ];
      return (job: Job) => textsOf(job).some((each) => foldCase(each).includes(wanted));
    },
    describe: (text: string) => `“${text}”`,
  },
  startedWithin: withinPart('startedAt', (duration) => l10n.t('started within {0}', duration)),
  updatedWithin: withinPart('updatedAt', (duration) => l10n.t('updated within {0}', duration)),
  completedWithin: withinPart('completedAt', (duration) =>
    l10n.t('completed within {0}', duration),
  ),
  runningLongerThan: durationPart(
    () => l10n.t('Running'),
    runningFor,
    (job, duration, now) =>
      isWithin({ from: duration, to: null }, elapsedSince('startedAt', job, now)),
  ),
  unchangedLongerThan: durationPart(
    () => l10n.t('Unchanged'),
    (duration) => l10n.t('unchanged for more than {0}', duration),
    (job, duration, now) =>
      isWithin({ from: duration, to: null }, elapsedSince('updatedAt', job, now)),
  ),
  /** Running time of a job that is not completed, in milliseconds. */
  age: spanPart((job, now) => elapsedSince('startedAt', job, now), describeAge),
  /** Start time in epoch milliseconds. */
  started: spanPart(
    ({ startedAt }) => parseTimestamp(startedAt),
    (span) => l10n.t('started {0}', describePeriod(span)),
  ),
  completed: spanPart(
    ({ completedAt }) => parseTimestamp(completedAt),
    (span) => l10n.t('completed {0}', describePeriod(span)),
  ),
} as const;

type PartName = keyof typeof parts;

/**
 * Conditions that a job must match. VS Code's storage, the `workflowJobs.filters` setting, the
 * `filterJobs` command, and the overview use the same format.
 */
export type JobFilter = {
  readonly [Name in PartName]?: z.infer<(typeof parts)[Name]['schema']> | undefined;
};

const partNames = Object.keys(parts) as PartName[];

function partNamed(name: PartName): FilterPart<unknown> {
  return parts[name] as FilterPart<unknown>;
}

/** Conditions for which **Filter Jobs…** offers a list of values. */
export const valueParts = partNames.flatMap((name) => {
  const { picker } = partNamed(name);
  return picker === undefined ? [] : [{ name, ...picker }];
});

/** Returns the conditions that are set in a filter. */
function activeParts(
  filter: JobFilter,
): { readonly part: FilterPart<unknown>; readonly value: unknown }[] {
  return partNames
    .map((name) => ({ part: partNamed(name), value: filter[name] }))
    .filter(({ value }) => value !== undefined);
}

/**
 * Validates a filter. Returns the valid conditions, and a message for each invalid or unknown
 * condition.
 */
export function readFilter(source: unknown): {
  readonly filter: JobFilter;
  readonly problems: readonly string[];
} {
  const filter: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(isJsonObject(source) ? source : {})) {
    if (name === 'name' || value === undefined) continue;
    const schema = partNames.find((each) => each === name) && parts[name as PartName].schema;
    const parsed = schema?.safeParse(value);
    if (parsed?.success === true) filter[name] = parsed.data;
    else problems.push(conditionProblem(name, schema));
  }
  return { filter, problems };
}

function conditionProblem(name: string, schema: z.ZodMiniType | undefined): string {
  if (schema === durationSchema)
    return l10n.t('“{0}” must be a duration such as “8 h” or “7 d”.', name);
  if (schema !== undefined) return l10n.t('“{0}” has an invalid value.', name);
  return l10n.t(
    '“{0}” is not a valid condition. Valid conditions are {1}.',
    singleLine(name, 60),
    partNames.join(', '),
  );
}

export function isFiltering(filter: JobFilter): boolean {
  return activeParts(filter).length > 0;
}

/** Returns true if the filter contains `@me`, which requires the user to select a person. */
export function isByMe(filter: JobFilter): boolean {
  return personParts.some(({ part }) => filter[part]?.includes(me));
}

/**
 * Creates a function that tests rows against a filter. Unreadable rows match only text filters,
 * because only the key of an unreadable row can be searched.
 */
export function filterTest(
  filter: JobFilter,
  now: number,
  identity?: Identity,
): (row: JobRow) => boolean {
  const tests = activeParts(filter).map(({ part, value }) => part.test(value, now, identity));
  const text = foldCase(filter.text ?? '');
  const isTextOnly = !isFiltering({ ...filter, text: undefined });
  return (row) => {
    if (row.kind === 'unreadable') return isTextOnly && foldCase(row.key ?? '').includes(text);
    return tests.every((passes) => passes(row.job));
  };
}

/** Describes a filter in one line, such as `Invoice Approval, active`. */
export function describeFilter(filter: JobFilter): string {
  return activeParts(filter)
    .map(({ part, value }) => part.describe(value))
    .join(', ');
}
