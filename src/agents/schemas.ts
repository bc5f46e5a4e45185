import * as z from 'zod/mini';
import { parseTimestamp } from '../text/time.ts';

/** Longest key that operations accept and return, in UTF-16 units. */
export const longestKey = 1000;

/** A text of 1 to `limit` characters. A refinement, because it adds nothing to the JSON schema, which assistants read with every question. */
function textUpTo(limit: number) {
  return z.string().check(z.refine((given) => given !== '' && given.length <= limit, { message: `Expected 1 to ${limit} characters` }));
}

const text = z.optional(textUpTo(500));
const someText = z.optional(z.string());
const cursor = someText;
const time = z.optional(z.string().check(z.refine((given) => parseTimestamp(given) !== null, { message: 'Expected an ISO 8601 timestamp with an offset' }), z.describe('ISO 8601 with offset')));
const key = textUpTo(longestKey);
const names = z.array(z.string());
const someNames = z.optional(names);

const jobState = z.enum(['active', 'completed', 'unknown']);

const jobSummary = z.object({ key: z.string(), state: jobState, workflows: someNames, steps: someNames, assignees: someNames, startedAt: someText, updatedAt: someText, completedAt: someText });
export type JobSummary = z.infer<typeof jobSummary>;

/**
 * Input and output of each operation. Unknown members of an input are refused, so that a misspelt filter is not ignored.
 * Outputs omit empty members; a `cursor` in one means that the same call with this cursor returns the next part.
 */
export const schemas = {
  listFields: {
    input: z.strictObject({ text, cursor }),
    output: z.object({
      fields: z.array(z.object({ key: z.string(), name: z.string(), type: z.string(), required: z.optional(z.boolean()), options: z.optional(z.array(z.object({ key: z.string(), label: z.string() }))) })),
      total: z.number(),
      cursor,
    }),
  },
  listWorkflows: {
    input: z.strictObject({ cursor }),
    output: z.object({ workflows: z.array(z.object({ key: z.string(), name: z.string() })), total: z.number(), cursor }),
  },
  findJobs: {
    input: z.strictObject({ state: z.optional(jobState), workflow: text, step: text, assignee: text, text, startedFrom: time, startedBefore: time, cursor }),
    output: z.object({ jobs: z.array(jobSummary), read: z.string(), cursor }),
  },
  getJob: {
    input: z.strictObject({ key, cursor }),
    output: z.object({ job: jobSummary, fields: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))), log: someNames, cursor }),
  },
  waitForJob: {
    input: z.strictObject({ key, seconds: z.optional(z.int().check(z.minimum(1), z.maximum(600))) }),
    output: z.object({ outcome: z.enum(['ended', 'gone', 'stillActive']), job: jobSummary }),
  },
  startJob: {
    input: z.strictObject({ workflowKey: key }),
    output: jobSummary,
  },
} as const;

export type OperationName = keyof typeof schemas;
export type InputOf<Name extends OperationName> = z.infer<(typeof schemas)[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.infer<(typeof schemas)[Name]['output']>;

/** A JSON schema of an object. */
export interface ObjectSchema {
  readonly [member: string]: unknown;
  readonly type: 'object';
}

/** The JSON schemas of an operation, as tools declare them: minimal, because assistants read them with every question. */
export function jsonSchemaOf(name: OperationName): { readonly input: ObjectSchema; readonly output: ObjectSchema } {
  const { input, output } = schemas[name];
  return { input: terse(input), output: terse(output) };
}

function terse(schema: z.ZodMiniType): ObjectSchema {
  // The schema of an input omits that further members are allowed.
  const { $schema: _dialect, ...members } = z.toJSONSchema(schema, { io: 'input' });
  return { ...members, type: 'object' };
}
