import * as l10n from '@vscode/l10n';
import { type Job, type JobRow, isJsonObject } from '../../service/index.ts';
import { formatDuration, parseTimestamp } from '../../text/time.ts';
import { type JobState, assigneesOf, jobState, nameOf, personName, stateWord } from '../jobs/job.ts';

/** The parts of a filter that are picked among names; a job passes a part that names one of its own. */
export type NamePart = 'workflows' | 'steps' | 'assignees' | 'starters';

/** Which jobs are shown. Parts are combined: a job has to pass each that is set. */
export interface JobFilter {
  readonly state?: JobState;
  readonly workflows?: readonly string[];
  readonly steps?: readonly string[];
  readonly assignees?: readonly string[];
  readonly starters?: readonly string[];
  /** Looked for in names and key, whatever the case. */
  readonly text?: string;
  /** Started within so many milliseconds. */
  readonly startedWithin?: number;
  readonly updatedWithin?: number;
}

export const noFilter: JobFilter = {};

export function isFiltering(filter: JobFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** Stands for those without an assignee, or that no person started, among the names of a filter. */
export const nobody = '';

/** What a job is called under a part of the filter. */
export function namesUnder(part: NamePart, job: Job): string[] {
  switch (part) {
    case 'workflows':
      return (job.activeWorkflows ?? []).map(nameOf);
    case 'steps':
      return (job.activeSteps ?? []).map(nameOf);
    case 'assignees':
      return orNobody(assigneesOf(job));
    case 'starters':
      return orNobody(job.startedBy == null ? [] : [personName(job.startedBy) ?? nobody]);
  }
}

/** Whether `namesUnder` names one of these; made without a list, because it is asked of every job. */
function hasNameUnder(part: NamePart, job: Job, wanted: ReadonlySet<string>): boolean {
  if (part === 'assignees' || part === 'starters') return namesUnder(part, job).some((name) => wanted.has(name));
  const named = (part === 'workflows' ? job.activeWorkflows : job.activeSteps) ?? [];
  for (const each of named) if (wanted.has(nameOf(each))) return true;
  return false;
}

function orNobody(names: string[]): string[] {
  return names.length === 0 ? [nobody] : names;
}

const nameParts: readonly NamePart[] = ['workflows', 'steps', 'assignees', 'starters'];

/** Makes the test of a filter; a row that could not be read passes only where its key can say so. */
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
    for (const { part, wanted } of parts) if (!hasNameUnder(part, job, wanted)) return false;
    return text === undefined || holdsText(job, text);
  };
}

function isWithin(timestamp: string | null | undefined, span: number, now: number): boolean {
  const ms = timestamp == null ? null : parseTimestamp(timestamp);
  return ms !== null && ms >= now - span;
}

function holdsText(job: Job, text: string): boolean {
  if (job.key.toLocaleLowerCase().includes(text)) return true;
  return nameParts.some((part) => namesUnder(part, job).some((name) => name.toLocaleLowerCase().includes(text)));
}

/** The filter in a few words, for the view's description: `Invoice Approval, active`. */
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

/** Reads a filter that was stored, by this version or another; parts that make no sense are left out. */
export function readFilter(stored: unknown): JobFilter {
  if (!isJsonObject(stored)) return noFilter;
  const { state, text, startedWithin, updatedWithin } = stored;
  return {
    ...(state === 'active' || state === 'completed' || state === 'unknown' ? { state } : {}),
    ...Object.fromEntries(nameParts.flatMap((part) => (isNames(stored[part]) ? [[part, stored[part]]] : []))),
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(isSpan(startedWithin) ? { startedWithin } : {}),
    ...(isSpan(updatedWithin) ? { updatedWithin } : {}),
  };
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');
}

function isSpan(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
