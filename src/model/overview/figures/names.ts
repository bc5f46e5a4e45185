import { singleLine } from '../../../text/untrustedText.ts';
import { noValue } from '../../browsing/jobFilter.ts';
import type { JobFacts } from './survey.ts';

type Part = 'workflows' | 'steps' | 'assignees';

export interface NameGroup {
  readonly names: string[];
  readonly jobs: readonly JobFacts[];
}

/** Groups jobs by name, largest group first. A job with several names belongs to several groups. */
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
    .map(([name, members]) => ({ names: [name], jobs: members }))
    .sort((left, right) => right.jobs.length - left.jobs.length);
}

/**
 * Keeps the first `max` groups and combines all other groups into one, unless there is only one
 * other group.
 */
export function combineOthers(groups: readonly NameGroup[], max: number): readonly NameGroup[] {
  if (groups.length <= max + 1) return groups;
  const others = groups.slice(max);
  return [
    ...groups.slice(0, max),
    {
      names: others.flatMap(({ names }) => names),
      jobs: [...new Set(others.flatMap(({ jobs }) => jobs))],
    },
  ];
}

/** Maximum share of completed jobs that may lack a name, from 0 to 1. */
const maxNamelessShare = 0.1;

/**
 * Returns true if the service keeps the names in completed jobs. Many services remove the names
 * when a job is completed.
 */
export function areNamesKept(jobs: readonly JobFacts[], part: Part): boolean {
  const others = jobs.filter(({ state }) => state !== 'active');
  return (
    others.filter((job) => job[part][0] === noValue).length <= others.length * maxNamelessShare
  );
}

/** Returns the display name of a group, shortened to limit the size of messages to the page. */
export function shownName(name: string | undefined, noValueWord: string): string {
  return name === undefined || name === noValue ? noValueWord : singleLine(name, 80);
}

/**
 * Maximum total length of the names in a filter, in UTF-16 units. Limits the size of messages to
 * the page.
 */
const maxNamesLength = 400;

/** Returns the names of a group for use in a filter, or null if the names are too long. */
export function filterNames({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= maxNamesLength ? names : null;
}
