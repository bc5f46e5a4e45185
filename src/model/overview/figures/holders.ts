import * as l10n from '@vscode/l10n';
import type { Count, Holder, HoldersPicture, Panel, Words } from '../../../protocol/overview.ts';
import { formatNumber } from '../../../text/number.ts';
import { Tally } from './estimate.ts';
import { type Listed, type NameGroup, areNamesKept, groupsByName, jobsByList, pickable, shownName, withFurther } from './names.ts';
import { type Survey, countOf, merged, scopedPick } from './survey.ts';
import { countCell, formatShare, gradeWord, jobsInWords, slot, strong, words } from './words.ts';

/** Most workflows, and most people, with their own row. */
const mostHolders = 8;

/** Excess of a workflow's share of open jobs over its share of started jobs from which it counts as holding up work. */
const notableShare = 0.05;

type Part = 'workflows' | 'assignees';

/** Active jobs by workflow and by person; a job with several counts for each. */
export function* describeHolders(survey: Survey, workflows: ReadonlyMap<number, Listed>): Generator<void, Panel<HoldersPicture>> {
  const { language } = survey;
  const lists = { workflows, assignees: yield* jobsByList(survey, 'assignees') };
  const totals = { active: new Tally(), started: new Tally() };
  for (const { active, started } of lists.workflows.values()) {
    totals.active.addAll(active);
    totals.started.addAll(started);
  }
  const active = countOf(survey, totals.active, scopedPick(survey, { state: 'active' }));
  const started = countOf(survey, totals.started, scopedPick(survey, {}));
  const picture = { workflows: holdersOf(survey, 'workflows', lists.workflows, active, started), people: holdersOf(survey, 'assignees', lists.assignees, active, started) };
  const share = (value: number | null) => (value === null ? l10n.t('not known') : formatShare(value, language));
  const row = (kind: string) => (holder: Holder) => [kind, holder.name, countCell(holder.active, language), share(holder.activeShare), share(holder.startedShare)];
  return {
    ...inWords(survey, active, picture.workflows),
    picture: active.pick === null ? null : picture,
    table: {
      columns: [l10n.t('Kind'), l10n.t('Name'), l10n.t('Active'), l10n.t('Share of active'), l10n.t('Share of started')],
      rows: [...picture.workflows.map(row(l10n.t('Workflow'))), ...picture.people.map(row(l10n.t('Person')))],
    },
  };
}

/** Rows by number of active jobs, most first. Shares of started jobs are omitted for a list read in part, whose newest jobs are not representative. */
function holdersOf(survey: Survey, part: Part, lists: ReadonlyMap<number, Listed>, active: Count, started: Count): Holder[] {
  const { records, language } = survey;
  const isComparable = started.grade !== 'atLeast' && areNamesKept(records, part, lists);
  const holder = (group: NameGroup): Holder => {
    const { names } = group;
    const tally = (which: 'active' | 'started') => merged(group.lists.map((list) => lists.get(list)?.[which]));
    const picked = pickable(group);
    const groupActive = countOf(survey, tally('active'), picked && scopedPick(survey, { state: 'active', [part]: picked }));
    return {
      name: names.length > 1 ? l10n.t('{0} further', formatNumber(names.length, language)) : shownName(names[0], part === 'workflows' ? l10n.t('no workflow named') : l10n.t('unassigned')),
      holders: names.length,
      active: groupActive,
      activeShare: shareOf(groupActive, active),
      startedShare: isComparable ? shareOf(countOf(survey, tally('started'), null), started) : null,
    };
  };
  const ranked = groupsByName(records, part, lists.keys())
    .filter((group) => group.lists.some((list) => (lists.get(list)?.active.seen ?? 0) > 0))
    .map((group) => ({ group, value: countOf(survey, merged(group.lists.map((list) => lists.get(list)?.active)), null).value }))
    .sort((one, other) => other.value - one.value)
    .map(({ group }) => group);
  return withFurther(ranked, mostHolders).map(holder);
}

function shareOf(part: Count, whole: Count): number {
  return whole.value === 0 ? 0 : Math.min(1, part.value / whole.value);
}

function inWords(survey: Survey, active: Count, workflows: readonly Holder[]): { sentence: Words; grade: string | null } {
  const { language, isExact } = survey;
  if (active.pick === null) return { sentence: [isExact ? l10n.t('Nothing is active.') : l10n.t('None of the jobs read is active.')], grade: isExact ? gradeWord('exact') : null };
  const grade = gradeWord(active.grade);
  const single = workflows.filter(({ holders }) => holders === 1);
  const excess = ({ activeShare, startedShare }: Holder) => (startedShare === null ? 0 : activeShare - startedShare);
  const held = single.toSorted((one, other) => excess(other) - excess(one))[0];
  if (held !== undefined && held.startedShare !== null) {
    const parts = [strong(held.name, held.active.pick), strong(formatShare(held.activeShare, language), held.active.pick)] as const;
    if (excess(held) < notableShare) return { sentence: [l10n.t('No workflow has a much greater share of what is open than of what was started.')], grade };
    return { sentence: words(l10n.t('{0} is {1} of what was started, but {2} of what is open.', slot(0), formatShare(held.startedShare, language), slot(1)), ...parts), grade };
  }
  const first = single[0];
  if (first === undefined) return { sentence: words(l10n.t('{0} are active.', slot(0)), strong(jobsInWords(active, language), active.pick)), grade };
  if (active.grade === 'atLeast') return { sentence: words(l10n.t('{0} of {1} are open.', slot(0), slot(1)), strong(jobsInWords(first.active, language), first.active.pick), strong(first.name)), grade };
  return { sentence: words(l10n.t('{0} of what is open is in {1}.', slot(0), slot(1)), strong(formatShare(first.activeShare, language), first.active.pick), strong(first.name)), grade };
}
