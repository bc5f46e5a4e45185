import * as z from 'zod';
import type { ShownJob } from '../../../../src/model/jobPage/pageContent.ts';

const someMoment = z.strictObject({ text: z.string(), ms: z.number().nullable() });
const moment = someMoment.nullable();
const logTime = z.strictObject({ text: z.string(), ms: z.number() }).nullable();
const values = [
  z.strictObject({
    kind: z.literal('named'),
    all: z.array(z.strictObject({ key: z.string(), name: z.string() })),
  }),
  z.strictObject({ kind: z.literal('names'), names: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({ kind: z.literal('moment'), moment: someMoment }),
] as const;
const members = z.record(z.string(), z.json());

/** Schema of the content that a job page receives. */
export const shownJobSchema: z.ZodType<ShownJob> = z.strictObject({
  key: z.string().nullable(),
  title: z.string(),
  state: z.enum(['active', 'completed', 'unknown', 'unreadable']),
  problem: z.string().nullable(),
  waiting: z
    .strictObject({
      people: z.array(z.string()),
      steps: z.array(z.string()),
      since: z.number().nullable(),
      beganEarlier: z.boolean(),
    })
    .nullable(),
  startedAt: moment,
  completedAt: moment,
  cards: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      members: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          value: z.discriminatedUnion('kind', values).nullable(),
          absent: z.string(),
          filter: z.strictObject({ by: z.string(), name: z.string() }).nullable(),
          sentence: z.string().nullable(),
        }),
      ),
    }),
  ),
  timeline: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.enum(['startedAt', 'log', 'updatedAt', 'completedAt']),
        name: z.string(),
        at: z.number(),
        people: z.array(z.string()),
      }),
      z.strictObject({
        kind: z.literal('step'),
        name: z.string(),
        at: z.number(),
        beganEarlier: z.boolean(),
        until: z.number().nullable(),
        people: z.array(z.string()),
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
      options: z
        .array(z.strictObject({ label: z.string().nullable(), value: z.json() }))
        .nullable(),
      unit: z.string().nullable(),
      otherMembers: members,
    }),
  ),
  log: z.array(z.strictObject({ at: logTime, text: z.string().nullable(), otherMembers: members })),
  more: members,
});
