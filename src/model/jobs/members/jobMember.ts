import type { MemberValue } from '../../../protocol/jobPage.ts';
import type { Job } from '../../../service/index.ts';

/** One member of a job: its words, and where people see it. */
export interface JobMember {
  /** Its row on the page, and its first column in exports. */
  readonly id: string;
  /** Its name for people; without a job, the usual one. */
  readonly label: (job?: Job) => string;
  /** Its line of the tooltip; undefined for none. */
  readonly tooltip: (job: Job, now: number) => string | undefined;
  /** Its CSV columns by header, which scripts read; one of them is called `id`. */
  readonly columns: Readonly<Record<string, (job: Job) => Cell>>;
  readonly card: CardId;
  /** What its card shows; null without a value. */
  readonly value: (job: Job) => MemberValue | null;
  /** The card's word for no value. */
  readonly absent: (job: Job, isStale: boolean) => string;
  /** Announces that it has no value any more; absent where changes are not announced. */
  readonly emptied?: () => string;
  /** Absent if the list cannot be filtered by it. */
  readonly filter?: NameFilter;
}

export type Cell = string | null | undefined;

/** The cards of the page. */
export type CardId = 'activeIn' | 'people' | 'times';

/** The part of a filter that holds values of a member. */
export interface NameFilter {
  /** In settings and in the arguments of commands. */
  readonly part: string;
  readonly names: (job: Job) => string[];
  /** A value among others to choose from, or new values to announce: `Step: Sign`. */
  readonly choice: (name: string) => string;
  /** The button that filters by the values of a job. */
  readonly others: () => string;
  /** In a description of the filter, for no value and for more values than it names. */
  readonly none: () => string;
  readonly many: (count: string) => string;
}
