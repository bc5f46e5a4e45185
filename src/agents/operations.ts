import { fieldTest } from '../model/fields/fieldList.ts';
import { limitsOf, optionsOf } from '../model/fields/fieldTypes.ts';
import { type FieldValue, readContent } from '../model/jobPage/undocumentedMembers.ts';
import { distinctByKey } from '../model/jobs/job.ts';
import { type Workflow, knownWorkflows } from '../model/starting/workflows.ts';
import type { Session } from '../model/session/session.ts';
import {
  type Field,
  type Job,
  type Readable,
  ServiceError,
  isJsonObject,
  isOutcomeUnknown,
  toServiceError,
} from '../service/index.ts';
import { joinNonEmpty } from '../text/list.ts';
import {
  defaultBudget,
  failureAnswer,
  fenced,
  fitting,
  orAbsent,
  summaryOf,
  visibleLine,
} from './answer.ts';
import { answerFindJobs } from './findJobs.ts';
import {
  type InputOf,
  type JobSummary,
  type OperationName,
  type OutputOf,
  inputs,
} from './schemas.ts';

/** Service connection for the operations that AI assistants call. */
export interface AgentService {
  readonly session: Session;
  /** Starts a job if the restrictions for starting jobs (such as read-only mode) allow it. */
  readonly start: (workflowKey: string, signal: AbortSignal) => Promise<Job>;
  /** Workflows that the user started most recently. */
  readonly recentWorkflows: readonly Workflow[];
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Maximum number of tokens in the output. */
  readonly budget?: number | undefined;
  /** Callback that receives a job summary each time `waitForJob` polls the service. */
  readonly onRead?: (job: JobSummary) => void;
  /** Returns advice that replaces `error.advice`. */
  readonly advise?: (error: ServiceError) => string | undefined;
}

interface Operation<Name extends OperationName> {
  /** Name of the tool, such as `find_jobs`. */
  readonly id: string;
  /**
   * Description for language models. Must be short, because models read all descriptions with every
   * question.
   */
  readonly description: string;
  readonly run: (
    service: AgentService,
    input: InputOf<Name>,
    options: RunOptions & { readonly budget: number },
  ) => Promise<OutputOf<Name>>;
}

/** Operations that assistants can call. Each operation throws only {@link ServiceError}s. */
export const operations: { readonly [Name in OperationName]: Operation<Name> } = {
  listFields: {
    id: 'list_fields',
    description: 'Lists field definitions with their options. `text` searches names and keys.',
    run: async ({ session }, { text = '', cursor }, { signal, budget }) => {
      const fields = (await session.client.listFields(signal)).filter(fieldTest(text));
      const part = fitting(fields.flatMap(fieldEntries), budget, cursor);
      return { fields: part.items, total: fields.length, cursor: part.cursor };
    },
  },
  listWorkflows: {
    id: 'list_workflows',
    description: 'Lists the workflows of the first jobs. The service may have more workflows.',
    run: async ({ session: { client, list }, recentWorkflows }, _input, { signal }) => {
      const { jobs } = await client.listJobs(1, signal);
      const loaded = knownWorkflows(list.state.rows ?? []);
      const all = distinctByKey([...knownWorkflows(jobs), ...loaded, ...recentWorkflows]);
      return { workflows: all.map(({ key, name }) => ({ key, name: visibleLine(name) })) };
    },
  },
  findJobs: {
    id: 'find_jobs',
    description:
      'Finds jobs, in list order. Filters match parts of names. `assignee` and `starter` also accept `@me`. `text` matches any name or key. Times are ISO 8601 with an offset. `read` lists the pages that were read. To continue, pass `cursor`.',
    run: ({ session }, input, options) => answerFindJobs(session, input, options),
  },
  getJob: {
    id: 'get_job',
    description: 'Returns one job with its field values and log.',
    run: async ({ session }, { key, cursor }, { signal, budget }) => {
      const { job, searched } = await session.readJob(key, signal);
      if (job === undefined) throw notFound(searched);
      // If the field definitions cannot be loaded, the values are listed with keys instead of
      // names.
      const definitions = await session.client.listFields(signal).catch(() => []);
      const { fields, log } = readContent(job, definitions);
      const values = fields.map((field) => ({
        name: visibleLine(field.name),
        value: visibleLine(valueText(field), 500),
      }));
      const entries = log.map(({ at, text }) => visibleLine([at?.text, text].join(' ')));
      const part = fitting([...values, ...entries], budget, cursor);
      return {
        job: summaryOf(job),
        fields: orAbsent(part.items.filter((each) => typeof each !== 'string')),
        log: orAbsent(part.items.filter((each) => typeof each === 'string')),
        cursor: part.cursor,
      };
    },
  },
  waitForJob: {
    id: 'wait_for_job',
    description:
      'Waits until a job ends, for at most `seconds` (default: 45). If the outcome is `stillActive` or `unreachable`, call again.',
    run: async ({ session }, { key, seconds = 45 }, { signal, onRead }) => {
      const outcome = await session.follower.wait(key, {
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
          throw new ServiceError('cancelled', 'Waiting was canceled. This does not stop the job.');
        case 'connectionLost':
          throw outcome.error;
      }
    },
  },
  startJob: {
    id: 'start_job',
    description:
      'Starts a job of a workflow. This cannot be undone. If the outcome is unknown, do not retry: find jobs first.',
    run: async ({ start }, { workflowKey }, { signal }) =>
      summaryOf(await start(workflowKey, signal)),
  },
};

function notFound(searched: number | undefined): ServiceError {
  const message =
    searched === undefined
      ? 'No job with this key was found.'
      : `No job with this key is among the first ${searched.toLocaleString('en')} jobs. The service cannot read jobs by key, and other jobs were not searched.`;
  return new ServiceError('notFound', message);
}

function valueText({ value, options, unit }: FieldValue): string {
  if (options !== null) return options.map(({ label }) => label ?? 'unknown option').join(', ');
  return joinNonEmpty(
    ' ',
    typeof value === 'string' ? value : JSON.stringify(value),
    unit ?? undefined,
  );
}

/**
 * Maximum number of field options in one entry. Fields with more options are split into several
 * entries.
 */
const optionsPerEntry = 10;

function fieldEntries(field: Readable<Field>): OutputOf<'listFields'>['fields'] {
  if (field.kind === 'unreadable') {
    return [{ key: field.key ?? '', name: visibleLine(field.problem), type: 'unreadable' }];
  }
  const { key, name, type, required } = field.value;
  const head = {
    key,
    name: visibleLine(name ?? key),
    type: visibleLine(joinNonEmpty(', ', type ?? 'unknown', limitsOf(field.value))),
    required: required ?? undefined,
  };
  const options = optionsOf(field.value).map((option) => ({
    key: option.key,
    label: visibleLine(option.label ?? option.key),
  }));
  const entries: OutputOf<'listFields'>['fields'] = [head];
  for (let from = 0; from < options.length; from += optionsPerEntry) {
    entries[from / optionsPerEntry] = {
      ...head,
      options: options.slice(from, from + optionsPerEntry),
    };
  }
  return entries;
}

/**
 * Parses operation arguments from an assistant. The user may have edited the arguments.
 * @throws {ServiceError} `invalidInput`
 */
export function readInput<Name extends OperationName>(name: Name, raw: unknown): InputOf<Name> {
  const { data, error } = inputs[name].safeParse(withoutEmpty(raw));
  if (error === undefined) return data as InputOf<Name>;
  const names = Object.keys(inputs[name].shape);
  const problems = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return `Unknown: ${issue.keys.join(', ')}. Known: ${names.join(', ') || 'none'}`;
    }
    const path = issue.path.join('.');
    return path === '' ? 'Write the arguments as an object' : `${path}: ${issue.message}`;
  });
  throw new ServiceError('invalidInput', visibleLine(problems.join('; '), 500), { wasSent: false });
}

/** Removes empty arguments, because language models pass `null` or `""` for omitted arguments. */
function withoutEmpty(raw: unknown): unknown {
  if (isEmpty(raw)) return {};
  if (!isJsonObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Runs an operation for an assistant. Never rejects.
 * @returns `text` for the language model, with data from the service enclosed in delimiters
 */
export async function runOperation<Name extends OperationName>(
  name: Name,
  service: AgentService,
  rawInput: unknown,
  { budget = defaultBudget, advise = ({ advice }) => advice, ...options }: RunOptions,
) {
  const { id, run }: Operation<Name> = operations[name];
  try {
    const output = await run(service, readInput(name, rawInput), { budget, ...options });
    return { kind: 'done' as const, output, text: fenced(output) };
  } catch (thrown) {
    const error = toServiceError(id, thrown);
    const isUnknown = name === 'startJob' && isOutcomeUnknown(error);
    const advice = isUnknown ? '' : (advise(error) ?? '');
    const text = failureAnswer(error, advice, isUnknown ? unknownStartText(error) : undefined);
    return { kind: 'failed' as const, text, error };
  }
}

/** Returns the beginning of the error message for a start request whose outcome is unknown. */
function unknownStartText({ kind }: ServiceError): string {
  return kind === 'accepted'
    ? 'Accepted, but the service did not return the job. Do not retry: find jobs first.'
    : 'It is unknown whether the job started. Do not retry: find jobs first.';
}
