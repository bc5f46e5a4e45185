import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { flagSchema, numberSchema, trimmedTextSchema } from '../util/schemas.ts';

/** Maximum timeout of a task (one week), in seconds. */
export const maxTimeout = 604_800;

/** Default timeout of a task, in seconds. */
export const defaultTimeout = 600;
export const timeoutSchema = z.optional(numberSchema.check(z.gt(0), z.maximum(maxTimeout)));

/**
 * Makes a schema accept quoted numbers and booleans, because VS Code replaces variables such as
 * `${input:seconds}` only in strings.
 */
function unquoted<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(z.transform(withoutQuotes), schema);
}

function withoutQuotes(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

const definitionSchema = z.object({
  workflow: trimmedTextSchema,
  /** Environment name. If omitted, the task uses the connected service. */
  environment: z.optional(trimmedTextSchema),
  wait: z.optional(unquoted(flagSchema)),
  timeout: z.optional(unquoted(timeoutSchema)),
});

/** Validated properties of a task in `tasks.json`. */
export type TaskDefinition = Readonly<
  z.infer<typeof definitionSchema> & { wait: boolean; timeout: number }
>;

/**
 * Validates a task definition. If the definition is invalid, `problem` describes the first invalid
 * property.
 */
export function readTaskDefinition(given: unknown): TaskDefinition | { readonly problem: string } {
  const { data, error } = definitionSchema.safeParse(given);
  if (data !== undefined) {
    return { ...data, wait: data.wait ?? true, timeout: data.timeout ?? defaultTimeout };
  }
  const problems: Readonly<Record<PropertyKey, string>> = {
    timeout: l10n.t(
      '“timeout” must be a number of seconds greater than 0, at most 604800 (a week).',
    ),
    wait: l10n.t('“wait” must be true or false.'),
    environment: l10n.t('“environment” must be the name of an environment.'),
  };
  return {
    problem:
      problems[error.issues[0]?.path[0] ?? ''] ?? l10n.t('“workflow” must be a workflow key.'),
  };
}
