import { ServiceError, isJsonObject, toServiceError } from '../service/index.ts';
import { type Advise, defaultBudget, failureAnswer, fenced, visibleLine } from './answer.ts';
import { type InputOf, type OperationName, inputs } from './inputs.ts';
import { type AgentService, type Operation, operations } from './operations.ts';
import type { JobSummary, OutputOf } from './outputs.ts';

/** The outcome of an operation; `text` is for a language model, with service data between marks. */
type OperationResult<Name extends OperationName> =
  | { readonly kind: 'done'; readonly output: OutputOf<Name>; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string; readonly error: ServiceError };

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Most tokens of the answer. */
  readonly budget?: number;
  readonly advise?: Advise;
  /** Called with the job after each poll of `waitForJob`. */
  readonly onRead?: (job: JobSummary) => void;
}

/**
 * Parses the arguments of an operation, which an assistant wrote or a person edited. @throws {ServiceError}
 * `invalidInput`
 */
export function readInput<Name extends OperationName>(name: Name, raw: unknown): InputOf<Name> {
  const { data, error } = inputs[name].safeParse(withoutEmpty(raw));
  if (error === undefined) return data as InputOf<Name>;
  const names = Object.keys(inputs[name].shape);
  const problems = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return `Unknown: ${issue.keys.join(', ')}. Known: ${names.join(', ')}`;
    }
    const path = issue.path.join('.');
    return path === ''
      ? `Write the arguments as an object, such as {"${names[0]}": …}`
      : `${path}: ${issue.message}`;
  });
  throw new ServiceError('invalidInput', visibleLine(problems.join('; '), 500), { wasSent: false });
}

/** The arguments without those that are empty: models write `null` or `""` for an argument that they leave out. */
function withoutEmpty(raw: unknown): unknown {
  if (isEmpty(raw)) return {};
  if (!isJsonObject(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Runs an operation for an assistant. Never rejects. */
export async function runOperation<Name extends OperationName>(
  name: Name,
  service: AgentService,
  rawInput: unknown,
  { signal, budget = defaultBudget, onRead, advise }: RunOptions,
): Promise<OperationResult<Name>> {
  try {
    const { run }: Operation<Name> = operations[name];
    const output = await run({ name, service, input: readInput(name, rawInput), signal, budget, onRead });
    return { kind: 'done', output, text: fenced(output) };
  } catch (thrown) {
    const error = toServiceError(operations[name].id, thrown);
    return {
      kind: 'failed',
      text: failureAnswer(error, { advise, unknown: operations[name].unknown }),
      error,
    };
  }
}
