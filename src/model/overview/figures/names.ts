import { oneLine } from '../../../text/inert.ts';
import { noValue } from '../../browsing/jobFilter.ts';
import { type JobFacts, isActive } from './survey.ts';

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

/** The first `most` groups, and all others merged into one. */
export function withFurther(groups: readonly NameGroup[], most: number): readonly NameGroup[] {
  if (groups.length <= most + 1) return groups;
  const further = groups.slice(most);
  return [
    ...groups.slice(0, most),
    { names: further.flatMap(({ names }) => names), jobs: [...new Set(further.flatMap(({ jobs }) => jobs))] },
  ];
}

/** Largest share of completed jobs without a name for which names are still compared. */
const mostNameless = 0.1;

/**
 * Whether completed jobs keep their names; many services remove them, and then they cannot be compared with
 * active jobs.
 */
export function areNamesKept(jobs: readonly JobFacts[], part: Part): boolean {
  const others = jobs.filter((job) => !isActive(job));
  return others.filter((job) => job[part][0] === noValue).length <= others.length * mostNameless;
}

/** The displayed name of a single-name group, shortened so that messages stay small. */
export function shownName(name: string | undefined, noValueWord: string): string {
  return name === undefined || name === noValue ? noValueWord : oneLine(name, 80);
}

/** Longest total of names, in UTF-16 units, that a filter sends to the page. */
const longestNames = 400;

/** The names of a group for a filter; null if they are too long. */
export function filterNames({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= longestNames ? names : null;
}
