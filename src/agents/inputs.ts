import * as z from 'zod/mini';
import { parseTimestamp } from '../text/time.ts';

/** Longest key that operations accept and return, in UTF-16 units. */
export const longestKey = 1000;

/** Message for an argument that is not a text. Large and fractional numbers may have been rounded. */
function textProblem({ input }: { readonly input?: unknown }): string {
  return input === undefined ? 'Missing' : 'Write one text in quotes';
}

/**
 * A text of at most `limit` characters. Models also write a key such as `17` without quotes. The limit is a
 * refinement, because it adds nothing to the JSON schema, which assistants read with every question.
 */
function textUpTo(limit: number) {
  return z.pipe(
    z.transform((value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)),
    z.string({ error: textProblem }).check(
      z.refine((text) => text.length <= limit, {
        message: `Write at most ${limit} characters`,
      }),
    ),
  );
}

const text = z.optional(textUpTo(500));
const cursor = z.optional(z.string({ error: textProblem }));
const timeProblem = 'Write an ISO 8601 timestamp with an offset, such as "2026-01-31T09:00:00Z"';
const time = z.optional(
  z.string({ error: timeProblem }).check(z.refine((value) => parseTimestamp(value) !== null, timeProblem)),
);
const key = textUpTo(longestKey);
const state = z.optional(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    z.enum(['active', 'completed', 'unknown'], 'Write "active", "completed" or "unknown"'),
  ),
);
const secondsProblem = 'Write a number from 1 to 600';
const seconds = z.optional(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? Number(value) : value)),
    z.number(secondsProblem).check(z.minimum(1, secondsProblem), z.maximum(600, secondsProblem)),
  ),
);

/** The input of each operation. Unknown members are refused, so that a misspelt filter is not ignored. */
export const inputs = {
  listFields: z.strictObject({ text, cursor }),
  listWorkflows: z.strictObject({ cursor }),
  findJobs: z.strictObject({
    state,
    workflow: text,
    step: text,
    assignee: text,
    starter: text,
    text,
    startedFrom: time,
    startedBefore: time,
    cursor,
  }),
  getJob: z.strictObject({ key, cursor }),
  waitForJob: z.strictObject({ key, seconds }),
  startJob: z.strictObject({ workflowKey: key }),
};

export type OperationName = keyof typeof inputs;
export type InputOf<Name extends OperationName> = z.infer<(typeof inputs)[Name]>;
