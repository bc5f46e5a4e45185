import type * as z from 'zod/mini';
import { filterTest } from '../model/browsing/jobFilter.ts';
import { describeShownJob } from '../model/details/pageContent.ts';
import { fieldTest } from '../model/fields/fieldList.ts';
import type { JobWaiter, WaitOutcome } from '../model/following/jobWaiter.ts';
import { assigneesOf, jobState, nameOf, workflowsOf } from '../model/jobs/job.ts';
import { type Workflow, knownWorkflows } from '../model/jobs/workflows.ts';
import { optionsOf } from '../model/wording/rowText.ts';
import type { FieldValue } from '../protocol/jobPage.ts';
import { type Field, type Job, type JobRow, type JobsPage, type Named, type Readable, ServiceError, type ServiceClient } from '../service/index.ts';
import { formatProgress } from '../text/number.ts';
import { parseTimestamp } from '../text/time.ts';
import { type Budget, fitted, word } from './answer.ts';
import type { schemas } from './schemas.ts';
import { type JobSummary } from './schemas.ts';

/** The connected service, as operations use it. */
export interface AgentService {
  readonly client: ServiceClient;
  readonly waiter: JobWaiter;
  /** The workflows that are known beside those of jobs. */
  readonly workflows: () => readonly Workflow[];
}

interface Call<Input> {
  readonly service: AgentService;
  readonly input: Input;
  readonly signal: AbortSignal;
  readonly budget: Budget;
}

export type OperationName = keyof typeof schemas;
type InputOf<Name extends OperationName> = z.infer<(typeof schemas)[Name]['input']>;
type OutputOf<Name extends OperationName> = z.infer<(typeof schemas)[Name]['output']>;

interface Operation<Name extends OperationName> {
  /** In tools: `find_jobs`. */
  readonly id: string;
  /** For a language model, which reads all of them with every question: short. */
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly run: (call: Call<InputOf<Name>>) => Promise<OutputOf<Name>>;
}

/** What assistants and scripts can do; each failure is a {@link ServiceError}. */
export const operations: { readonly [Name in OperationName]: Operation<Name> } = {
  listFields: {
    id: 'list_fields',
    description: 'Field definitions with the options of dropdowns. `text` is looked for in names and keys.',
    isReadOnly: true,
    run: async ({ service, input: { text = '', cursor }, signal, budget }) => {
      const fields = (await service.client.listFields(signal)).filter(fieldTest(text));
      const from = readNumber(cursor);
      const left = fields.slice(from);
      const render = (items: number) => ({ fields: left.slice(0, items).map(fieldAnswer), total: fields.length, cursor: items < left.length ? String(from + items) : null });
      return fitted(render, left.length, budget);
    },
  },
  listWorkflows: {
    id: 'list_workflows',
    description: 'Workflows seen in the newest jobs. The service does not list workflows, so others may exist.',
    isReadOnly: true,
    run: async ({ service, signal, budget }) => {
      const { jobs } = await service.client.listJobs(1, signal);
      const known = new Map([...knownWorkflows(jobs), ...service.workflows()].map((each) => [each.key, each]));
      const all = [...known.values()].map(({ key, name }) => ({ key, name: word(name) }));
      return fitted((items) => ({ workflows: all.slice(0, items), jobsRead: jobs.length }), all.length, budget);
    },
  },
  findJobs: {
    id: 'find_jobs',
    description: 'Jobs, newest first, by state, names, text or start. Reads a part of the list per call; `read` says how much, `cursor` goes on.',
    isReadOnly: true,
    run: findJobs,
  },
  getJob: {
    id: 'get_job',
    description: 'One job with its field values and log. `job` is null where none was found.',
    isReadOnly: true,
    run: async ({ service, input: { key }, signal, budget }) => {
      const job = await service.waiter.read(key, signal);
      if (job === undefined) return { job: null, fields: [], log: [] };
      const { fields, log } = describeShownJob(job, '', await knownFields(service, job, signal));
      const values = fields.map((field) => ({ name: word(field.name), value: word(valueText(field), 500) }));
      const entries = log.map(({ at, text }) => word([at?.text, text].filter((part) => part != null).join(' ')));
      const render = (items: number) => ({ job: summaryOf(job), fields: values.slice(0, items), log: entries.slice(0, Math.max(0, items - values.length)) });
      return fitted(render, values.length + entries.length, budget);
    },
  },
  waitForJob: {
    id: 'wait_for_job',
    description: 'Waits until a job ends, at most `seconds`.',
    isReadOnly: true,
    run: async ({ service, input: { key, seconds }, signal }) => {
      const outcome = await service.waiter.wait(key, { timeout: seconds * 1000, signal });
      if (outcome === undefined) return { outcome: 'notFound', job: null };
      if (outcome.kind === 'cancelled') throw new ServiceError('cancelled', 'Waiting was cancelled. The job goes on.');
      return { outcome: outcomeWords[outcome.kind], job: summaryOf(outcome.job) };
    },
  },
  startJob: {
    id: 'start_job',
    description: 'Starts a job of a workflow. Never repeat a call whose outcome is unknown.',
    isReadOnly: false,
    run: async ({ service, input: { workflowKey }, signal }) => ({ job: summaryOf(await service.client.startJob(workflowKey, signal)) }),
  },
};

const outcomeWords: Readonly<Record<Exclude<WaitOutcome['kind'], 'cancelled'>, OutputOf<'waitForJob'>['outcome']>> = { over: 'completed', gone: 'gone', timedOut: 'stillActive', lost: 'connectionLost' };

/** The most pages that one call reads. */
const pagesPerCall = 10;

/** Jobs of one answer, at most. */
const jobsPerCall = 25;

/** A cursor is the page to go on with and the first row there; what starts meanwhile moves rows down, so a job may come twice and none is left out. */
async function findJobs({ service, input, signal, budget }: Call<InputOf<'findJobs'>>): Promise<OutputOf<'findJobs'>> {
  const passes = testOf(input);
  const [firstPage, firstRow] = readCursor(input.cursor);
  const found: { readonly job: Job; readonly at: string }[] = [];
  let end: string | null = null;
  let last: JobsPage | undefined;
  let upTo = 0;
  for (let page = firstPage; ; page++) {
    if (page >= firstPage + pagesPerCall || found.length >= jobsPerCall) {
      end = `${page}.0`;
      break;
    }
    last = await service.client.listJobs(page, signal);
    const { jobs, pagination } = last;
    for (const [index, row] of jobs.entries()) if ((page > firstPage || index >= firstRow) && row.kind === 'job' && passes(row)) found.push({ job: row.job, at: `${page}.${index}` });
    upTo = pagination.hasMore ? page * jobs.length : (pagination.total ?? upTo + jobs.length);
    if (!pagination.hasMore || jobs.length === 0) break;
  }
  const read = formatProgress(upTo, last?.pagination.total ?? null, 'en');
  const shown = found.slice(0, jobsPerCall);
  const render = (items: number) => ({ jobs: shown.slice(0, items).map(({ job }) => summaryOf(job)), read, cursor: found[items]?.at ?? end });
  return fitted(render, shown.length, budget);
}

function readCursor(cursor = '1.0'): readonly [page: number, row: number] {
  const [page, row] = cursor.split('.').map(Number);
  if (!isCount(page) || page < 1 || !isCount(row)) throw new ServiceError('invalidInput', 'The cursor is not one of an earlier answer.');
  return [page, row];
}

function readNumber(cursor = '0'): number {
  const number = Number(cursor);
  if (!isCount(number)) throw new ServiceError('invalidInput', 'The cursor is not one of an earlier answer.');
  return number;
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value ?? -1) >= 0;
}

/** Names are looked for as parts of names, whatever the case: an assistant has them from a person. */
function testOf({ state, workflow, step, person, text, startedFrom, startedTo }: InputOf<'findJobs'>): (row: JobRow) => boolean {
  const passes = filterTest({ state, text }, Date.now());
  const from = parseTimestamp(startedFrom) ?? -Infinity;
  const to = parseTimestamp(startedTo) ?? Infinity;
  const isTimed = startedFrom !== undefined || startedTo !== undefined;
  return (row) => {
    if (row.kind !== 'job' || !passes(row)) return false;
    const { job } = row;
    const startedAt = parseTimestamp(job.startedAt);
    if (isTimed && (startedAt === null || startedAt < from || startedAt >= to)) return false;
    return holds(namesAndKeys(workflowsOf(job)), workflow) && holds(namesAndKeys(job.activeSteps), step) && holds(assigneesOf(job), person);
  };
}

function namesAndKeys(named: readonly Named[] | null | undefined): string[] {
  return (named ?? []).flatMap((each) => [nameOf(each), each.key]);
}

function holds(names: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || names.some((name) => name.toLowerCase().includes(wanted.toLowerCase()));
}

function summaryOf(job: Job): JobSummary {
  const names = (named: readonly Named[] | null | undefined) => (named ?? []).map((each) => word(nameOf(each)));
  const time = (text: string | null | undefined) => (text == null ? null : word(text, 60));
  const { key, startedAt, updatedAt, completedAt } = job;
  return { key, state: jobState(job), workflows: names(workflowsOf(job)), steps: names(job.activeSteps), assignees: assigneesOf(job).map((name) => word(name)), startedAt: time(startedAt), updatedAt: time(updatedAt), completedAt: time(completedAt) };
}

function fieldAnswer(field: Readable<Field>): OutputOf<'listFields'>['fields'][number] {
  if (field.kind === 'unreadable') return { key: field.key ?? '', name: word(field.problem), type: 'unreadable', required: null, options: [] };
  const { key, name, type, required } = field.value;
  const options = optionsOf(field.value).map((option) => ({ key: option.key, label: word(option.label ?? option.key) }));
  return { key, name: word(name ?? key), type: word(type ?? 'unknown'), required: required ?? null, options };
}

/** The fields, where the job has values to name; none where they cannot be read, because the job can be shown without. */
async function knownFields({ client }: AgentService, job: Job, signal: AbortSignal): Promise<readonly Readable<Field>[]> {
  if (describeShownJob(job, '').fields.length === 0) return [];
  return client.listFields(signal).catch(() => []);
}

function valueText({ value, labels }: FieldValue): string {
  if (labels !== null) return labels.map((label) => label ?? 'unknown option').join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
