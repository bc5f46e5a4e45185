import * as z from 'zod/mini';
import { parseTimestamp } from '../text/time.ts';

/** Longest key that operations accept and return, in UTF-16 units. */
export const longestKey = 1000;

/**
 * A text of 1 to `limit` characters. A refinement, because it adds nothing to the JSON schema, which
 * assistants read with every question.
 */
function textUpTo(limit: number) {
  return z.string().check(
    z.refine((given) => given !== '' && given.length <= limit, {
      message: `Expected 1 to ${limit} characters`,
    }),
  );
}

const text = z.optional(textUpTo(500));
const cursor = z.optional(z.string());
const time = z.optional(
  z.string().check(
    z.refine((given) => parseTimestamp(given) !== null, {
      message: 'Expected an ISO 8601 timestamp with an offset',
    }),
  ),
);
const key = textUpTo(longestKey);

/** The input of each operation. Unknown members are refused, so that a misspelt filter is not ignored. */
export const inputs = {
  listFields: z.strictObject({ text, cursor }),
  listWorkflows: z.strictObject({ cursor }),
  findJobs: z.strictObject({
    state: z.optional(z.enum(['active', 'completed', 'unknown'])),
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
  waitForJob: z.strictObject({ key, seconds: z.optional(z.number().check(z.minimum(1), z.maximum(600))) }),
  startJob: z.strictObject({ workflowKey: key }),
};

export type OperationName = keyof typeof inputs;
export type InputOf<Name extends OperationName> = z.infer<(typeof inputs)[Name]>;
