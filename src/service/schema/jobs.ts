import * as z from 'zod/mini';
import { isNoValue } from './json.ts';
import {
  type JsonObject,
  type Readable,
  type Unreadable,
  type ValueOf,
  type ValueType,
  isJsonObject,
  parseAs,
} from './readable.ts';
import {
  anything,
  boolean,
  key,
  listOf,
  normalizeList,
  normalizeNumber,
  normalizeText,
  number,
  objectOf,
  text,
  timestamp,
} from './valueTypes.ts';

const named = objectOf({ key, name: text });
/** Active workflow or step of a job. */
export type Named = ValueOf<typeof named>;

const personMembers = objectOf({ key: text, firstName: text, lastName: text });
/** Person who started a job or is assigned to it. Properties may be null or absent. */
export type Person = ValueOf<typeof personMembers>;
const personNames = Object.keys(personMembers.schema.shape);

const person = {
  normalize: normalizePerson,
  schema: z.nullish(personMembers.schema),
} satisfies ValueType;

/** Value type for jobs. Absent properties count as null, and unknown properties are kept. */
const jobType = objectOf({
  key: { ...key, schema: z.string().check(z.minLength(1)) },
  activeWorkflows: listOf(named),
  activeSteps: listOf(named),
  /**
   * The documentation does not define the format of an assignee, so `readPeople` accepts several
   * formats.
   */
  assignedTo: anything,
  startedBy: person,
  startedAt: timestamp,
  updatedAt: timestamp,
  completedAt: timestamp,
});
/**
 * Normalized job. Lists are arrays, and missing values are null or absent. Timestamps in unknown
 * formats are kept unchanged.
 */
export type Job = ValueOf<typeof jobType>;

/** Names of the documented job properties, except `key`. */
export type JobMemberName = Exclude<keyof typeof jobType.schema.shape, 'key'>;

const privatePrefix = 'workflowJobs.';

/**
 * Returns the name of a property that the extension adds to a job. The prefix prevents conflicts
 * with properties from the service.
 */
export function privateMember(name: string): string {
  return privatePrefix + name;
}

export function isPrivateMember(name: string): boolean {
  return name.startsWith(privatePrefix);
}

/** Name of the private property that contains the original job, if the job was normalized. */
const originalMember = privateMember('sent');

/** Returns the job exactly as the service sent it, for exports and JSON documents. */
export function originalJob(job: Job): JsonObject {
  const sent = job[originalMember] as JsonObject | undefined;
  return sent ?? Object.fromEntries(Object.entries(job).filter(([name]) => !isPrivateMember(name)));
}

/** Merges two versions of a job. Properties of the newer version take precedence. */
export function mergeJobs(older: Job, newer: Job): Job {
  const merged = { ...older, ...newer };
  if (merged[originalMember] === undefined) return merged;
  return { ...merged, [originalMember]: { ...originalJob(older), ...originalJob(newer) } };
}

export function readJob(sent: unknown, where: string): Readable<Job> {
  const job = parseAs(jobType, sent, where);
  if (job.kind === 'unreadable' || job.value === sent) return job;
  return { ...job, value: { ...job.value, [originalMember]: sent } };
}

export type ReadableRow = { readonly kind: 'job'; readonly id: string; readonly job: Job };
export type UnreadableRow = Unreadable & { readonly id: string };
/** Row in the job list. Row IDs are unique in the list. */
export type JobRow = ReadableRow | UnreadableRow;

/** Returns the row ID for a job key. Valid and invalid versions of a job have the same row ID. */
export function rowId(key: string): string {
  return `job:${key}`;
}

export function jobRow(job: Job): ReadableRow {
  return { kind: 'job', id: rowId(job.key), job };
}

/**
 * Creates the row for a list element. For an element without a key, the row ID consists of the page
 * number and the index.
 */
export function createRow(element: Readable<Job>, page: number, index: number): JobRow {
  if (element.kind === 'readable') return jobRow(element.value);
  return {
    ...element,
    id: element.key === undefined ? `unreadable:${page}:${index}` : rowId(element.key),
  };
}

/** Creates the rows for a page of jobs. If several jobs have the same key, keeps only the first. */
export function readJobRows(elements: readonly unknown[], page: number): JobRow[] {
  const rows = new Map<string, JobRow>();
  for (const [index, element] of elements.entries()) {
    const row = createRow(readJob(element, `data.jobs[${index}]`), page, index);
    if (!rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

/**
 * Parses `assignedTo`, which may contain one or several people. Returns an empty object for each
 * person in an unknown format.
 */
export function readPeople(assignedTo: unknown): Person[] {
  return candidatesIn(assignedTo).map((each) => readPerson(each) ?? {});
}

/** Returns true if `readPeople` recognizes the format of every person in `assignedTo`. */
export function canReadPeople(assignedTo: unknown): boolean {
  return candidatesIn(assignedTo).every((each) => readPerson(each) !== undefined);
}

/**
 * Converts a person to the documented format. If nothing changes, returns the same object to save
 * memory.
 */
function normalizePerson(sent: unknown): unknown {
  const [found, ...others] = readPeople(sent);
  if (found === undefined) return null;
  // Keeps an array of several people unchanged, so that the schema rejects the array.
  if (others.length > 0) return sent;
  if (!isJsonObject(sent)) return found;
  const isSame = personNames.every((name) => (sent[name] ?? null) === (found[name] ?? null));
  return isSame ? sent : found;
}

function candidatesIn(assignedTo: unknown): unknown[] {
  const list = normalizeList(assignedTo);
  return (Array.isArray(list) ? list : [list]).filter(
    (each) => each !== undefined && !isNoValue(each),
  );
}

/** Properties that can replace a missing first and last name, in order of preference. */
const identifyingMembers = [
  'name',
  'fullName',
  'displayName',
  'label',
  'username',
  'email',
  'key',
  'id',
];

function readPerson(value: unknown): Person | undefined {
  if (!isJsonObject(value)) {
    const key = wordIn(value);
    return key === null ? undefined : { key };
  }
  const firstName = wordIn(value['firstName']);
  const lastName = wordIn(value['lastName']);
  if (firstName !== null || lastName !== null)
    return { key: wordIn(value['key']), firstName, lastName };
  const name = identifyingMembers.map((each) => wordIn(value[each])).find((each) => each !== null);
  if (name !== undefined) return { key: name };
  return Object.values(value).every(isNoValue) ? {} : undefined;
}

/** Converts a number or a non-blank string to a string. Returns null for any other value. */
function wordIn(value: unknown): string | null {
  const text = typeof value === 'boolean' ? null : normalizeText(value);
  return typeof text === 'string' ? text : null;
}

const paginationType = objectOf({
  currentPage: number,
  lastPage: number,
  hasMore: boolean,
  total: number,
});

/** Properties of `data.pagination` that the client uses. Missing numbers are null. */
export interface Pagination {
  readonly currentPage: number | null;
  readonly hasMore: boolean;
  readonly total: number | null;
  readonly lastPage: number | null;
}

/**
 * Parses `data.pagination`.
 * @param page number of the requested page
 * @param jobs number of jobs on the page
 */
export function readPagination(sent: unknown, page: number, jobs: number): Readable<Pagination> {
  const isAbsent = sent === undefined || isNoValue(sent);
  const reading = parseAs(paginationType, isAbsent ? {} : sent, 'data.pagination');
  if (reading.kind === 'unreadable') return reading;
  const { currentPage = null, lastPage, total, hasMore } = reading.value;
  return {
    kind: 'readable',
    value: {
      currentPage,
      lastPage: validCount(lastPage),
      total: validCount(total),
      hasMore: hasMore ?? hasNextPage(reading.value, { page: currentPage ?? page, jobs }),
    },
  };
}

/**
 * Determines whether more pages follow if `hasMore` is missing. Checks the next page, the last
 * page, and the total, in this order.
 */
function hasNextPage(
  pagination: ValueOf<typeof paginationType>,
  { page, jobs }: { readonly page: number; readonly jobs: number },
): boolean {
  const { nextPage, nextPageUrl, perPage } = pagination;
  if ([nextPage, nextPageUrl].some((next) => Boolean(normalizeNumber(next)))) return true;
  const lastPage = validCount(pagination.lastPage);
  if (lastPage !== null) return lastPage > page;
  // The total is used last, because it may include jobs that the service does not list.
  const isLastPage = nextPage !== undefined || nextPageUrl !== undefined;
  if (isLastPage || jobs === 0) return false;
  const jobsPerPage = Math.max(validCount(normalizeNumber(perPage)) || Infinity, jobs);
  return (validCount(pagination.total) ?? 0) / jobsPerPage > page;
}

/**
 * Returns a job or page count, or null if the count is invalid. Some services send -1 for an
 * unknown count.
 */
function validCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * Finds the job array: `data.jobs`, or else the only array with jobs, or else the only empty array.
 */
export function findJobArray(data: JsonObject): unknown[] | undefined {
  const jobs = normalizeList(data['jobs']);
  if (Array.isArray(jobs)) return jobs as unknown[];
  if (jobs === null) return [];
  const values = Object.values(data);
  const withJobs = values
    .map(normalizeList)
    .filter((value): value is unknown[] => Array.isArray(value) && value.some(isJobLike));
  const empty = values.filter(
    (value): value is unknown[] => Array.isArray(value) && value.length === 0,
  );
  const candidates = withJobs.length > 0 ? withJobs : empty;
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Finds the job in a response: `data.job`, or `data` itself if `data` looks like a job. */
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
