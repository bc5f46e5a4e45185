import * as z from 'zod';
import type { ShownJob } from '../../../../src/protocol/jobPage.ts';

const moment = z.strictObject({ text: z.string(), ms: z.number().nullable() }).nullable();
const named = z.array(z.strictObject({ key: z.string(), name: z.string() }));
const members = z.record(z.string(), z.json());

/** What a job's page relies on, down to the last member. */
export const shownJobSchema: z.ZodType<ShownJob> = z.strictObject({
  key: z.string().nullable(),
  title: z.string(),
  state: z.enum(['active', 'completed', 'unknown', 'unreadable']),
  problem: z.string().nullable(),
  workflows: named,
  areWorkflowsActive: z.boolean(),
  steps: named,
  assignedTo: z.array(z.string()),
  startedBy: z.string().nullable(),
  startedAt: moment,
  updatedAt: moment,
  completedAt: moment,
  timeline: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.enum(['started', 'log', 'updated', 'completed']),
        name: z.string(),
        at: z.number(),
      }),
      z.strictObject({
        kind: z.literal('step'),
        name: z.string(),
        at: z.number(),
        beganEarlier: z.boolean(),
        until: z.number().nullable(),
        owners: z.array(z.string()),
      }),
    ]),
  ),
  fields: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      type: z.string().nullable(),
      required: z.boolean(),
      value: z.json(),
      labels: z.array(z.string().nullable()).nullable(),
      otherMembers: members,
    }),
  ),
  actions: z.array(z.strictObject({ key: z.string().nullable(), name: z.string(), otherMembers: members })),
  log: z.array(z.strictObject({ at: moment, text: z.string().nullable(), otherMembers: members })),
  more: members,
  connection: z.string(),
});
