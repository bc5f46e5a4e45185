import * as l10n from '@vscode/l10n';
import type { Holder, HoldersPicture, Panel, Words } from '../../../protocol/overview.ts';
import { formatNumber, formatShare } from '../../../text/number.ts';
import { areNamesKept, filterNames, groupsByName, shownName, withFurther } from './names.ts';
import { type Survey, countOf, isActive } from './survey.ts';
import { noneActive, ofThoseRead, sentence, strong } from './words.ts';

/** Most workflows, and most people, with their own row. */
const mostHolders = 8;

/**
 * Fewest active jobs of a workflow, and excess of its share of them over its share of all jobs, for the
 * sentence to name it.
 */
const [fewestHeld, notableShare] = [5, 0.05];

/** Active jobs by workflow and by person; a job with several counts for each. */
export function* describeHolders(survey: Survey): Generator<void, Panel<HoldersPicture>> {
  const workflows = holdersOf(survey, 'workflows');
  yield;
  const picture = { workflows, people: holdersOf(survey, 'assignees') };
  const share = (value: number | null) =>
    value === null ? null : { value: Math.round(value * 10_000) / 100, text: formatShare(value) };
  const row = (kind: string) => (holder: Holder) => [
    kind,
    holder.name,
    holder.active.value,
    share(holder.activeShare),
    share(holder.allShare),
  ];
  const isEmpty = picture.workflows.length === 0;
  return {
    sentence: holdersSentence(survey, picture.workflows),
    picture: isEmpty ? null : picture,
    table: {
      columns: [
        { name: l10n.t('Kind') },
        { name: l10n.t('Name') },
        { name: l10n.t('Active') },
        { name: l10n.t('Share of active'), unit: '%' },
        { name: l10n.t('Share of all'), unit: '%' },
      ],
      rows: [...picture.workflows.map(row(l10n.t('Workflow'))), ...picture.people.map(row(l10n.t('Person')))],
    },
  };
}

/** Rows by number of active jobs, most first. */
function holdersOf(survey: Survey, part: 'workflows' | 'assignees'): Holder[] {
  const { jobs } = survey;
  const active = jobs.filter(isActive);
  const isComparable = areNamesKept(jobs, part);
  const counts = new Map<string, number>();
  if (isComparable) {
    for (const job of jobs) for (const name of job[part]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return withFurther(groupsByName(active, part), mostHolders).map((group): Holder => {
    const names = filterNames(group);
    const [first = ''] = group.names;
    const wanted = new Set(group.names);
    // A job with several of the names counts once.
    const all = () =>
      wanted.size === 1
        ? (counts.get(first) ?? 0)
        : jobs.filter((job) => job[part].some((name) => wanted.has(name))).length;
    return {
      name:
        group.names.length > 1
          ? l10n.t('{0} further', formatNumber(group.names.length))
          : shownName(first, part === 'workflows' ? l10n.t('no workflow named') : l10n.t('unassigned')),
      holders: group.names.length,
      active: countOf(survey, group.jobs.length, names && { state: 'active', [part]: names }),
      activeShare: group.jobs.length / active.length,
      allShare: isComparable ? all() / jobs.length : null,
    };
  });
}

function holdersSentence(survey: Survey, workflows: readonly Holder[]): Words {
  const [first] = workflows;
  if (first === undefined) return noneActive(survey);
  const prefix = ofThoseRead(survey);
  const excess = ({ activeShare, allShare }: Holder) => activeShare - (allShare ?? activeShare);
  const above = workflows.filter((holder) => excess(holder) >= notableShare);
  const [held] = above
    .filter(({ holders, active }) => holders === 1 && active.value >= fewestHeld)
    .sort((one, other) => excess(other) - excess(one));
  if (held !== undefined) {
    const parts = [
      strong(held.name, held.active.filter),
      strong(formatShare(held.activeShare), held.active.filter),
      formatShare(held.allShare ?? 0),
    ];
    return sentence(prefix + l10n.t('{0} has {1} of the active jobs, but only {2} of all jobs.'), ...parts);
  }
  if (above.length === 0 && first.allShare !== null) {
    return [prefix + l10n.t('No workflow holds notably more work than its share.')];
  }
  return sentence(
    prefix + l10n.t('{0} of the active jobs are in {1}.'),
    strong(formatShare(first.activeShare), first.active.filter),
    strong(first.name),
  );
}
