import { oneLine } from '../../../text/inert.ts';
import { noValue } from '../../browsing/jobFilter.ts';
import type { JobFacts } from './survey.ts';

type Part = 'workflows' | 'steps' | 'assignees';

export interface NameGroup {
  readonly names: string[];
  readonly jobs: readonly JobFacts[];
}

/** A group for each name, the largest first; a job with several names is in several groups. */
export function groupsByName(jobs: Iterable<JobFacts>, part: Part): NameGroup[] {
  const groups = new Map<string, JobFacts[]>();
  for (const job of jobs) {
    for (const name of job[part]) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [job]);
      else group.push(job);
    }
  }
  return [...groups]
    .map(([name, its]) => ({ names: [name], jobs: its }))
    .sort((one, other) => other.jobs.length - one.jobs.length);
}

/** The first `max` groups, and all others combined into one. */
export function combineOthers(groups: readonly NameGroup[], max: number): readonly NameGroup[] {
  if (groups.length <= max + 1) return groups;
  const others = groups.slice(max);
  return [
    ...groups.slice(0, max),
    { names: others.flatMap(({ names }) => names), jobs: [...new Set(others.flatMap(({ jobs }) => jobs))] },
  ];
}

/** Maximum share of jobs without a name among completed jobs that are listed by name. */
const maxNamelessShare = 0.1;

/** Whether jobs keep their names when they are completed; many services remove them. */
export function areNamesKept(jobs: readonly JobFacts[], part: Part): boolean {
  const others = jobs.filter(({ state }) => state !== 'active');
  return others.filter((job) => job[part][0] === noValue).length <= others.length * maxNamelessShare;
}

/** The displayed name of a single-name group, shortened so that messages stay small. */
export function shownName(name: string | undefined, noValueWord: string): string {
  return name === undefined || name === noValue ? noValueWord : oneLine(name, 80);
}

/** Maximum total length of the names in a filter that is sent to the page, in UTF-16 units. */
const maxNamesLength = 400;

/** The names of a group for a filter; null if they are too long. */
export function filterNames({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= maxNamesLength ? names : null;
}
