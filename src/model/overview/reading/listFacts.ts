import type { JobsPage } from '../../../service/index.ts';
import { earlyEnd } from '../../jobs/jobPages.ts';

/** What the service says of its list. */
export interface ListFacts {
  /** Number of jobs; null where it sends none. */
  readonly total: number | null;
  readonly lastPage: number | null;
  /** Jobs on a page that is not the last. */
  readonly pageSize: number;
  /** The rank of the oldest job: 0, or below it where jobs are not counted; -Infinity while that is unknown. */
  readonly bottom: number;
}

/** Whether an answer is the page with this number, and not another or an empty one in its place. */
export function isPage(number: number, page: JobsPage, facts: ListFacts | undefined): boolean {
  const { total, hasMore } = page.pagination;
  const isBelow = total === null ? !hasMore : (number - 1) * sizeBefore(page, facts) >= total;
  return number === 1 || (earlyEnd(page, number)?.kind !== 'otherPage' && (page.jobs.length > 0 || isBelow));
}

/**
 * What is known after an answer to a page.
 * @param counted number of jobs in the list, this answer included
 */
export function factsAfter(facts: ListFacts | undefined, number: number, page: JobsPage, counted: number): ListFacts {
  const { total, lastPage, hasMore } = page.pagination;
  const jobs = page.jobs.length;
  const before = sizeBefore(page, facts);
  const bottom = total !== null ? 0 : hasMore ? (facts?.bottom ?? -Infinity) : counted - (number - 1) * before - jobs;
  const pageSize = number === 1 && hasMore && jobs > 0 ? jobs : Math.max(jobs, before);
  return { total, lastPage: total === null ? null : hasMore ? lastPage : Math.max(1, jobs === 0 ? number - 1 : number), pageSize, bottom };
}

function sizeBefore({ jobs }: JobsPage, facts: ListFacts | undefined): number {
  return facts?.pageSize ?? Math.max(1, jobs.length);
}
