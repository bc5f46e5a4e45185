import * as z from 'zod/mini';
import { parseTimestamp } from '../text/time.ts';

const text = z.optional(z.string().check(z.maxLength(500)));
const cursor = z.optional(z.string().check(z.describe('From the previous answer')));
const time = z.optional(z.string().check(z.refine((given) => parseTimestamp(given) !== null, { message: 'Expected an ISO 8601 timestamp with an offset' }), z.describe('ISO 8601 with offset')));
const key = z.string().check(z.minLength(1), z.maxLength(1000));
const words = z.nullable(z.string());
const names = z.array(z.string());
const more = z.nullable(z.string());

export const jobState = z.enum(['active', 'completed', 'unknown']);

export const jobSummary = z.strictObject({ key: z.string(), state: jobState, workflows: names, steps: names, assignees: names, startedAt: words, updatedAt: words, completedAt: words });
export type JobSummary = z.infer<typeof jobSummary>;

/** The shapes of what operations take and give. Unknown members of an input are refused, so that a misspelt filter is not ignored. */
export const schemas = {
  listFields: {
    input: z.strictObject({ text, cursor }),
    output: z.strictObject({ fields: z.array(z.strictObject({ key: z.string(), name: z.string(), type: z.string(), required: z.nullable(z.boolean()), options: z.array(z.strictObject({ key: z.string(), label: z.string() })) })), total: z.number(), cursor: more }),
  },
  listWorkflows: {
    input: z.strictObject({}),
    output: z.strictObject({ workflows: z.array(z.strictObject({ key: z.string(), name: z.string() })), jobsRead: z.number() }),
  },
  findJobs: {
    input: z.strictObject({ state: z.optional(jobState), workflow: text, step: text, person: text, text, startedFrom: time, startedTo: time, cursor }),
    output: z.strictObject({ jobs: z.array(jobSummary), read: z.string(), cursor: more }),
  },
  getJob: {
    input: z.strictObject({ key }),
    output: z.strictObject({ job: z.nullable(jobSummary), fields: z.array(z.strictObject({ name: z.string(), value: z.string() })), log: z.array(z.string()) }),
  },
  waitForJob: {
    input: z.strictObject({ key, seconds: z._default(z.int().check(z.minimum(1), z.maximum(600)), 60) }),
    output: z.strictObject({ outcome: z.enum(['completed', 'gone', 'stillActive', 'connectionLost', 'notFound']), job: z.nullable(jobSummary) }),
  },
  startJob: {
    input: z.strictObject({ workflowKey: key }),
    output: z.strictObject({ job: jobSummary }),
  },
} as const;
