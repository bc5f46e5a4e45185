import * as l10n from '@vscode/l10n';
import type { Count, Panel, Span, StuckPicture, Words } from '../../../protocol/overview.ts';
import { formatNumber } from '../../../text/number.ts';
import { formatAge, formatDuration } from '../../../text/time.ts';
import { nobody } from '../../browsing/jobFilter.ts';
import { Tally } from './estimate.ts';
import { type NameGroup, groupsByName, pickable, shownName, withFurther } from './names.ts';
import type { Yardstick } from './survival.ts';
import { type Survey, countOf, merged, pageOf, scopedPick, visit } from './survey.ts';
import { countCell, followedBy, gradeWord, jobsInWords, slot, strong, words } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const niceAges = [minute, 10 * minute, hour, 6 * hour, day, 3 * day, 7 * day, 30 * day];
const fixedAges = [hour, day, 7 * day, 30 * day];

/** Most steps with their own row. */
const mostSteps = 8;

interface Age extends Span {
  readonly label: string;
  readonly tone: StuckPicture['ages'][number]['tone'];
}

/** Active jobs with the same list of steps, in total and by age. */
interface AtSteps {
  readonly active: Tally;
  readonly byAge: Tally[];
}

type Row = StuckPicture['steps'][number];

/** Active jobs by step and age; a job with several steps counts in each. */
export function* describeStuck(survey: Survey, yardstick: Yardstick | undefined): Generator<void, Panel<StuckPicture>> {
  const { records, columns, now, language } = survey;
  const ages = agesOf(yardstick, language);
  const lists = new Map<number, AtSteps>();
  let oldest: number | undefined;
  yield* visit(survey.active, (index) => {
    const list = columns.steps[index] ?? 0;
    let at = lists.get(list);
    if (at === undefined) lists.set(list, (at = { active: new Tally(), byAge: ages.map(() => new Tally()) }));
    const page = pageOf(survey, index);
    at.active.add(page);
    const started = columns.started[index] ?? 0;
    if (started === 0) return;
    at.byAge[ages.findIndex(({ to }) => to === null || now - started * 1000 < to)]?.add(page);
    if (oldest === undefined || started < (columns.started[oldest] ?? 0)) oldest = index;
  });

  const row = (group: NameGroup): Row => {
    const { names, lists: groupLists } = group;
    const steps = pickable(group);
    const count = (tallyOf: (at: AtSteps) => Tally | undefined, age: Age | null) => {
      const tally = merged(groupLists.map((list) => lists.get(list)).map((at) => at && tallyOf(at)));
      const pick = steps && scopedPick(survey, { state: 'active', steps, age: age && { from: age.from, to: age.to } });
      return countOf(survey, tally, pick, age?.to == null ? null : now - age.to);
    };
    return {
      name: names.length > 1 ? l10n.t('{0} further steps', formatNumber(names.length, language)) : shownName(names[0], l10n.t('no step named')),
      steps: names.length,
      cells: ages.map((age, column) => count(({ byAge }) => byAge[column], age)),
      active: count(({ active }) => active, null),
    };
  };
  const ranked = groupsByName(records, 'steps', lists.keys())
    .map((group) => ({ group, row: row(group) }))
    .sort((one, other) => (yardstick === undefined ? 0 : overdue(other.row) - overdue(one.row)) || other.row.active.value - one.row.active.value);
  const groups = withFurther(ranked.map(({ group }) => group), mostSteps);
  const steps = groups.map((group, index) => (group.names.length > 1 ? undefined : ranked[index]?.row) ?? row(group));
  const active = countOf(survey, merged([...lists.values()].map((at) => at.active)), scopedPick(survey, { state: 'active' }));

  const picture = active.pick === null ? null : { ages: ages.map(({ label, tone }) => ({ label, tone })), steps };
  const isRepeating = [...lists.keys()].some((list) => new Set(records.namesOf('steps', list)).size > 1);
  const { sentence, grade } = inWords(survey, { active, steps, yardstick, oldest });
  return {
    sentence: isRepeating ? followedBy(sentence, [l10n.t('A job in several steps counts in each.')]) : sentence,
    grade,
    picture,
    table: {
      columns: [l10n.t('Step'), ...ages.map(({ label }) => label), l10n.t('Active')],
      rows: (picture?.steps ?? []).map(({ name, cells, active: all }) => [name, ...cells.map((cell) => countCell(cell, language)), countCell(all, language)]),
    },
  };
}

function overdue({ cells }: Row): number {
  return cells.at(-1)?.value ?? 0;
}

/** Age ranges; if known, the last two bounds are the times within which half and nine in ten of the finished jobs ended. */
function agesOf(yardstick: Yardstick | undefined, language: string): Age[] {
  const bounds = yardstick === undefined ? fixedAges : [...new Set([...niceAges.filter((age) => age <= yardstick.median / 2).slice(-2), yardstick.median, yardstick.nineInTen])];
  return [...bounds, null].map((to, index) => {
    const from = bounds[index - 1] ?? null;
    const text = (ms: number | null) => (ms === null ? '' : formatDuration(ms, language));
    return {
      from,
      to,
      label: from === null ? l10n.t('under {0}', text(to)) : to === null ? l10n.t('over {0}', text(from)) : l10n.t('{0} – {1}', text(from), text(to)),
      tone: yardstick === undefined || from === null || from < yardstick.median ? 'usual' : from < yardstick.nineInTen ? 'long' : 'overdue',
    };
  });
}

interface Facts {
  readonly active: Count;
  readonly steps: readonly Row[];
  readonly yardstick: Yardstick | undefined;
  /** Index of the active job that started first. */
  readonly oldest: number | undefined;
}

function inWords(survey: Survey, facts: Facts): { sentence: Words; grade: string | null } {
  const { active, steps, yardstick, oldest } = facts;
  const { language } = survey;
  if (active.pick === null) return { sentence: [survey.isExact ? l10n.t('Nothing is active.') : l10n.t('None of the jobs read is active.')], grade: survey.isExact ? gradeWord('exact') : null };
  const all = strong(activeInWords(active, language), active.pick);
  if (yardstick === undefined) return { sentence: oldestInWords(survey, all.strong, active, oldest), grade: gradeWord(active.grade) };

  const limit = formatDuration(yardstick.nineInTen, language);
  const first = steps.find((row) => row.steps === 1 && (row.cells.at(-1)?.pick ?? null) !== null);
  const late = first?.cells.at(-1);
  if (first === undefined || late === undefined) {
    const sentence = survey.isExact
      ? l10n.t('Of {0}, none has run longer than 9 of 10 finished jobs took ({1}).', slot(0), limit)
      : l10n.t('Of the active jobs read, none has run longer than 9 of 10 finished jobs took ({0}).', limit);
    return { sentence: words(sentence, all), grade: survey.isExact ? gradeWord('exact') : null };
  }
  const parts = [strong(jobsInWords(late, language), late.pick), strong(first.name, first.active.pick)] as const;
  const sentence =
    late.value === 1
      ? l10n.t('{0} in {1} has run longer than 9 of 10 finished jobs took ({2}).', slot(0), slot(1), limit)
      : l10n.t('{0} in {1} have run longer than 9 of 10 finished jobs took ({2}).', slot(0), slot(1), limit);
  const isWholeQueue = survey.scope.from === null && survey.scope.to === null;
  const usual = l10n.t('About {0} would be usual in a steady queue.', formatNumber(Math.round(yardstick.usualShare * first.active.value), language));
  return { sentence: isWholeQueue ? followedBy(words(sentence, ...parts), [usual]) : words(sentence, ...parts), grade: gradeWord(late.grade) };
}

function oldestInWords({ records, columns, now, language }: Survey, all: string, active: Count, oldest: number | undefined): Words {
  if (oldest === undefined) return words(l10n.t('{0}; when they started cannot be read.', slot(0)), strong(all, active.pick));
  const age = formatAge(now - (columns.started[oldest] ?? 0) * 1000, language);
  const step = records.namesOf('steps', columns.steps[oldest] ?? 0).filter((name) => name !== nobody).join(', ');
  const parts = [strong(all, active.pick), strong(age), strong(step)] as const;
  if (step === '') return words(l10n.t('{0}; the oldest has run for {1}.', slot(0), slot(1)), ...parts);
  return words(l10n.t('{0}; the oldest has run for {1} and is in {2}.', slot(0), slot(1), slot(2)), ...parts);
}

/** `59 active jobs`, for the start of a sentence. */
function activeInWords({ value, grade, range }: Count, language: string): string {
  const number = formatNumber(value, language);
  switch (grade) {
    case 'exact':
      return value === 1 ? l10n.t('1 active job') : l10n.t('{0} active jobs', number);
    case 'atLeast':
      return value === 1 ? l10n.t('At least 1 active job') : l10n.t('At least {0} active jobs', number);
    case 'about':
      return l10n.t('About {0} active jobs ({1} to {2})', number, formatNumber(range?.from ?? value, language), formatNumber(range?.to ?? value, language));
  }
}
