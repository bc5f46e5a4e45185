import * as l10n from '@vscode/l10n';
import type { CountFilter, Panel, Span, StuckPicture, Words } from '../../../protocol/overview.ts';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { day, formatDuration, formatLength, hour, minute } from '../../../text/time.ts';
import { isWithin, noValue } from '../../browsing/jobFilter.ts';
import { type NameGroup, filterNames, groupsByName, shownName, withFurther } from './names.ts';
import type { Survival } from './survival.ts';
import { type JobFacts, type Survey, countOf, earliest, isActive } from './survey.ts';
import { noneActive, ofThoseRead, sentence, strong, withRemarks } from './words.ts';

const niceAges = [minute, 10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, 30 * day];
const fixedAges = [hour, day, 7 * day, 30 * day];

/** Most steps with their own row. */
const mostSteps = 8;

/** Fewest jobs stuck in a step, and by how much they exceed what is usual, for the sentence to name it. */
const [fewestStuck, notable] = [5, 2];

/** What is known of the times in which jobs finish. */
type Yardstick = Readonly<Record<'median' | 'nineInTen' | 'usualShare', number>>;

/** A range of ages, and how it compares with the times in which jobs finish. */
type Age = StuckPicture['ages'][number] & Span;

/** The active jobs by step; a job with several steps is in each. */
interface Stuck {
  readonly survey: Survey;
  readonly yardstick: Yardstick | undefined;
  readonly active: readonly JobFacts[];
  readonly steps: readonly Step[];
  /** Number of jobs that have run longer than the last bound of the ages. */
  readonly late: number;
}

interface Step extends NameGroup {
  readonly late: number;
}

/** Active jobs by step and age; a job with several steps counts in each. */
export function describeStuck(survey: Survey, survival: Survival): Panel<StuckPicture> {
  const yardstick = yardstickOf(survival);
  const ages = agesOf(yardstick);
  const active = survey.jobs.filter(isActive);
  const lateAge = { from: ages.at(-1)?.from ?? null, to: null };
  const lateOf = (jobs: readonly JobFacts[]) =>
    jobs.filter((job) => isWithin(lateAge, ageOf(job, survey))).length;
  const steps = groupsByName(active, 'steps')
    .map((group): Step => ({ ...group, late: lateOf(group.jobs) }))
    .sort((one, other) => (yardstick === undefined ? 0 : other.late - one.late));
  const rows = withFurther(steps, mostSteps).map((group) => rowOf(group, ages, survey));
  const picture = {
    ages: ages.map(({ label, name, tone }) => ({ label: unbroken(label), name, tone })),
    steps: rows,
  };
  return {
    sentence: withRemarks(
      stuckSentence({ survey, yardstick, active, steps, late: lateOf(active) }),
      undatedInWords(active),
      active.some((job) => job.steps.length > 1) ? l10n.t('A job in several steps counts in each.') : '',
    ),
    picture: active.length === 0 ? null : picture,
    table: {
      columns: [l10n.t('Step'), ...ages.map(({ label }) => label), l10n.t('Active')].map((name) => ({
        name,
      })),
      rows: rows.map(({ name, cells, active: all }) => [name, ...cells.map(({ value }) => value), all.value]),
    },
  };
}

function yardstickOf({ median, nineInTen, usualShare }: Survival): Yardstick | undefined {
  if (median === null || nineInTen === null || median === 0) return undefined;
  return { median, nineInTen, usualShare };
}

function ageOf({ started }: JobFacts, { now }: Survey): number | null {
  return started === null ? null : now - started;
}

function rowOf(group: NameGroup, ages: readonly Age[], survey: Survey): StuckPicture['steps'][number] {
  const names = filterNames(group);
  const count = (jobs: readonly JobFacts[], more: CountFilter) =>
    countOf(survey, jobs.length, names && { state: 'active', steps: names, ...more });
  return {
    name:
      group.names.length > 1
        ? l10n.t('{0} further steps', formatNumber(group.names.length))
        : shownName(group.names[0], l10n.t('no step named')),
    steps: group.names.length,
    cells: ages.map(({ from, to }) => {
      const age = { from, to };
      return count(
        group.jobs.filter((job) => isWithin(age, ageOf(job, survey))),
        { age },
      );
    }),
    active: count(group.jobs, {}),
  };
}

/**
 * Age ranges; if known, the last two bounds are the times within which half and nine in ten of the jobs
 * finish.
 */
function agesOf(yardstick: Yardstick | undefined): Age[] {
  const bounds = yardstick === undefined ? fixedAges : boundsOf(yardstick);
  return [...bounds, null].map((to, index) => {
    const from = bounds[index - 1] ?? null;
    return { from, to, ...labelOf(from, to), tone: toneOf(from, yardstick) };
  });
}

function boundsOf({ median, nineInTen }: Yardstick): number[] {
  const shorter = niceAges.filter((age) => age <= median / 2).slice(-2);
  return [...new Set([...shorter, median, nineInTen])];
}

function labelOf(from: number | null, to: number | null): Pick<Age, 'label' | 'name'> {
  const same = (label: string) => ({ label, name: label });
  if (from === null) return same(l10n.t('under {0}', formatDuration(to ?? 0)));
  if (to === null) return same(l10n.t('over {0}', formatDuration(from)));
  const bounds = [formatDuration(from), formatDuration(to)];
  return { label: l10n.t('{0} – {1}', ...bounds), name: l10n.t('{0} to {1}', ...bounds) };
}

/** A label without line breaks between numbers and units. */
function unbroken(label: string): string {
  return label.replace(/(\d) (?=\p{L})/gu, '$1\u00a0');
}

function toneOf(from: number | null, yardstick: Yardstick | undefined): Age['tone'] {
  if (yardstick === undefined || from === null || from < yardstick.median) return 'usual';
  return from < yardstick.nineInTen ? 'long' : 'overdue';
}

function undatedInWords(active: readonly JobFacts[]): string {
  const undated = active.filter(({ started }) => started === null).length;
  if (undated === 0) return '';
  return l10n.t(
    'Active jobs of unknown age, because their start cannot be read: {0}.',
    formatNumber(undated),
  );
}

function stuckSentence(stuck: Stuck): Words {
  const { survey, yardstick, active, late } = stuck;
  if (active.length === 0) return noneActive(survey);
  if (yardstick === undefined) return oldestInWords(stuck);
  const limit = formatDuration(yardstick.nineInTen);
  const notableStep = notableInWords(stuck, yardstick);
  if (notableStep !== undefined) return notableStep;
  const isUnclear = late === 0 && active.some(({ started }) => started === null);
  if (!survey.isWhole || isUnclear) return oldestInWords(stuck);
  if (late === 0) {
    return [l10n.t('No active job has run for more than {0}; 9 in 10 jobs finish sooner.', limit)];
  }
  const age = { from: yardstick.nineInTen, to: null };
  return sentence(
    l10n.t('Older than {2}: {0} of {1} active jobs. No step holds unusually many of them.'),
    strong(formatNumber(late), countOf(survey, late, { state: 'active', age }).filter),
    strong(formatNumber(active.length), countOf(survey, active.length, { state: 'active' }).filter),
    limit,
  );
}

/** Names the step that most exceeds what is usual; undefined if none does. */
function notableInWords({ survey, steps }: Stuck, { nineInTen, usualShare }: Yardstick): Words | undefined {
  const usual = ({ jobs }: Step) => usualShare * jobs.length;
  const [first] = steps
    .filter((step) => step.late >= fewestStuck && step.late > notable * usual(step))
    .sort((one, other) => other.late - usual(other) - (one.late - usual(one)));
  if (first === undefined) return undefined;
  const filter = (more: CountFilter) =>
    countOf(survey, first.jobs.length, { state: 'active', steps: first.names, ...more }).filter;
  const words = sentence(
    ofThoseRead(survey) + l10n.t('{0} in {1} have run for more than {2}; 9 in 10 jobs finish sooner.'),
    strong(formatJobs(first.late), filter({ age: { from: nineInTen, to: null } })),
    strong(shownName(first.names[0], l10n.t('no step named')), filter({})),
    formatDuration(nineInTen),
  );
  // In a part of the list, old jobs may be more or fewer than in all of it.
  if (!survey.isWhole) return words;
  return withRemarks(
    words,
    l10n.t('Usual for this step: about {0}.', formatNumber(Math.round(usual(first)))),
  );
}

function oldestInWords({ survey, active }: Stuck): Words {
  const areActive = sentence(
    active.length === 1 ? l10n.t('{0} is active') : l10n.t('{0} are active'),
    strong(formatJobs(active.length), countOf(survey, active.length, { state: 'active' }).filter),
  );
  if (!survey.isWhole) {
    return sentence(
      ofThoseRead(survey) + l10n.t('{0}. Too little was read to name a step: Read All.'),
      areActive,
    );
  }
  const [oldest] = earliest(active, 'started');
  if (oldest === undefined) return sentence(l10n.t('{0}.'), areActive);
  const age = strong(formatLength(survey.now - (oldest.started ?? survey.now)));
  const step = oldest.steps
    .filter((name) => name !== noValue)
    .map((name) => shownName(name, ''))
    .join(', ');
  if (step === '') return sentence(l10n.t('{0}; the oldest has run for {1}.'), areActive, age);
  return sentence(l10n.t('{0}; the oldest has run for {1} and is in {2}.'), areActive, age, strong(step));
}
