import { ServiceError, toServiceError } from '../service/index.ts';
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
 * Validates the input of an operation, which an assistant wrote or a person edited. @throws {ServiceError}
 * `invalidInput`
 */
export function readInput<Name extends OperationName>(name: Name, raw: unknown): InputOf<Name> {
  const { data, error } = inputs[name].safeParse(raw ?? {});
  if (error === undefined) return data as InputOf<Name>;
  const problems = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `Unknown: ${issue.keys.join(', ')}`
      : `${issue.path.join('.') || 'Arguments'}: ${issue.message}`,
  );
  throw new ServiceError('invalidInput', visibleLine(problems.join('; '), 500), { wasSent: false });
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
