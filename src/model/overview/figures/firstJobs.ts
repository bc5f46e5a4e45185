import * as l10n from '@vscode/l10n';
import type { FirstJob, Panel, Words } from '../../../protocol/overview.ts';
import { oneLine } from '../../../text/inert.ts';
import { formatAge } from '../../../text/time.ts';
import { assigneesOf, namesOf, shortJobTitle } from '../../jobs/job.ts';
import type { JobRecords } from '../jobRecords.ts';
import { timeOf } from '../pick.ts';
import { type Survey, visit } from './survey.ts';
import { gradeWord, slot, strong, words } from './words.ts';

const most = 10;

/** Longest name, in UTF-16 units. */
const longest = 80;

/** The active jobs that have run longest or have been without an update longest. */
export function* describeFirst(survey: Survey): Generator<void, Panel<FirstJob[]>> {
  const { records, columns } = survey;
  const oldest = new Earliest(columns.started);
  const silent = new Earliest(columns.updated);
  yield* visit(survey.active, (index) => {
    oldest.see(index);
    silent.see(index);
  });
  const chosen = new Set<number>();
  for (let rank = 0; rank < most; rank++) {
    for (const index of [oldest.indexes[rank], silent.indexes[rank]]) if (index !== undefined && chosen.size < most) chosen.add(index);
  }
  const jobs = [...chosen]
    .sort((one, other) => (columns.started[one] || Infinity) - (columns.started[other] || Infinity) || one - other)
    .flatMap((index) => firstJob(records, index, oldest.indexes.includes(index) ? (silent.indexes.includes(index) ? 'both' : 'oldest') : 'silent'));
  return {
    sentence: inWords(survey, oldest.indexes[0], silent.indexes[0]),
    grade: survey.isExact ? gradeWord('exact') : null,
    picture: jobs.length === 0 ? null : jobs,
    table: { columns: [l10n.t('Job'), l10n.t('Step'), l10n.t('Assigned to'), l10n.t('Running for'), l10n.t('Silent for')], rows: jobs.map((job) => cells(job, survey)) },
  };
}

/** Collects the records with the earliest times, in order; ignores those without a time. */
class Earliest {
  readonly indexes: number[] = [];
  readonly #times: Uint32Array;

  constructor(times: Uint32Array) {
    this.#times = times;
  }

  see(index: number): void {
    const time = this.#times[index] ?? 0;
    if (time === 0 || (this.indexes.length === most && time >= this.#time(most - 1))) return;
    const at = this.indexes.findIndex((_, rank) => this.#time(rank) > time);
    this.indexes.splice(at < 0 ? this.indexes.length : at, 0, index);
    this.indexes.length = Math.min(this.indexes.length, most);
  }

  #time(rank: number): number {
    return this.#times[this.indexes[rank] ?? 0] ?? 0;
  }
}

function firstJob(records: JobRecords, index: number, why: FirstJob['why']): FirstJob[] {
  const row = records.row(index);
  if (row?.kind !== 'job') return [];
  const { job } = row;
  const step = namesOf(job.activeSteps);
  return [{
    id: row.id,
    title: oneLine(shortJobTitle(job).title, longest),
    step: step === undefined ? null : oneLine(step, longest),
    assignees: assigneesOf(job).slice(0, 3).map((name) => oneLine(name, longest)),
    startedAt: timeOf(records, 'started', index),
    updatedAt: timeOf(records, 'updated', index),
    why,
  }];
}

function cells({ title, step, assignees, startedAt, updatedAt }: FirstJob, { now, language }: Survey): (string | null)[] {
  const age = (ms: number | null) => (ms === null ? null : formatAge(now - ms, language));
  return [title, step ?? l10n.t('no step named'), assignees.join(', ') || l10n.t('unassigned'), age(startedAt), age(updatedAt)];
}

function inWords(survey: Survey, oldest: number | undefined, silent: number | undefined): Words {
  const { records, now, language, isExact } = survey;
  const age = (which: 'started' | 'updated', index: number) => strong(formatAge(now - (timeOf(records, which, index) ?? now), language));
  if (oldest === undefined && silent === undefined) return [isExact ? l10n.t('No active job has a readable time.') : l10n.t('None of the active jobs read so far has a readable time.')];
  if (oldest === undefined || silent === undefined) return [isExact ? l10n.t('The active jobs whose times can be read.') : l10n.t('The longest running of those read.')];
  const parts = [age('started', oldest), age('updated', silent)] as const;
  return isExact
    ? words(l10n.t('The longest running started {0} ago, the longest silent was updated {1} ago.', slot(0), slot(1)), ...parts)
    : words(l10n.t('Of those read, the longest running started {0} ago, the longest silent was updated {1} ago.', slot(0), slot(1)), ...parts);
}
