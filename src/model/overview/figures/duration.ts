import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../../text/number.ts';
import { formatDuration } from '../../../text/time.ts';
import { type JobFilter, noValue } from '../../browsing/jobFilter.ts';
import type { Panel, TableRow, Words } from '../report.ts';
import { groupsByName, shownName } from './names.ts';
import { type Survival, minFinished, survivalOf } from './survival.ts';
import type { JobFacts, Survey } from './survey.ts';
import {
  countOf,
  durationColumn,
  durationOf,
  notIncluded,
  strong,
  withRemarks,
  wordsOf,
} from './words.ts';

const maxWorkflows = 8;

/** Maximum share of completed jobs without a workflow, from 0 to 1. */
const maxNamelessShare = 0.1;

/**
 * Creates the panel that shows job durations. Lists workflows only if the service keeps the
 * workflow of completed jobs.
 */
export function* describeDuration(survey: Survey, survival: Survival): Generator<void, Panel> {
  const { inPeriod: jobs, from, now } = survey;
  const period: JobFilter = from === null ? {} : { started: { from, to: null } };
  const rows = [
    durationRow(l10n.t('All workflows'), jobs, from === null ? null : period, survival),
  ];
  const groups = areWorkflowsKept(jobs) ? groupsByName(jobs, 'workflows') : [];
  for (const group of groups.slice(0, maxWorkflows)) {
    yield;
    const name = shownName(group.names[0], l10n.t('No workflow'));
    const filter = { ...period, workflows: group.names };
    rows.push(durationRow(name, group.jobs, filter, survivalOf(group.jobs, now)));
  }
  const columns = [
    { name: l10n.t('Workflow'), kind: 'text' },
    { name: l10n.t('Jobs'), kind: 'number' },
    durationColumn(l10n.t('Half finish within'), 'completed'),
    durationColumn(l10n.t('9 in 10 finish within'), 'completed'),
  ] as const;
  return {
    id: 'duration',
    title: l10n.t('How long does it take?'),
    period: survey.periodName,
    sentence: withRemarks(durationSentence(survival), notIncluded(survival.leftOut)),
    table: survival.finished === 0 ? null : { columns, rows },
  };
}

/**
 * Returns true if completed jobs keep their workflows. Many services remove the workflows when a job
 * is completed.
 */
function areWorkflowsKept(jobs: readonly JobFacts[]): boolean {
  const others = jobs.filter(({ state }) => state !== 'active');
  const nameless = others.filter(({ workflows }) => workflows[0] === noValue);
  return nameless.length <= others.length * maxNamelessShare;
}

function durationRow(
  name: string,
  jobs: readonly JobFacts[],
  filter: JobFilter | null,
  { median, nineInTen }: Survival,
): TableRow {
  const times = [median, nineInTen].map((ms) => durationOf(ms, formatDuration));
  return { cells: [name, countOf(jobs.length, filter), ...times] };
}

function durationSentence({ finished, median, nineInTen }: Survival): Words {
  if (finished < minFinished) {
    return [
      l10n.t(
        'At least {0} finished jobs are needed to estimate how long a job takes.',
        formatNumber(minFinished),
      ),
    ];
  }
  if (median === null)
    return [
      l10n.t('The duration of a job cannot be estimated, because too many jobs are still active.'),
    ];
  const text =
    nineInTen === null
      ? l10n.t(
          'Half of the jobs finish within {0}. Too many are still active to estimate when 9 in 10 finish.',
        )
      : l10n.t('Half of the jobs finish within {0}, and 9 in 10 within {1}.');
  return wordsOf(text, ...[median, nineInTen ?? 0].map((ms) => strong(formatDuration(ms))));
}
