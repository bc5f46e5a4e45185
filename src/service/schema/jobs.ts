import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { NumberLiteral, plainNumber } from './json.ts';
import {
  type JsonObject,
  type Readable,
  type Unreadable,
  isJsonObject,
  type SentNumber,
  numberIn,
  optionalNumber,
  optionalText,
  readWith,
} from './readable.ts';

const namedSchema = z.looseObject({ key: z.string(), name: optionalText });
/** An active workflow or step of a job. */
export type Named = z.infer<typeof namedSchema>;

const personSchema = z.looseObject({
  key: optionalText,
  firstName: optionalText,
  lastName: optionalText,
});
/** A person that a job names (section 2.3, `startedBy`): each member is text, null or left out. */
export type Person = z.infer<typeof personSchema>;

/**
 * Job, section 2.3. Members a deployment leaves out count as null; those it adds are kept.
 * Timestamps stay text: one that is no ISO 8601 is shown, not refused.
 */
const jobSchema = z.looseObject({
  key: z.string().check(z.minLength(1)),
  activeWorkflows: z.nullish(z.array(namedSchema)),
  activeSteps: z.nullish(z.array(namedSchema)),
  /** Shape when assigned: not shown. */
  assignedTo: z.optional(z.unknown()),
  startedBy: z.nullish(personSchema),
  startedAt: optionalText,
  updatedAt: optionalText,
  completedAt: optionalText,
});
export type Job = z.infer<typeof jobSchema>;

/** The members of a job that section 2.3 names. */
export const documentedJobMembers: ReadonlySet<string> = new Set(Object.keys(jobSchema.shape));

export function readJob(raw: unknown, where: string): Readable<Job> {
  return readWith(jobSchema, raw, where);
}

interface RowIdentity {
  /** Unique in a list. */
  readonly id: string;
}

/** An element of the job list, in one shape from the wire to the view. */
export type JobRow = ReadableRow | UnreadableRow;

export type ReadableRow = { readonly kind: 'job'; readonly job: Job } & RowIdentity;

export type UnreadableRow = Unreadable & RowIdentity;

/** The id of the row of the job with this key, readable or not. */
export function rowId(key: string): string {
  return `job:${key}`;
}

export function jobRow(job: Job): ReadableRow {
  return { kind: 'job', id: rowId(job.key), job };
}

/**
 * The row of an element of a page of jobs; without a key, it is identified by the page, from 1, and its index
 * there.
 */
export function listedRow(element: Readable<Job>, page: number, index: number): JobRow {
  if (element.kind === 'readable') return jobRow(element.value);
  return { ...element, id: element.key === undefined ? `unreadable:${page}:${index}` : rowId(element.key) };
}

/** The rows of a page of jobs. Of elements with the same key, only the first counts. */
export function readJobRows(elements: readonly unknown[], page: number): JobRow[] {
  const rows = new Map<string, JobRow>();
  for (const [index, element] of elements.entries()) {
    const row = listedRow(readJob(element, `data.jobs[${index}]`), page, index);
    if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/**
 * Reads `assignedTo`, one person or an array of them; its shape is not documented, so an unreadable one gets
 * a name that says so.
 */
export function readPeople(assignedTo: unknown): Person[] {
  return candidatesIn(assignedTo).map(
    (each) => readPerson(each) ?? { firstName: l10n.t('something that could not be read as a name') },
  );
}

/** Whether `readPeople` can read all of `assignedTo`. */
export function areReadablePeople(assignedTo: unknown): boolean {
  return candidatesIn(assignedTo).every((each) => readPerson(each) !== undefined);
}

function candidatesIn(assignedTo: unknown): unknown[] {
  return (Array.isArray(assignedTo) ? assignedTo : [assignedTo]).filter((each) => !isNothing(each));
}

/** Members that identify a person without `firstName` and `lastName`, best first. */
const identifying = ['name', 'fullName', 'displayName', 'username', 'email', 'key', 'id'];

function readPerson(value: unknown): Person | undefined {
  if (!isJsonObject(value)) return isWord(value) ? { key: String(value) } : undefined;
  const { key, firstName, lastName } = value;
  if (isWord(firstName) || isWord(lastName)) {
    return { key: wordOf(key), firstName: wordOf(firstName), lastName: wordOf(lastName) };
  }
  const name = identifying.map((each) => value[each]).find(isWord);
  if (name !== undefined) return { key: String(name) };
  return Object.values(value).every(isNothing) ? {} : undefined;
}

function wordOf(value: unknown): string | null {
  return isWord(value) ? String(value) : null;
}

function isWord(value: unknown): value is string | number | NumberLiteral {
  return (
    typeof value === 'number' ||
    value instanceof NumberLiteral ||
    (typeof value === 'string' && !isNothing(value))
  );
}

function isNothing(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}

const paginationSchema = z.looseObject({
  currentPage: optionalNumber,
  lastPage: optionalNumber,
  hasMore: z.nullish(z.boolean()),
  total: optionalNumber,
});

/**
 * The pagination object, section 4.3, reduced to what paging by number needs; null where the service does not
 * say.
 */
export interface Pagination {
  readonly currentPage: number | null;
  readonly hasMore: boolean;
  readonly total: number | null;
  readonly lastPage: number | null;
}

/**
 * Reads `data.pagination` of the answer for a page with this number of jobs; `problem` names the member that
 * is not as documented.
 */
export function readPagination(raw: unknown, page: number, jobs: number): Readable<Pagination> {
  const reading = readWith(paginationSchema, paginationMembers(raw), 'data.pagination');
  if (reading.kind === 'unreadable') return reading;
  const { hasMore } = reading.value;
  const currentPage = numberIn(reading.value.currentPage);
  return {
    kind: 'readable',
    value: {
      currentPage,
      lastPage: countIn(reading.value.lastPage),
      total: countIn(reading.value.total),
      hasMore: hasMore ?? hasNextPage(reading.value, { page: currentPage ?? page, jobs }),
    },
  };
}

function paginationMembers(raw: unknown): unknown {
  // Some services write an empty object as an empty array.
  const isAbsent = raw == null || (Array.isArray(raw) && raw.length === 0);
  return isAbsent ? {} : plainNumber(raw);
}

/** Without `hasMore`: the next page, else the last page, else the total. */
function hasNextPage(
  pagination: z.infer<typeof paginationSchema>,
  { page, jobs }: { readonly page: number; readonly jobs: number },
): boolean {
  const { nextPage, nextPageUrl, perPage } = pagination;
  if (Boolean(nextPage) || Boolean(nextPageUrl)) return true;
  const lastPage = countIn(pagination.lastPage);
  if (lastPage !== null) return lastPage > page;
  // The total alone says nothing against the page itself: it may count jobs that the service does not send.
  const saysNoNextPage = nextPage !== undefined || nextPageUrl !== undefined;
  if (saysNoNextPage || jobs === 0) return false;
  const jobsPerPage = Math.max(Number(plainNumber(perPage)) || Infinity, jobs);
  return (countIn(pagination.total) ?? 0) / jobsPerPage > page;
}

/**
 * A number of jobs or pages; a number that counts nothing, as a service may send for an unknown one, is as
 * good as none.
 */
function countIn(sent: SentNumber): number | null {
  const value = numberIn(sent);
  return value !== null && Number.isInteger(value) && value >= 0 && value < 1e15 ? value : null;
}

/**
 * The jobs: `data.jobs`, which may be null in an empty list, else the only array that contains jobs, else the
 * only empty array.
 */
export function findJobs(data: JsonObject): unknown[] | undefined {
  const { jobs, pagination } = data;
  if (Array.isArray(jobs)) return jobs as unknown[];
  if (jobs === null && isJsonObject(pagination) && plainNumber(pagination['total']) === 0) return [];
  const arrays = Object.values(data).filter((value): value is unknown[] => Array.isArray(value));
  const holding = arrays.filter((array) => array.some(isJobLike));
  const candidates = holding.length > 0 ? holding : arrays.filter(({ length }) => length === 0);
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The job in the data of an answer about one job: `job`, else the data itself where it looks like one. */
export function findJob(data: JsonObject): unknown {
  return data['job'] ?? (isJobLike(data) ? data : undefined);
}

function isJobLike(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    'key' in value &&
    ('startedAt' in value || 'activeWorkflows' in value || 'activeSteps' in value)
  );
}
