import * as l10n from '@vscode/l10n';
import type { JobPick, Span } from '../../protocol/overview.ts';
import type { JobRow } from '../../service/index.ts';
import { formatNumber } from '../../text/number.ts';
import { formatAbsolute, formatDuration } from '../../text/time.ts';
import { nobody } from '../browsing/jobFilter.ts';
import { stateWord } from '../jobs/job.ts';
import type { JobRecords, RecordNames } from './jobRecords.ts';

/** Picks all readable jobs. */
export const everyJob: JobPick = { state: null, steps: null, workflows: null, assignees: null, started: null, completed: null, age: null };

/** A test for picked records by index; unreadable ones never pass. */
export function pickTest(records: JobRecords, pick: JobPick, now: number): (index: number) => boolean {
  const { state, started, completed, age } = pick;
  const parts = (['steps', 'workflows', 'assignees'] as const).flatMap((part) => {
    const wanted = pick[part];
    return wanted === null ? [] : [nameTest(records, part, wanted)];
  });
  return (index) => {
    const recordState = records.state(index);
    if (recordState === 'unreadable' || (state !== null && recordState !== state)) return false;
    if (started !== null && !holds(started, timeOf(records, 'started', index))) return false;
    if (completed !== null && !holds(completed, timeOf(records, 'completed', index))) return false;
    if (age !== null && (recordState === 'completed' || !holds(age, ageOf(records, index, now)))) return false;
    return parts.every((test) => test(index));
  };
}

/** The picked rows, newest first. */
export function pickedRows(records: JobRecords, pick: JobPick, now: number): JobRow[] {
  const isPicked = pickTest(records, pick, now);
  const indexes: number[] = [];
  // Copies the times, because that makes the sort twice as fast.
  const started = new Uint32Array(records.size);
  for (let index = 0; index < records.size; index++) {
    if (!isPicked(index)) continue;
    indexes.push(index);
    started[index] = records.time('started', index);
  }
  indexes.sort((one, other) => (started[other] ?? 0) - (started[one] ?? 0));
  const rows: JobRow[] = [];
  for (const index of indexes) {
    const row = records.row(index);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** Whether a time is within a span; an unknown time never is. */
export function holds({ from, to }: Span, ms: number | null): boolean {
  return ms !== null && (from === null || ms >= from) && (to === null || ms < to);
}

/** Epoch milliseconds. */
export function timeOf(records: JobRecords, which: 'started' | 'updated' | 'completed', index: number): number | null {
  const seconds = records.time(which, index);
  return seconds === 0 ? null : seconds * 1000;
}

/** Milliseconds since the start, negative before it. */
function ageOf(records: JobRecords, index: number, now: number): number | null {
  const started = timeOf(records, 'started', index);
  return started === null ? null : now - started;
}

/** Tests names once per list of names, which many records share. */
function nameTest(records: JobRecords, part: RecordNames, names: readonly string[]): (index: number) => boolean {
  const wanted = new Set(names);
  const known: boolean[] = [];
  return (index) => {
    const list = records.nameList(part, index);
    return (known[list] ??= records.namesOf(part, list).some((name) => wanted.has(name)));
  };
}

/** Most names in a description. */
const mostNames = 3;

/** The pick in a few words, for the message of the Jobs view: `active, Approve amount, longer than 13 d`. */
export function describePick(pick: JobPick, language: string): string {
  const names = (list: readonly string[] | null, nobodyWord: string, many: (count: string) => string) =>
    list === null ? [] : list.length > mostNames ? [many(formatNumber(list.length, language))] : list.map((name) => (name === nobody ? nobodyWord : name));
  const moments = (span: Span | null, between: (from: string, to: string) => string, since: (from: string) => string, before: (to: string) => string) => {
    const [from, to] = [span?.from ?? null, span?.to ?? null].map((ms) => (ms === null ? null : formatAbsolute(ms, language)));
    return from != null && to != null ? [between(from, to)] : from != null ? [since(from)] : to != null ? [before(to)] : [];
  };
  return [
    ...(pick.state === null ? [] : [stateWord(pick.state)]),
    ...names(pick.workflows, l10n.t('no workflow'), (count) => l10n.t('{0} workflows', count)),
    ...names(pick.steps, l10n.t('no step'), (count) => l10n.t('{0} steps', count)),
    ...names(pick.assignees, l10n.t('unassigned'), (count) => l10n.t('{0} people', count)),
    ...describeAge(pick.age, language),
    ...moments(pick.started, (from, to) => l10n.t('started from {0} to {1}', from, to), (from) => l10n.t('started since {0}', from), (to) => l10n.t('started before {0}', to)),
    ...moments(pick.completed, (from, to) => l10n.t('completed from {0} to {1}', from, to), (from) => l10n.t('completed since {0}', from), (to) => l10n.t('completed before {0}', to)),
  ].join(', ');
}

function describeAge(age: Span | null, language: string): string[] {
  if (age === null) return [];
  const [from, to] = [age.from, age.to].map((ms) => (ms === null ? null : formatDuration(ms, language)));
  if (from != null && to != null) return [l10n.t('running for {0} to {1}', from, to)];
  return from != null ? [l10n.t('longer than {0}', from)] : to != null ? [l10n.t('less than {0}', to)] : [];
}
