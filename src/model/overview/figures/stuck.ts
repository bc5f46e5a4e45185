import * as l10n from '@vscode/l10n';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { day, formatDuration, formatLength, hour, minute } from '../../../text/time.ts';
import { type JobFilter, type TimeRange, isWithin } from '../../browsing/jobFilter.ts';
import type { Panel, TableRow, Tone, Words } from '../report.ts';
import { type NameGroup, combineOthers, filterNames, groupsByName, shownName } from './names.ts';
import type { Survival } from './survival.ts';
import { type JobFacts, type Survey, earliest } from './survey.ts';
import { countOf, countInWords, noneActive, strong, withRemarks, wordsOf } from './words.ts';

const niceAges = [minute, 10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, 30 * day];
const fixedAges = [hour, day, 7 * day, 30 * day];

/** Maximum number of workflow steps with a separate row. All other steps share one row. */
const maxSteps = 8;

/**
 * Minimum number of late jobs before the summary mentions a step. More than half of the jobs in the
 * step must also be late.
 */
const minLateJobs = 5;

type TypicalDurations = Readonly<Record<'median' | 'nineInTen', number>>;

/**
 * Range of job ages in milliseconds. The bar color indicates how the ages compare with typical job
 * durations.
 */
interface Age extends TimeRange {
  readonly name: string;
  readonly tone: Tone;
}

interface StuckStep extends NameGroup {
  readonly late: number;
}

/**
 * Creates the panel that counts active jobs by step and age. Jobs with several active steps are
 * counted once for each step.
 */
export function describeStuck(survey: Survey, survival: Survival): Panel {
  const { active, now } = survey;
  const typical = typicalDurationsOf(survival);
  const ages = agesOf(typical);
  const undated = active.filter(({ started }) => started === null).length;
  const lateAge = { from: ages.at(-1)?.from ?? null, to: null };
  const steps = groupsByName(active, 'steps')
    .map((group): StuckStep => ({ ...group, late: ofAge(lateAge, group.jobs, now).length }))
    .sort((left, right) => (typical === undefined ? 0 : right.late - left.late));
  const columns = [
    { name: l10n.t('Step'), kind: 'text' },
    ...ages.map(({ name, tone }) => ({ name, kind: 'bar', tone }) as const),
    { name: l10n.t('Active'), kind: 'number' },
  ] as const;
  const rows = combineOthers(steps, maxSteps).map((group) => stepRow(group, ages, now));
  return {
    id: 'stuck',
    title: l10n.t('Where is it stuck?'),
    sentence: withRemarks(
      typical === undefined ? activeInWords(survey) : stuckSentence(survey, steps, typical),
      undated === 0
        ? ''
        : l10n.t('Active jobs without a readable start time: {0}.', formatNumber(undated)),
      active.some((job) => job.steps.length > 1)
        ? l10n.t('A job with several active steps is counted once for each step.')
        : '',
    ),
    table: active.length === 0 ? null : { columns, rows },
    legend: legendOf(ages),
  };
}

function legendOf(ages: readonly Age[]): NonNullable<Panel['legend']> {
  return ages.flatMap(({ tone }) => {
    if (tone === 'long') return { tone, text: l10n.t('Half of the jobs finish sooner') };
    return tone === 'overdue' ? { tone, text: l10n.t('9 in 10 jobs finish sooner') } : [];
  });
}

/** Returns the times in which half of the jobs and 9 in 10 jobs finish, or undefined if unknown. */
function typicalDurationsOf(survival: Survival): TypicalDurations | undefined {
  const { median, nineInTen } = survival;
  return median && nineInTen ? { median, nineInTen } : undefined;
}

function ofAge(age: TimeRange, jobs: readonly JobFacts[], now: number): JobFacts[] {
  return jobs.filter(({ started }) => isWithin(age, started === null ? null : now - started));
}

function stepRow(group: NameGroup, ages: readonly Age[], now: number): TableRow {
  const names = filterNames(group);
  const isCombined = group.names.length > 1;
  const count = (jobs: readonly JobFacts[], more: JobFilter) =>
    countOf(jobs.length, names && { state: 'active', steps: names, ...more });
  return {
    cells: [
      isCombined
        ? l10n.t('{0} more steps', formatNumber(group.names.length))
        : shownName(group.names[0], l10n.t('No step')),
      ...ages.map(({ from, to }) =>
        count(ofAge({ from, to }, group.jobs, now), { age: { from, to } }),
      ),
      count(group.jobs, {}),
    ],
    isCombined,
  };
}

/**
 * Divides job ages into ranges. If the typical durations are known, the last two ranges start at
 * the typical durations.
 */
function agesOf(typical: TypicalDurations | undefined): Age[] {
  const { median = 0, nineInTen = 0 } = typical ?? {};
  const shorter = niceAges.filter((age) => age <= median / 2).slice(-2);
  const bounds = typical === undefined ? fixedAges : [...new Set([...shorter, median, nineInTen])];
  return [...bounds, null].map((to, index) => {
    const from = bounds[index - 1] ?? null;
    return { from, to, name: nameOf(from, to), tone: toneOf(from, typical) };
  });
}

function nameOf(from: number | null, to: number | null): string {
  if (from === null) return l10n.t('under {0}', formatDuration(to ?? 0));
  if (to === null) return l10n.t('over {0}', formatDuration(from));
  return l10n.t('{0} to {1}', formatDuration(from), formatDuration(to));
}

function toneOf(from: number | null, typical: TypicalDurations | undefined): Age['tone'] {
  if (typical === undefined || from === null || from < typical.median) return 'usual';
  return from < typical.nineInTen ? 'long' : 'overdue';
}

function stuckSentence(
  survey: Survey,
  steps: readonly StuckStep[],
  typical: TypicalDurations,
): Words {
  const { active, isWhole, now } = survey;
  const notable = steps.find(({ late, jobs }) => late >= minLateJobs && late > jobs.length / 2);
  const limit = formatDuration(typical.nineInTen);
  const age = { from: typical.nineInTen, to: null };
  if (notable !== undefined) {
    const filter: JobFilter = { state: 'active', steps: notable.names };
    return wordsOf(
      l10n.t('{0} of {1} in {2} have run for more than {3}. 9 in 10 jobs finish sooner.'),
      countInWords(notable.late, { ...filter, age }),
      strong(formatJobs(notable.jobs.length), filter),
      strong(shownName(notable.names[0], l10n.t('No step'))),
      limit,
    );
  }
  if (!isWhole || active.length === 0) return activeInWords(survey);
  return wordsOf(
    l10n.t('{0} of {1} active jobs have run for more than {2}. No step stands out.'),
    countInWords(ofAge(age, active, now).length, { state: 'active', age }),
    countInWords(active.length, { state: 'active' }),
    limit,
  );
}

/**
 * Returns a sentence with the number of active jobs, without a comparison with typical durations.
 */
function activeInWords(survey: Survey): Words {
  const { active, isWhole, now } = survey;
  if (active.length === 0) return noneActive(survey);
  const [oldest] = earliest(active, 'started');
  const age = formatLength(now - (oldest?.started ?? now));
  const areActive = active.length === 1 ? l10n.t('{0} is active.') : l10n.t('{0} are active.');
  const oldestText = oldest === undefined ? '' : ` ${l10n.t('The oldest has run for {0}.', age)}`;
  const partText = ` ${l10n.t('To find out where jobs are stuck, select Read All.')}`;
  return wordsOf(
    areActive + (isWhole ? oldestText : partText),
    strong(formatJobs(active.length), { state: 'active' }),
  );
}
