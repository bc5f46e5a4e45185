import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { formatDuration, parseTimestamp } from '../../text/time.ts';
import { assigneesOf, jobState, nameOf, personName, stateWord, workflowsOf } from '../jobs/job.ts';
import { filledTextSchema, numberSchema, textSchema } from '../util/schemas.ts';

/** Filter parts with names; a job passes if it has one of them. */
export type NamePart = 'workflows' | 'steps' | 'assignees' | 'starters';

const names = z.array(textSchema).check(z.minLength(1));
/** Milliseconds. */
const span = numberSchema.check(z.positive());

const partSchemas = {
  state: z.enum(['active', 'completed', 'unknown']),
  workflows: names,
  steps: names,
  assignees: names,
  starters: names,
  /** Searched in names and key, ignoring case. */
  text: filledTextSchema,
  startedWithin: span,
  updatedWithin: span,
};

/** Which jobs are shown: those that pass each part that is set. */
export type JobFilter = { readonly [Part in keyof typeof partSchemas]?: z.infer<(typeof partSchemas)[Part]> | undefined };

export const noFilter: JobFilter = {};

/** Reads a filter from VS Code's storage. An invalid part, as another version may have stored it, is dropped. */
export function readFilter(kept: unknown): JobFilter {
  const stored = isJsonObject(kept) ? kept : {};
  return Object.fromEntries(Object.entries(partSchemas).map(([name, schema]) => [name, schema.safeParse(stored[name]).data]));
}

export function isFiltering(filter: JobFilter): boolean {
  return Object.values(filter).some((part) => part !== undefined);
}

/** Whether jobs leave a filter as time passes. */
export function isTimed({ startedWithin, updatedWithin }: JobFilter): boolean {
  return startedWithin !== undefined || updatedWithin !== undefined;
}

/** The name in a filter for “none”: no named workflow or step, no assignee, or not started by a person. */
export const nobody = '';

/** The names of a job that this part of a filter is compared with. */
export function namesUnder(part: NamePart, job: Job): string[] {
  switch (part) {
    case 'workflows':
      return orNobody(workflowsOf(job).map(nameOf));
    case 'steps':
      return orNobody((job.activeSteps ?? []).map(nameOf));
    case 'assignees':
      return orNobody(assigneesOf(job));
    case 'starters':
      return orNobody(job.startedBy == null ? [] : [personName(job.startedBy) ?? nobody]);
  }
}

/** The names that are not blank, or {@link nobody} if all are. */
function orNobody(names: string[]): string[] {
  const called = names.filter((name) => name !== nobody);
  return called.length === 0 ? [nobody] : called;
}

const nameParts: readonly NamePart[] = ['workflows', 'steps', 'assignees', 'starters'];

/** The test of a filter. Unreadable rows pass only a text filter that matches their key. */
export function filterTest(filter: JobFilter, now: number): (row: JobRow) => boolean {
  const { state, startedWithin, updatedWithin } = filter;
  const text = filter.text?.toLocaleLowerCase();
  const parts = nameParts.flatMap((part) => (filter[part] === undefined ? [] : [{ part, wanted: new Set(filter[part]) }]));
  const onlyText = state === undefined && parts.length === 0 && startedWithin === undefined && updatedWithin === undefined;
  return (row) => {
    if (row.kind === 'unreadable') return onlyText && (text === undefined || (row.key ?? '').toLocaleLowerCase().includes(text));
    const { job } = row;
    if (state !== undefined && jobState(job) !== state) return false;
    if (startedWithin !== undefined && !isWithin(job.startedAt, startedWithin, now)) return false;
    if (updatedWithin !== undefined && !isWithin(job.updatedAt, updatedWithin, now)) return false;
    if (!parts.every(({ part, wanted }) => namesUnder(part, job).some((name) => wanted.has(name)))) return false;
    return text === undefined || holdsText(job, text);
  };
}

function isWithin(timestamp: string | null | undefined, span: number, now: number): boolean {
  const ms = parseTimestamp(timestamp);
  return ms !== null && ms >= now - span;
}

function holdsText(job: Job, text: string): boolean {
  if (job.key.toLocaleLowerCase().includes(text)) return true;
  return nameParts.some((part) => namesUnder(part, job).some((name) => name.toLocaleLowerCase().includes(text)));
}

/** The filter in a few words, for the view's message: `Invoice Approval, active`. */
export function describeFilter(filter: JobFilter): string {
  const names = (part: NamePart, nobodyWord: string) => (filter[part] ?? []).map((name) => (name === nobody ? nobodyWord : name));
  return [
    ...names('workflows', l10n.t('no workflow')),
    ...names('steps', l10n.t('no step')),
    ...(filter.state === undefined ? [] : [stateWord(filter.state)]),
    ...names('assignees', l10n.t('unassigned')),
    ...names('starters', l10n.t('started by the service')),
    ...(filter.text === undefined ? [] : [`“${filter.text}”`]),
    ...(filter.startedWithin === undefined ? [] : [l10n.t('started within {0}', formatDuration(filter.startedWithin))]),
    ...(filter.updatedWithin === undefined ? [] : [l10n.t('updated within {0}', formatDuration(filter.updatedWithin))]),
  ].join(', ');
}
