import * as z from 'zod/mini';

/** The longest time to wait, in seconds: a week. */
export const longestTimeout = 604_800;

const definitionSchema = z.object({
  workflow: z.string().check(z.trim(), z.minLength(1)),
  wait: z._default(z.boolean(), true),
  timeout: z._default(z.number().check(z.minimum(1), z.maximum(longestTimeout)), 600),
});

/** What a task of `tasks.json` asks for. */
export interface TaskDefinition {
  /** A workflow key. */
  readonly workflow: string;
  readonly wait: boolean;
  /** Seconds. */
  readonly timeout: number;
}

/** Reads a definition as VS Code gives it; where it cannot be used, the name of the member that is wrong. */
export function readTaskDefinition(given: unknown): TaskDefinition | { readonly problem: string } {
  const { data, error } = definitionSchema.safeParse(given);
  return data ?? { problem: String(error?.issues[0]?.path[0] ?? 'workflow') };
}
