import * as z from 'zod/mini';
import { flagSchema, numberSchema, trimmedTextSchema } from '../util/schemas.ts';

/** Longest waiting time, in seconds: a week. */
export const longestTimeout = 604_800;

/** Seconds to wait; 600 where none are given. */
export const timeoutSchema = z._default(numberSchema.check(z.minimum(1), z.maximum(longestTimeout)), 600);

const definitionSchema = z.object({ workflow: trimmedTextSchema, environment: z.optional(trimmedTextSchema), wait: z._default(flagSchema, true), timeout: timeoutSchema });

/** The members of a task in `tasks.json`. */
export interface TaskDefinition {
  /** A workflow key. */
  readonly workflow: string;
  /** The name of the environment whose service it uses; undefined for the connected one. */
  readonly environment?: string | undefined;
  readonly wait: boolean;
  /** Seconds. */
  readonly timeout: number;
}

/** Validates a definition from VS Code; returns the name of the first invalid member as the problem. */
export function readTaskDefinition(given: unknown): TaskDefinition | { readonly problem: string } {
  const { data, error } = definitionSchema.safeParse(given);
  return data ?? { problem: String(error?.issues[0]?.path[0] ?? 'workflow') };
}
