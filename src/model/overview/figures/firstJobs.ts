import * as l10n from '@vscode/l10n';
import { singleLine } from '../../../text/untrustedText.ts';
import { formatFirstNames } from '../../../text/list.ts';
import { formatAbsolute, formatLength } from '../../../text/time.ts';
import { assigneesOf, namesOf, shortJobTitle } from '../../jobs/job.ts';
import type { Panel, TableRow, Words } from '../report.ts';
import { type JobFacts, type Survey, earliest } from './survey.ts';
import { durationColumn, durationOf, noneActive, strong, wordsOf } from './words.ts';

const maxJobs = 10;

/** Maximum length of a name in a table cell, in UTF-16 units. */
const maxCellLength = 80;

/**
 * Creates the panel for the oldest active jobs and for the jobs that have been unchanged for the
 * longest time.
 */
export function describeFirst(survey: Survey): Panel {
  const oldest = earliest(survey.active, 'started');
  const silent = earliest(survey.active, 'updated');
  const half = maxJobs / 2;
  const ranked = [...oldest.slice(0, half), ...silent.slice(0, half), ...oldest, ...silent];
  const rows = [...new Set(ranked)]
    .slice(0, maxJobs)
    .sort((left, right) => (left.started ?? Infinity) - (right.started ?? Infinity))
    .map((job) => firstJobRow(job, survey.now));
  const columns = [
    { name: l10n.t('Job'), kind: 'text' },
    { name: l10n.t('Key'), kind: 'export' },
    { name: l10n.t('Step'), kind: 'text' },
    { name: l10n.t('Assigned to'), kind: 'text' },
    durationColumn(l10n.t('Running for'), 'usual'),
    durationColumn(l10n.t('Unchanged for'), 'usual'),
  ] as const;
  return {
    id: 'first',
    title: l10n.t('Look at these first'),
    sentence: firstJobsSentence(survey, oldest[0], silent[0]),
    table: rows.length === 0 ? null : { columns, rows },
  };
}

function firstJobRow({ row: { id, job }, started, updated }: JobFacts, now: number): TableRow {
  const title = singleLine(shortJobTitle(job).title, maxCellLength);
  const step = singleLine(namesOf(job.activeSteps) ?? l10n.t('No step'), maxCellLength);
  const assignees = assigneesOf(job).map((name) => singleLine(name, maxCellLength));
  const lengthSince = (ms: number | null) =>
    durationOf(ms === null ? null : Math.max(0, now - ms), formatLength);
  const start =
    started === null ? l10n.t('key {0}', job.key) : l10n.t('started {0}', formatAbsolute(started));
  return {
    cells: [
      title,
      job.key,
      step,
      formatFirstNames(assignees, 3) || l10n.t('Unassigned'),
      lengthSince(started),
      lengthSince(updated),
    ],
    job: { id, name: l10n.t('{0}, {1}, {2}', title, step, start) },
  };
}

function firstJobsSentence(
  survey: Survey,
  oldest: JobFacts | undefined,
  silent: JobFacts | undefined,
): Words {
  if (survey.active.length === 0) return noneActive(survey);
  const { now } = survey;
  if (oldest === undefined) return [l10n.t('No active job has a readable start time.')];
  const times = [oldest.started, silent?.updated].map((ms) =>
    strong(formatLength(now - (ms ?? now))),
  );
  const text =
    silent === undefined
      ? l10n.t('The oldest active job has run for {0}.')
      : l10n.t('The oldest active job has run for {0}. The longest time without a change is {1}.');
  return wordsOf(text, ...times);
}
