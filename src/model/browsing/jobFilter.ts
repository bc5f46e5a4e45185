import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { Span } from '../../protocol/overview.ts';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { folded } from '../../text/folded.ts';
import { joined } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { formatAbsolute, formatDuration, parseTimestamp } from '../../text/time.ts';
import { assigneesOf, jobState, nameOf, personName, stateWord, workflowsOf } from '../jobs/job.ts';
import { filledTextSchema, numberSchema, textSchema, timeSchema } from '../util/schemas.ts';

const nameParts = ['workflows', 'steps', 'assignees', 'starters'] as const;

/** Filter parts with names; a job passes if it has one of them. */
export type NamePart = (typeof nameParts)[number];

const names = z.array(textSchema).check(z.minLength(1));
/** Milliseconds. */
const recent = numberSchema.check(z.gt(0));
const bound = z.nullable(timeSchema);
const span = z.object({ from: bound, to: bound });

const partSchemas = {
  state: z.enum(['active', 'completed', 'unknown']),
  workflows: names,
  steps: names,
  assignees: names,
  starters: names,
  /** Searched in names and key, ignoring case. */
  text: filledTextSchema,
  startedWithin: recent,
  updatedWithin: recent,
  /** Epoch milliseconds. */
  started: span,
  completed: span,
  /** Milliseconds since the start of a job that is not completed. */
  age: span,
  /** Milliseconds since the last update of a job that is not completed. */
  silence: span,
};

/** Which jobs are shown: those that pass each part that is set. */
export type JobFilter = {
  readonly [Part in keyof typeof partSchemas]?: z.infer<(typeof partSchemas)[Part]> | undefined;
};

export const noFilter: JobFilter = {};

/**
 * Reads a filter from VS Code's storage. An invalid part, as another version may have stored it, is dropped.
 */
export function readFilter(kept: unknown): JobFilter {
  const stored = isJsonObject(kept) ? kept : {};
  return Object.fromEntries(
    Object.entries(partSchemas).map(([name, schema]) => [name, schema.safeParse(stored[name]).data]),
  );
}

export function isFiltering(filter: JobFilter): boolean {
  return Object.values(filter).some((part) => part !== undefined);
}

/** Whether jobs leave a filter as time passes. */
export function isTimed({ startedWithin, updatedWithin, age, silence }: JobFilter): boolean {
  return [startedWithin, updatedWithin, age, silence].some((part) => part !== undefined);
}

/** The name in a filter for “none”: no named workflow or step, no assignee, or not started by a person. */
export const noValue = '';

/** The names of a job that this part of a filter is compared with. */
export function namesUnder(part: NamePart, job: Job): string[] {
  switch (part) {
    case 'workflows':
      return orNoValue(workflowsOf(job).map(nameOf));
    case 'steps':
      return orNoValue((job.activeSteps ?? []).map(nameOf));
    case 'assignees':
      return orNoValue(assigneesOf(job));
    case 'starters':
      return orNoValue(job.startedBy == null ? [] : [personName(job.startedBy) ?? noValue]);
  }
}

/**
 * The names that are not blank, in the one spelling of those that look the same, or {@link noValue} if all
 * are.
 */
function orNoValue(names: string[]): string[] {
  const called = names.filter((name) => name !== noValue).map((name) => name.normalize());
  return called.length === 0 ? [noValue] : called;
}

/** The test of a filter. Unreadable rows pass only a text filter that matches their key. */
export function filterTest(filter: JobFilter, now: number): (row: JobRow) => boolean {
  const { state } = filter;
  const text = filter.text === undefined ? '' : folded(filter.text);
  const parts = nameParts.flatMap((part) =>
    filter[part] === undefined
      ? []
      : [{ part, wanted: new Set(filter[part].map((name) => name.normalize())) }],
  );
  const times = timeParts(filter, now).flatMap(([span, timeOf]) =>
    span === undefined ? [] : [{ span, timeOf }],
  );
  const onlyText = !isFiltering({ ...filter, text: undefined });
  return (row) => {
    if (row.kind === 'unreadable') return onlyText && folded(row.key ?? '').includes(text);
    const { job } = row;
    if (state !== undefined && jobState(job) !== state) return false;
    if (!times.every(({ span, timeOf }) => isWithin(span, timeOf(job)))) return false;
    if (!parts.every(({ part, wanted }) => namesUnder(part, job).some((name) => wanted.has(name)))) {
      return false;
    }
    return (
      text === '' ||
      [job.key, ...nameParts.flatMap((part) => namesUnder(part, job))].some((name) =>
        folded(name).includes(text),
      )
    );
  };
}

/** The parts of a filter with times, each with the time of a job that has to be within it. */
function timeParts(
  { startedWithin, updatedWithin, started, completed, age, silence }: JobFilter,
  now: number,
): [Span | undefined, (job: Job) => number | null][] {
  const recent = (within: number | undefined) =>
    within === undefined ? undefined : { from: now - within, to: null };
  const since = (job: Job, time: number | null) =>
    time === null || jobState(job) === 'completed' ? null : now - time;
  const [start, update] = [
    ({ startedAt }: Job) => parseTimestamp(startedAt),
    ({ updatedAt }: Job) => parseTimestamp(updatedAt),
  ];
  return [
    [recent(startedWithin), start],
    [recent(updatedWithin), update],
    [started, start],
    [completed, ({ completedAt }) => parseTimestamp(completedAt)],
    [age, (job) => since(job, start(job))],
    [silence, (job) => since(job, update(job))],
  ];
}

/** Whether a time is within a span; an unknown time never is. */
export function isWithin({ from, to }: Span, ms: number | null): boolean {
  return ms !== null && (from === null || ms >= from) && (to === null || ms < to);
}

/** Most names in a description. */
const mostNames = 3;

/** The filter in a few words, for the view's message: `Invoice Approval, active`. */
export function describeFilter(filter: JobFilter): string {
  const names = (part: NamePart, noValueWord: string, many: (count: string) => string) => {
    const list = filter[part] ?? [];
    return list.length > mostNames
      ? [many(formatNumber(list.length))]
      : list.map((name) => (name === noValue ? noValueWord : name));
  };
  const span = (
    part: Span | undefined,
    format: (ms: number) => string,
    [between, least, most]: SpanWords,
  ) => {
    const [from, to] = [part?.from ?? null, part?.to ?? null].map((ms) =>
      ms === null ? undefined : format(ms),
    );
    if (from !== undefined && to !== undefined) return between(from, to);
    return from !== undefined ? least(from) : to !== undefined ? most(to) : '';
  };
  return joined(
    ', ',
    ...names('workflows', l10n.t('no workflow'), (count) => l10n.t('{0} workflows', count)),
    ...names('steps', l10n.t('no step'), (count) => l10n.t('{0} steps', count)),
    filter.state && stateWord(filter.state),
    ...names('assignees', l10n.t('unassigned'), (count) => l10n.t('{0} people', count)),
    ...names('starters', l10n.t('started by the service'), (count) => l10n.t('started by {0} people', count)),
    filter.text === undefined ? '' : `“${filter.text}”`,
    filter.startedWithin === undefined
      ? ''
      : l10n.t('started within {0}', formatDuration(filter.startedWithin)),
    filter.updatedWithin === undefined
      ? ''
      : l10n.t('updated within {0}', formatDuration(filter.updatedWithin)),
    span(filter.age, formatDuration, [
      (from, to) => l10n.t('running for {0} to {1}', from, to),
      (from) => l10n.t('running for more than {0}', from),
      (to) => l10n.t('running for less than {0}', to),
    ]),
    span(filter.silence, formatDuration, [
      (from, to) => l10n.t('unchanged for {0} to {1}', from, to),
      (from) => l10n.t('unchanged for more than {0}', from),
      (to) => l10n.t('unchanged for less than {0}', to),
    ]),
    span(filter.started, formatAbsolute, [
      (from, to) => l10n.t('started from {0} to {1}', from, to),
      (from) => l10n.t('started since {0}', from),
      (to) => l10n.t('started before {0}', to),
    ]),
    span(filter.completed, formatAbsolute, [
      (from, to) => l10n.t('completed from {0} to {1}', from, to),
      (from) => l10n.t('completed since {0}', from),
      (to) => l10n.t('completed before {0}', to),
    ]),
  );
}

/** The words for a span with both bounds, with a lower one, and with an upper one. */
type SpanWords = [(from: string, to: string) => string, (from: string) => string, (to: string) => string];
