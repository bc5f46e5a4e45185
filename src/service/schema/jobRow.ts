import type { Job } from './jobs.ts';
import type { Readable, Unreadable } from './readable.ts';

/** An element of the job list, in one shape from the wire to the view; no two rows of a list have the same id. */
export type JobRow = { readonly kind: 'job'; readonly id: string; readonly job: Job } | UnreadableRow;

export interface UnreadableRow extends Unreadable {
  readonly id: string;
}

/** The row of the job with this key, whether or not the job can be read. */
export function rowId(key: string): string {
  return `job:${key}`;
}

export function jobRow(job: Job): JobRow {
  return { kind: 'job', id: rowId(job.key), job };
}

/** The row of an element of a page of jobs; without a key, it is identified by the page, from 1, and its index there. */
export function listedRow(element: Readable<Job>, page: number, index: number): JobRow {
  if (element.kind === 'readable') return jobRow(element.value);
  return { ...element, id: element.key === undefined ? `unreadable:${page}:${index}` : rowId(element.key) };
}

/** The key in the id of a row; without one, the place that replaces it. */
export function unreadableKey(id: string): string {
  return id.replace(/^job:/, '');
}

/** Whether what {@link unreadableKey} returned is a place. */
export function isPlace(key: string): boolean {
  return /^unreadable:\d+:\d+$/.test(key);
}
