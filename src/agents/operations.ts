import { namesUnder } from '../model/browsing/jobFilter.ts';
import { type Identity, isMe, me } from '../model/browsing/me.ts';
import { readContent } from '../model/jobPage/undocumentedMembers.ts';
import { fieldTest } from '../model/fields/fieldList.ts';
import { assigneesOf, jobState, nameOrKey, workflowsOf } from '../model/jobs/job.ts';
import { jobMembers } from '../model/jobs/members/jobMembers.ts';
import { PageReading } from '../model/jobs/pageReading.ts';
import { changedText, shortfallText } from '../model/jobs/pagingTexts.ts';
import type { Session } from '../model/session/session.ts';
import { type Workflow, distinctWorkflows, knownWorkflows } from '../model/jobs/workflows.ts';
import { digest } from '../model/util/digest.ts';
import { optionsOf } from '../model/fields/fieldTypes.ts';
import type { FieldValue } from '../model/jobPage/undocumentedMembers.ts';
import {
  type Field,
  type Job,
  type Named,
  type Readable,
  type ReadableRow,
  ServiceError,
} from '../service/index.ts';
import { parseTimestamp } from '../text/time.ts';
import { folded } from '../text/folded.ts';
import { fitToBudget, visibleLine } from './answer.ts';
import { type InputOf, type OperationName, longestKey } from './inputs.ts';
import type { JobSummary, OutputOf } from './outputs.ts';

/** The service that operations work on. */
export interface AgentService {
  readonly client: Session['client'];
  readonly source: Session['source'];
  readonly readJob: Session['readJob'];
  readonly follower: Pick<Session['follower'], 'wait'>;
  /** Starts a job through the guards. */
  readonly start: (workflowKey: string, signal: AbortSignal) => Promise<Job>;
  /** Who the person is to the service, if they have chosen. */
  readonly identity?: Identity | undefined;
  /** Workflows known from elsewhere than the first page of jobs. */
  readonly workflows: () => readonly Workflow[];
}

interface Call<Input> {
  readonly name: OperationName;
  readonly service: AgentService;
  readonly input: Input;
  readonly signal: AbortSignal;
  /** Most tokens of the answer. */
  readonly budget: number;
  /** Called with the job after each poll of `waitForJob`. */
  readonly onRead?: ((job: JobSummary) => void) | undefined;
}

export interface Operation<Name extends OperationName> {
  /** The name of its tool: `find_jobs`. */
  readonly id: string;
  /** Short, because a language model reads all descriptions with every question. */
  readonly description: string;
  readonly run: (call: Call<InputOf<Name>>) => Promise<OutputOf<Name>>;
  /** Returns the instruction after a change that may have taken effect although it failed. */
  readonly unknown?: (error: ServiceError) => string;
}

/** What assistants and scripts can do; each failure is a {@link ServiceError}. */
export const operations: { readonly [Name in OperationName]: Operation<Name> } = {
  listFields: {
    id: 'list_fields',
    description: 'Field definitions, with their options. `text` is looked for in names and keys.',
    run: async (call) => {
      const fields = (await call.service.client.listFields(call.signal)).filter(
        fieldTest(call.input.text ?? ''),
      );
      return paged(call, fields.flatMap(fieldAnswers), (some, next) => ({
        fields: some,
        total: fields.length,
        ...next,
      }));
    },
  },
  listWorkflows: {
    id: 'list_workflows',
    description: 'Workflows of the first jobs. The service lists none, so others may exist.',
    run: async (call) => {
      const { service, signal } = call;
      const { jobs } = await service.client.listJobs(1, signal);
      const known = distinctWorkflows([...knownWorkflows(jobs), ...service.workflows()]);
      const workflows = known.map(({ key, name }) => ({ key: boundedKey(key), name: visibleLine(name) }));
      return paged(call, workflows, (some, next) => ({ workflows: some, total: workflows.length, ...next }));
    },
  },
  findJobs: {
    id: 'find_jobs',
    description:
      'Jobs in list order. Filters match parts of names, people also `@me`, `text` any name or key; times: ISO 8601 with offset. `read` says how much of the list was read, `cursor` goes on.',
    run: findJobs,
  },
  getJob: {
    id: 'get_job',
    description: 'One job with its field values and log.',
    run: async (call) => {
      const { service, input, signal } = call;
      const { job, searched } = await service.readJob(input.key, signal);
      if (job === undefined) throw notFound(searched);
      // Field definitions name the job's values; a failure to read them is no reason to withhold the job.
      const known =
        readContent(job, []).fields.length === 0
          ? []
          : await service.client.listFields(signal).catch(() => []);
      const { fields, log } = readContent(job, known);
      const valueOf = ({ value, labels }: FieldValue) =>
        labels?.map((label) => label ?? 'unknown option').join(', ') ??
        (typeof value === 'string' ? value : JSON.stringify(value));
      const values = fields.map((field) => ({
        name: visibleLine(field.name),
        value: visibleLine(valueOf(field), 500),
      }));
      const entries = log.map(({ at, text }) => visibleLine([at?.text, text].join(' ')));
      return paged(call, [...values, ...entries], (some, next) => ({
        job: summaryOf(job),
        ...unlessEmpty(
          'fields',
          some.filter((each) => typeof each !== 'string'),
        ),
        ...unlessEmpty(
          'log',
          some.filter((each) => typeof each === 'string'),
        ),
        ...next,
      }));
    },
  },
  waitForJob: {
    id: 'wait_for_job',
    description:
      'Waits until a job ends, at most `seconds` (45). Call again while `stillActive` or `unreachable`.',
    run: async ({ service, input: { key, seconds = 45 }, signal, onRead }) => {
      const outcome = await service.follower.wait(key, {
        timeout: seconds * 1000,
        signal,
        onRead: (job) => onRead?.(summaryOf(job)),
      });
      switch (outcome.kind) {
        case 'completed':
        case 'stillActive':
          return { outcome: outcome.kind, job: summaryOf(outcome.job) };
        case 'deleted':
          return { outcome: 'gone', job: summaryOf(outcome.job) };
        case 'unreachable':
          if (outcome.job === undefined || outcome.seenAt === undefined) throw outcome.error;
          return {
            outcome: outcome.kind,
            job: summaryOf(outcome.job),
            lastSeen: new Date(outcome.seenAt).toISOString(),
          };
        case 'unknown':
          throw notFound(outcome.searched);
        case 'cancelled':
          throw new ServiceError('cancelled', 'Waiting was cancelled, which does not stop the job.');
        case 'connectionLost':
          throw outcome.error;
      }
    },
  },
  startJob: {
    id: 'start_job',
    description:
      'Starts a job of a workflow, which cannot be undone. If the outcome is unknown, do not retry: find jobs first.',
    run: async ({ service, input: { workflowKey }, signal }) => {
      return summaryOf(await service.start(workflowKey, signal));
    },
    unknown: ({ kind }) =>
      kind === 'accepted'
        ? 'Accepted, but the service did not return the job. Do not retry: find jobs first.'
        : 'It is unknown whether the job started. Do not retry: find jobs first.',
  },
};

function inEnglish(count: number): string {
  return count.toLocaleString('en');
}

/** `50 of 4,213`; only `50` if the total is unknown or smaller. */
function progress(done: number, total: number | null): string {
  return total === null || total < done ? inEnglish(done) : `${inEnglish(done)} of ${inEnglish(total)}`;
}

function notFound(searched: number | undefined): ServiceError {
  const message =
    searched === undefined
      ? 'No job with this key was found.'
      : `No job with this key is among the first ${inEnglish(searched)} jobs. The service reads no job by its key, and further jobs were not searched.`;
  return new ServiceError('notFound', message);
}

/**
 * A call that a cursor belongs to: it continues only the same list, with the same filter, of the same
 * service.
 */
type PagedCall = Call<{ readonly cursor?: string | undefined }>;

/** A cursor that holds these counts. */
function cursorOf(call: PagedCall, counts: readonly number[]): string {
  return [...counts, digestOf(call)].join('.');
}

/**
 * The counts of the input's cursor; none without a cursor.
 * @throws {ServiceError} `invalidInput` unless an answer to the same call ended with the cursor
 */
function readCursor(call: PagedCall, length: number): readonly number[] {
  const { cursor } = call.input;
  if (cursor === undefined) return [];
  const numbers = cursor.split('.').map(Number);
  const isValid =
    /^[\d.]+$/.test(cursor) && numbers.length === length + 1 && numbers.every(Number.isSafeInteger);
  if (!isValid) throw new ServiceError('invalidInput', 'The cursor is not one of an earlier answer.');
  if (numbers.pop() !== digestOf(call)) {
    throw new ServiceError(
      'invalidInput',
      'The cursor belongs to a call with other arguments or to another service. Start again without it.',
    );
  }
  return numbers;
}

function digestOf({ name, service, input: { cursor: _cursor, ...filter } }: PagedCall): number {
  return digest(JSON.stringify([name, service.client.baseUrl.href, filter]));
}

/** The items after the cursor that fit the budget. The cursor holds the number of items already returned. */
function paged<Item, Answer>(
  call: PagedCall,
  items: readonly Item[],
  render: (some: Item[], next: { cursor?: string }) => Answer,
): Answer {
  const [from = 0] = readCursor(call, 1);
  const left = items.slice(from);
  if (from > 0 && left.length === 0) {
    throw new ServiceError(
      'invalidInput',
      'Nothing follows the cursor: there is less than before. Start again without it.',
    );
  }
  return fitToBudget(
    (count) =>
      render(left.slice(0, count), count < left.length ? { cursor: cursorOf(call, [from + count]) } : {}),
    left.length,
    call.budget,
  );
}

/** Most pages that one call reads. */
const pagesPerCall = 10;

/** Most jobs in one answer. */
const jobsPerCall = 25;

/** A place in the list: a page, a row on it, the number of jobs before the page, and the last total. */
interface Position {
  readonly page: number;
  readonly row: number;
  readonly before: number;
  readonly total: number | null;
}

/**
 * Jobs that start between two calls push rows down, so two answers may contain the same job, but none is
 * skipped unless jobs are removed. A call reads the last page of the previous call again, so that its reading
 * notices a service that repeats its pages.
 */
async function findJobs(call: Call<InputOf<'findJobs'>>): Promise<OutputOf<'findJobs'>> {
  const start = readPosition(call);
  const passes = testOf(call);
  const reading = new PageReading(call.service.source, {
    from: start.page,
    pagesAtOnce: 1,
    maxRepeatedPages: 1,
  });
  const found: { readonly job: JobSummary; readonly at: Position }[] = [];
  let [end, rowsBefore] = [start, 0];
  await reading.read({
    signal: call.signal,
    lastPage: start.page + pagesPerCall - 1,
    isEnough: () => {
      const { rows, pageCount, total, newer } = reading;
      const page = start.page + pageCount - 1;
      const before = pageCount === 1 ? start.before : end.before + end.row;
      for (const [row, each] of rows.slice(rowsBefore).entries()) {
        const isBeforeCursor = pageCount === 1 && row < start.row;
        if (each.kind !== 'job' || isBeforeCursor || !passes(each)) continue;
        found.push({ job: summaryOf(each.job), at: { page, row, before, total } });
      }
      rowsBefore = rows.length;
      end = { page, row: start.before + rows.length + newer - before, before, total };
      return found.length >= jobsPerCall;
    },
  });
  const note = gapsOf(reading, start, end);
  const render = (items: number) => {
    const next = found[items]?.at ?? end;
    const isLast = items >= found.length && !reading.hasMore;
    return {
      jobs: found.slice(0, items).map(({ job }) => job),
      read: progress(next.before + next.row, end.total),
      ...(note !== undefined && { note }),
      ...(isLast ? {} : { cursor: positionCursor(call, next) }),
    };
  };
  return fitToBudget(render, Math.min(found.length, jobsPerCall), call.budget);
}

/** Why jobs may be missing, as sentences; undefined if nothing indicates that. */
function gapsOf(reading: PageReading, start: Position, end: Position): string | undefined {
  const isShorter = start.total !== null && end.total !== null && end.total < start.total;
  const isUnread = reading.rows.some(({ kind }) => kind === 'unreadable');
  const gaps = [
    reading.problem ?? (isShorter ? changedText() : null),
    reading.problem === null && !reading.hasMore ? shortfallText(end.before + end.row, end.total) : null,
    isUnread ? 'Some entries could not be read.' : null,
  ].filter((gap) => gap !== null);
  if (gaps.length === 0) return undefined;
  return [...gaps, ...(gaps.includes(changedText()) ? [] : ['Jobs may be missing.'])].join(' ');
}

function readPosition(call: PagedCall): Position {
  const [page = 1, row = 0, before = 0, total = 0] = readCursor(call, 4);
  return { page, row, before, total: total || null };
}

function positionCursor(call: PagedCall, { page, row, before, total }: Position): string {
  return cursorOf(call, [page, row, before, total ?? 0]);
}

/**
 * Filters match parts of names in any case, because an assistant has them from a person or from a cleaned
 * answer.
 */
function testOf({ service, input }: Call<InputOf<'findJobs'>>): (row: ReadableRow) => boolean {
  const { state, workflow, step, assignee, starter, text, startedFrom, startedBefore } = input;
  const peopleTests = [
    personTest(jobMembers.assignedTo.filter, assignee, service.identity),
    personTest(jobMembers.startedBy.filter, starter, service.identity),
  ];
  const from = parseTimestamp(startedFrom);
  const before = parseTimestamp(startedBefore);
  return ({ job }) => {
    if (state !== undefined && jobState(job) !== state) return false;
    const startedAt = parseTimestamp(job.startedAt);
    if (from !== null && (startedAt === null || startedAt < from)) return false;
    if (before !== null && (startedAt === null || startedAt >= before)) return false;
    const names = [
      ...namesAndKeys(workflowsOf(job)),
      ...namesAndKeys(job.activeSteps),
      ...assigneesOf(job),
      ...namesUnder('starters', job),
      job.key,
    ];
    return (
      holds(namesAndKeys(workflowsOf(job)), workflow) &&
      holds(namesAndKeys(job.activeSteps), step) &&
      peopleTests.every((passes) => passes(job)) &&
      holds(names, text)
    );
  };
}

/** @throws {ServiceError} `invalidInput` for the person themselves, as long as nobody knows who that is */
function personTest(
  { names, people }: (typeof jobMembers)['assignedTo' | 'startedBy']['filter'],
  wanted: string | undefined,
  identity: Identity | undefined,
): (job: Job) => boolean {
  if (wanted !== me) return (job) => holds(names(job), wanted);
  if (identity === undefined) {
    throw new ServiceError('invalidInput', 'It is not known here who “@me” is. Ask the person for the name.');
  }
  return (job) => people.of(job).some((person) => isMe(identity, person));
}

function namesAndKeys(named: readonly Named[] | null | undefined): string[] {
  return (named ?? []).flatMap((each) => [nameOrKey(each), each.key]);
}

function holds(names: readonly string[], wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const part = folded(wanted);
  return names.some((name) => folded(name).includes(part) || folded(visibleLine(name)).includes(part));
}

/** The exact key; cut only beyond the length that inputs accept. */
function boundedKey(key: string): string {
  return key.length <= longestKey ? key : visibleLine(key, longestKey);
}

/** Most names of one kind in a summary. */
const mostNames = 10;

function summaryOf(job: Job): JobSummary {
  const { key, startedAt, updatedAt, completedAt } = job;
  return {
    key: boundedKey(key),
    state: jobState(job),
    ...unlessEmpty('workflows', shortList(workflowsOf(job).map(nameOrKey))),
    ...unlessEmpty('steps', shortList((job.activeSteps ?? []).map(nameOrKey))),
    ...unlessEmpty('assignees', shortList(assigneesOf(job))),
    ...(startedAt != null && { startedAt: visibleLine(startedAt, 60) }),
    ...(updatedAt != null && { updatedAt: visibleLine(updatedAt, 60) }),
    ...(completedAt != null && { completedAt: visibleLine(completedAt, 60) }),
  };
}

function shortList(names: readonly string[]): string[] {
  const others = names.length - mostNames;
  return [
    ...names.slice(0, mostNames).map((name) => visibleLine(name)),
    ...(others > 0 ? [`… ${others} more`] : []),
  ];
}

function unlessEmpty<Name extends string, Item>(name: Name, items: Item[]): { [Each in Name]?: Item[] } {
  return items.length === 0 ? {} : ({ [name]: items } as { [Each in Name]: Item[] });
}

/**
 * Options in one entry of an answer; a field with more gets several entries, so that the answer can be split
 * between them.
 */
const optionsPerEntry = 10;

function fieldAnswers(field: Readable<Field>): OutputOf<'listFields'>['fields'] {
  if (field.kind === 'unreadable') {
    return [{ key: boundedKey(field.key ?? ''), name: visibleLine(field.problem), type: 'unreadable' }];
  }
  const { key, name, type, required } = field.value;
  const head = {
    key: boundedKey(key),
    name: visibleLine(name ?? key),
    type: visibleLine(type ?? 'unknown'),
    ...(required != null && { required }),
  };
  const options = optionsOf(field.value).map((option) => ({
    key: boundedKey(option.key),
    label: visibleLine(option.label ?? option.key),
  }));
  const entries = Array.from({ length: Math.ceil(options.length / optionsPerEntry) }, (_, index) =>
    options.slice(index * optionsPerEntry, (index + 1) * optionsPerEntry),
  );
  return entries.length === 0 ? [head] : entries.map((some) => ({ ...head, options: some }));
}
