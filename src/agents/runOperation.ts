import { ServiceError, toServiceError } from '../service/index.ts';
import { type Budget, defaultBudget, failureAnswer, fenced, word } from './answer.ts';
import { type AgentService, type Operation, operations } from './operations.ts';
import { type InputOf, type JobSummary, type OperationName, type OutputOf, schemas } from './schemas.ts';

/** The outcome of an operation; `text` is for a language model, with the service's words between marks. */
type OperationResult<Name extends OperationName> = { readonly kind: 'done'; readonly output: OutputOf<Name>; readonly text: string } | { readonly kind: 'failed'; readonly text: string; readonly error: ServiceError };

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly budget?: Budget;
  /** Called with a job each time it is read while it is waited for. */
  readonly onRead?: (job: JobSummary) => void;
}

/** The names of the operations in tools, such as `find_jobs`. */
export const toolIds = Object.fromEntries(Object.entries(operations).map(([name, { id }]) => [name, id])) as Readonly<Record<OperationName, string>>;

/** Reads the input of an operation as an assistant wrote it, or a person who edited it. @throws {ServiceError} `invalidInput` */
export function readInput<Name extends OperationName>(name: Name, raw: unknown): InputOf<Name> {
  const { data, error } = schemas[name].input.safeParse(raw ?? {});
  if (error === undefined) return data as InputOf<Name>;
  const problems = error.issues.map((issue) => (issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}` : `${issue.path.join('.') || 'Arguments'}: ${issue.message}`));
  throw new ServiceError('invalidInput', word(problems.join('; '), 500), { wasSent: false });
}

/** Runs an operation for an assistant. Never rejects. */
export async function runOperation<Name extends OperationName>(name: Name, service: AgentService, rawInput: unknown, { signal, budget = defaultBudget, onRead }: RunOptions): Promise<OperationResult<Name>> {
  try {
    const { run }: Operation<Name> = operations[name];
    const output = await run({ service, input: readInput(name, rawInput), signal, budget, onRead });
    return { kind: 'done', output: schemas[name].output.parse(output) as OutputOf<Name>, text: fenced(output) };
  } catch (thrown) {
    const error = toServiceError(operations[name].id, thrown);
    return { kind: 'failed', text: failureAnswer(error, name === 'startJob'), error };
  }
}
