import * as z from 'zod/mini';
import type { OperationName } from './inputs.ts';

const someText = z.optional(z.string());
const cursor = someText;
const someNames = z.optional(z.array(z.string()));

const jobSummary = z.object({
  key: z.string(),
  state: z.enum(['active', 'completed', 'unknown']),
  workflows: someNames,
  steps: someNames,
  assignees: someNames,
  startedAt: someText,
  updatedAt: someText,
  completedAt: someText,
});
export type JobSummary = z.infer<typeof jobSummary>;

/**
 * The output of each operation, as the MCP server declares it; the extension uses its types alone.
 * Empty members are omitted; a `cursor` means that the same call with this cursor returns the next part.
 */
export const outputs = {
  listFields: z.object({
    fields: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        type: z.string(),
        required: z.optional(z.boolean()),
        options: z.optional(z.array(z.object({ key: z.string(), label: z.string() }))),
      }),
    ),
    total: z.number(),
    cursor,
  }),
  listWorkflows: z.object({
    workflows: z.array(z.object({ key: z.string(), name: z.string() })),
    total: z.number(),
    cursor,
  }),
  findJobs: z.object({ jobs: z.array(jobSummary), read: z.string(), note: someText, cursor }),
  getJob: z.object({
    job: jobSummary,
    fields: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
    log: someNames,
    cursor,
  }),
  waitForJob: z.object({
    outcome: z.enum(['completed', 'gone', 'stillActive', 'unreachable']),
    job: jobSummary,
    lastSeen: someText,
  }),
  startJob: jobSummary,
} satisfies Record<OperationName, z.ZodMiniType>;

export type OutputOf<Name extends OperationName> = z.infer<(typeof outputs)[Name]>;
