import * as z from 'zod/mini';

/** A moment as the service sent it; `ms` (epoch milliseconds) is null where the text cannot be read as a time. */
export const momentSchema = z.strictObject({ text: z.string(), ms: z.nullable(z.number()) });
export type Moment = z.infer<typeof momentSchema>;

const namedSchema = z.strictObject({ key: z.string(), name: z.string() });

/** Members of an object that have no place of their own, as the service sent them. */
const restSchema = z.record(z.string(), z.json());

/** A value of the job, joined with what is known of its field. */
const fieldValueSchema = z.strictObject({
  key: z.string(),
  name: z.string(),
  type: z.nullable(z.string()),
  required: z.boolean(),
  value: z.json(),
  /** Where the value is the key of an option, or an array of such keys: their labels, null for an unknown option. */
  labels: z.nullable(z.array(z.nullable(z.string()))),
  rest: restSchema,
});
export type FieldValue = z.infer<typeof fieldValueSchema>;

const actionSchema = z.strictObject({ key: z.nullable(z.string()), name: z.string(), rest: restSchema });
export type JobAction = z.infer<typeof actionSchema>;

const logEntrySchema = z.strictObject({ at: z.nullable(momentSchema), text: z.nullable(z.string()), rest: restSchema });
export type LogEntry = z.infer<typeof logEntrySchema>;

const timelineEventSchema = z.strictObject({
  kind: z.enum(['started', 'step', 'log', 'updated', 'completed']),
  /** Of a step: its name. Of an entry of the log: its words. */
  name: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** When a step ended; null while it is active. */
  until: z.nullable(z.number()),
  /** `sent` by the service, or `seen` while the job was followed: then, or shortly before. */
  source: z.enum(['sent', 'seen']),
});
export type TimelineEvent = z.infer<typeof timelineEventSchema>;

/** What a job's page shows, as plain data in words: no nulls to interpret, no wire names. */
export const jobPageSchema = z.strictObject({
  key: z.string(),
  title: z.string(),
  state: z.enum(['active', 'completed', 'unknown', 'unreadable']),
  /** Why the job is `unreadable`, one sentence. */
  problem: z.nullable(z.string()),
  workflows: z.array(namedSchema),
  steps: z.array(namedSchema),
  /** Display names; empty while unassigned. */
  assignedTo: z.array(z.string()),
  /** Display name, or null where the service names nobody. */
  startedBy: z.nullable(z.string()),
  startedAt: z.nullable(momentSchema),
  updatedAt: z.nullable(momentSchema),
  completedAt: z.nullable(momentSchema),
  /** What happened when, in order of time. */
  timeline: z.array(timelineEventSchema),
  /** Empty where the service sent none that can be read as such; so are `actions` and `log`. */
  fields: z.array(fieldValueSchema),
  actions: z.array(actionSchema),
  /** In service order. */
  log: z.array(logEntrySchema),
  /** Every further member the interface document does not name, as the service sent it. */
  more: restSchema,
  /** Host (and path prefix) of the service the job belongs to. */
  connection: z.string(),
});
export type JobPage = z.infer<typeof jobPageSchema>;

/** From the extension to a job's page. */
export const toPageSchema = z.discriminatedUnion('kind', [
  /** `enriching`: the job is being asked for, what shows is what was known. `notice`: one sentence on what is wrong, or null. */
  z.strictObject({
    kind: z.literal('show'),
    job: jobPageSchema,
    enriching: z.boolean(),
    notice: z.nullable(z.string()),
    /** Where the page cannot follow its job: since when (epoch milliseconds) what it shows may have changed. */
    staleSince: z.nullable(z.number()),
    /** Null where it cannot be watched. */
    watched: z.nullable(z.boolean()),
  }),
  /** Nothing is known of the job yet: `problem` says why, or is null while it is being fetched. */
  z.strictObject({
    kind: z.literal('empty'),
    key: z.string(),
    connection: z.string(),
    problem: z.nullable(z.string()),
  }),
  /** The key is on the clipboard, so the page may say so. */
  z.strictObject({ kind: z.literal('keyCopied') }),
  z.strictObject({ kind: z.literal('linkCopied') }),
]);
export type ToPage = z.infer<typeof toPageSchema>;

/** From a job's page to the extension. */
export const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page listens; it may be the first time, or after it was hidden or restored. */
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('refresh') }),
  z.strictObject({ kind: z.literal('toggleWatch') }),
  z.strictObject({ kind: z.literal('startAnother') }),
  z.strictObject({ kind: z.literal('openJson') }),
  z.strictObject({ kind: z.literal('compare') }),
  z.strictObject({ kind: z.literal('copyKey') }),
  z.strictObject({ kind: z.literal('copyLink') }),
  z.strictObject({ kind: z.literal('showLog') }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** Which job a page is of. */
export const pageIdentitySchema = z.strictObject({ key: z.string(), baseUrl: z.string() });
export type PageIdentity = z.infer<typeof pageIdentitySchema>;

const placeIdsSchema = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(300));

/** What the reader opened and where they read, by the ids of places of the page. */
export const readingPlaceSchema = z.strictObject({
  open: placeIdsSchema,
  shownInFull: placeIdsSchema,
  chunksShown: z.array(z.tuple([z.string().check(z.maxLength(300)), z.int()])).check(z.maxLength(300)),
  /** CSS pixels from the top. */
  scroll: z.number(),
});
export type ReadingPlace = z.infer<typeof readingPlaceSchema>;

/** What a page keeps with `setState` and gets back when it shows again: enough to fetch again, no data, no credential. */
export const pageStateSchema = z.strictObject({ ...pageIdentitySchema.shape, place: z.optional(readingPlaceSchema) });
export type PageState = z.infer<typeof pageStateSchema>;

/** Handed to the page in the `data-boot` attribute of its body, as JSON. */
export const pageBootSchema = z.strictObject({
  state: pageIdentitySchema,
  /** BCP 47 tag of VS Code's display language. */
  language: z.string(),
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: z.record(z.string(), z.string()),
});
export type PageBoot = z.infer<typeof pageBootSchema>;
