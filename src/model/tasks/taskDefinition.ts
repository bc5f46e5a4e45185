import * as z from 'zod/mini';

/** Longest waiting time, in seconds: a week. */
export const longestTimeout = 604_800;

const definitionSchema = z.object({
  workflow: z.string().check(z.trim(), z.minLength(1)),
  wait: z._default(z.boolean(), true),
  timeout: z._default(z.number().check(z.minimum(1), z.maximum(longestTimeout)), 600),
});

/** The members of a task in `tasks.json`. */
export interface TaskDefinition {
  /** A workflow key. */
  readonly workflow: string;
  readonly wait: boolean;
  /** Seconds. */
  readonly timeout: number;
}

/** Validates a definition from VS Code; returns the name of the first invalid member as the problem. */
export function readTaskDefinition(given: unknown): TaskDefinition | { readonly problem: string } {
  const { data, error } = definitionSchema.safeParse(given);
  return data ?? { problem: String(error?.issues[0]?.path[0] ?? 'workflow') };
}
