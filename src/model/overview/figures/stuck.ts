import * as l10n from '@vscode/l10n';
import type { Count, CountFilter, Panel, Span, StuckPicture, Words } from '../../../protocol/overview.ts';
import { formatNumber } from '../../../text/number.ts';
import { day, formatDuration, formatLength, hour, minute } from '../../../text/time.ts';
import { isWithin, noValue } from '../../browsing/jobFilter.ts';
import { type NameGroup, filterNames, groupsByName, shownName, withFurther } from './names.ts';
import type { Survival } from './survival.ts';
import { type JobFacts, type Survey, countOf, earliest, isActive } from './survey.ts';
import { countCell, gradeWord, jobsInWords, noneActive, sentence, strong, withRemarks } from './words.ts';

const niceAges = [minute, 10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, 30 * day];
const fixedAges = [hour, day, 7 * day, 30 * day];

/** Most steps with their own row. */
const mostSteps = 8;

/** Fewest jobs stuck in a step, and by how much they exceed what is usual, for the sentence to name it. */
const [fewestStuck, notable] = [5, 2];

/** What is known of the times in which jobs finish. */
type Yardstick = Readonly<Record<'median' | 'nineInTen' | 'usualShare', number>>;

interface Step extends NameGroup {
  /** Jobs that have run longer than the last bound of the ages. */
  readonly late: number;
}

/** Active jobs by step and age; a job with several steps counts in each. */
export function describeStuck(
  survey: Survey,
  { median, nineInTen, usualShare }: Survival,
): Panel<StuckPicture> {
  const { now } = survey;
  const yardstick =
    median === null || nineInTen === null || median === 0 ? undefined : { median, nineInTen, usualShare };
  const ages = agesOf(yardstick);
  const active = survey.jobs.filter(isActive);
  const ageOf = ({ started }: JobFacts) => (started === null ? null : now - started);
  const late = { from: ages.at(-1)?.from ?? null, to: null };
  const lateOf = (jobs: readonly JobFacts[]) => jobs.filter((job) => isWithin(late, ageOf(job))).length;
  const steps = groupsByName(active, 'steps')
    .map((group): Step => ({ ...group, late: lateOf(group.jobs) }))
    .sort((one, other) => (yardstick === undefined ? 0 : other.late - one.late));
  const row = (group: NameGroup): StuckPicture['steps'][number] => {
    const names = filterNames(group);
    const count = (jobs: readonly JobFacts[], more: CountFilter) =>
      countOf(survey, jobs.length, names && { state: 'active', steps: names, ...more });
    return {
      name:
        group.names.length > 1
          ? l10n.t('{0} further steps', formatNumber(group.names.length))
          : shownName(group.names[0], l10n.t('no step named')),
      steps: group.names.length,
      cells: ages.map(({ from, to }) =>
        count(
          group.jobs.filter((job) => isWithin({ from, to }, ageOf(job))),
          { age: { from, to } },
        ),
      ),
      active: count(group.jobs, {}),
    };
  };
  const rows = withFurther(steps, mostSteps).map(row);
  const undated = active.filter(({ started }) => started === null).length;
  const isRepeating = active.some((job) => job.steps.length > 1);
  return {
    sentence: withRemarks(
      inWords(survey, active, lateOf(active), steps, yardstick),
      undated === 0
        ? ''
        : l10n.t(
            'Active jobs of unknown age, because their start cannot be read: {0}.',
            formatNumber(undated),
          ),
      isRepeating ? l10n.t('A job in several steps counts in each.') : '',
    ),
    grade: active.length === 0 && survey.grade !== 'exact' ? null : gradeWord(survey),
    picture:
      active.length === 0 ? null : { ages: ages.map(({ label, tone }) => ({ label, tone })), steps: rows },
    table: {
      columns: [l10n.t('Step'), ...ages.map(({ label }) => label), l10n.t('Active')].map((name) => ({
        name,
      })),
      rows: rows.map(({ name, cells, active: all }) => [name, ...cells.map(countCell), countCell(all)]),
    },
  };
}

/**
 * Age ranges; if known, the last two bounds are the times within which half and nine in ten of the jobs
 * finish.
 */
function agesOf(yardstick: Yardstick | undefined): (StuckPicture['ages'][number] & Span)[] {
  const bounds =
    yardstick === undefined
      ? fixedAges
      : [
          ...new Set([
            ...niceAges.filter((age) => age <= yardstick.median / 2).slice(-2),
            yardstick.median,
            yardstick.nineInTen,
          ]),
        ];
  return [...bounds, null].map((to, index) => {
    const from = bounds[index - 1] ?? null;
    const text = (ms: number | null) => (ms === null ? '' : formatDuration(ms));
    return {
      from,
      to,
      label:
        from === null
          ? l10n.t('under {0}', text(to))
          : to === null
            ? l10n.t('over {0}', text(from))
            : l10n.t('{0} – {1}', text(from), text(to)),
      tone:
        yardstick === undefined || from === null || from < yardstick.median
          ? 'usual'
          : from < yardstick.nineInTen
            ? 'long'
            : 'overdue',
    };
  });
}

function inWords(
  survey: Survey,
  active: readonly JobFacts[],
  allLate: number,
  steps: readonly Step[],
  yardstick: Yardstick | undefined,
): Words {
  const { isWhole } = survey;
  if (active.length === 0) return noneActive(survey);
  const all = countOf(survey, active.length, { state: 'active' });
  if (yardstick === undefined) return oldestInWords(survey, active, all);

  const { nineInTen, usualShare } = yardstick;
  const limit = formatDuration(nineInTen);
  const age = { from: nineInTen, to: null };
  const usual = ({ jobs }: Step) => usualShare * jobs.length;
  const [first] = steps
    .filter((step) => step.late >= fewestStuck && step.late > notable * usual(step))
    .sort((one, other) => other.late - usual(other) - (one.late - usual(one)));
  if (first !== undefined) {
    const late = jobsInWords(countOf(survey, first.late, { state: 'active', steps: first.names, age }));
    const step = strong(
      shownName(first.names[0], l10n.t('no step named')),
      countOf(survey, first.jobs.length, { state: 'active', steps: first.names }).filter,
    );
    const words = sentence(
      l10n.t('{0} in {1} have run for more than {2}; 9 in 10 jobs finish sooner.'),
      late,
      step,
      limit,
    );
    // In a part of the list, old jobs may be more or fewer than in all of it.
    return withRemarks(
      words,
      isWhole ? l10n.t('Usual for this step: about {0}.', formatNumber(Math.round(usual(first)))) : '',
    );
  }
  if (!isWhole || (allLate === 0 && active.some(({ started }) => started === null))) {
    return oldestInWords(survey, active, all);
  }
  if (allLate === 0) {
    return [l10n.t('No active job has run for more than {0}; 9 in 10 jobs finish sooner.', limit)];
  }
  return sentence(
    l10n.t('Older than {2}: {0} of {1} active jobs. No step holds unusually many of them.'),
    strong(formatNumber(allLate), countOf(survey, allLate, { state: 'active', age }).filter),
    strong(formatNumber(all.value), all.filter),
    limit,
  );
}

function oldestInWords({ now, isWhole }: Survey, active: readonly JobFacts[], all: Count): Words {
  const areActive = sentence(
    all.value === 1 ? l10n.t('{0} is active') : l10n.t('{0} are active'),
    jobsInWords(all),
  );
  if (!isWhole) return sentence(l10n.t('{0}. Too little was read to name a step: Read All.'), areActive);
  const [oldest] = earliest(active, 'started');
  if (oldest === undefined) return sentence(l10n.t('{0}.'), areActive);
  const age = strong(formatLength(now - (oldest.started ?? now)));
  const step = oldest.steps
    .filter((name) => name !== noValue)
    .map((name) => shownName(name, ''))
    .join(', ');
  if (step === '') return sentence(l10n.t('{0}; the oldest has run for {1}.'), areActive, age);
  return sentence(l10n.t('{0}; the oldest has run for {1} and is in {2}.'), areActive, age, strong(step));
}
