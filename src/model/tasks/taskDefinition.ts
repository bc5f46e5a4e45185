import * as z from 'zod/mini';
import { flagSchema, numberSchema, trimmedTextSchema } from '../util/schemas.ts';

/** The longest time to wait, in seconds: a week. */
export const longestTimeout = 604_800;

/** Seconds to wait; 600 where none are given. */
export const timeoutSchema = z._default(numberSchema.check(z.minimum(1), z.maximum(longestTimeout)), 600);

const definitionSchema = z.object({ workflow: trimmedTextSchema, wait: z._default(flagSchema, true), timeout: timeoutSchema });

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
