import type { Event } from 'vscode';
import * as z from 'zod/mini';
import type { Memory } from '../../model/util/memory.ts';
import { textSchema } from '../../model/util/schemas.ts';

const memoryName = 'choice';

const environmentSchema = z.object({ kind: z.literal('environment'), href: textSchema, name: textSchema });
const sandboxSchema = z.object({ kind: z.literal('sandbox'), before: z.optional(environmentSchema) });
const choiceSchema = z.union([z.object({ kind: z.literal('default') }), environmentSchema, sandboxSchema]);

/** The service that a window uses: that of the setting `baseUrl`, an environment, or the sandbox of the window. */
export type Choice = z.infer<typeof choiceSchema>;

/** The sandbox of a window. */
export interface WindowSandbox {
  /** Undefined where it does not exist; requests to it wait for {@link start}. */
  readonly baseUrl: string | undefined;
  readonly onDidChange: Event<void>;
  start(): Promise<void>;
}

export function readChoice(memory: Memory): Choice {
  return choiceSchema.safeParse(memory.get(memoryName)).data ?? { kind: 'default' };
}

export function writeChoice(memory: Memory, choice: Choice): void {
  memory.set(memoryName, choice.kind === 'default' ? undefined : choice);
}

/** The choice of the sandbox, which keeps the environment that was chosen before. */
export function chosenSandbox(now: Choice): Choice {
  return { kind: 'sandbox', before: now.kind === 'sandbox' ? now.before : now.kind === 'environment' ? now : undefined };
}
