import { singleLine } from '../../../text/untrustedText.ts';
import { noValue } from '../../browsing/jobFilter.ts';
import type { JobFacts } from './survey.ts';

type Part = 'workflows' | 'steps' | 'assignees';

export interface NameGroup {
  readonly names: string[];
  readonly jobs: readonly JobFacts[];
}

/**
 * Groups jobs by workflow, step, or assignee, largest group first. A job can be in several groups.
 */
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

/** Keeps the first `max` groups. Combines all other groups if there are at least two. */
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

/** Returns the display name of a group. Shortens long names to keep messages to the page small. */
export function shownName(name: string | undefined, noValueWord: string): string {
  return name === undefined || name === noValue ? noValueWord : singleLine(name, 80);
}

/**
 * Maximum total length of the names in a filter, in UTF-16 units. The limit keeps messages to the
 * page small.
 */
const maxNamesLength = 400;

/** Returns the group names for a filter, or null if several names together are too long. */
export function filterNames({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= maxNamesLength ? names : null;
}
