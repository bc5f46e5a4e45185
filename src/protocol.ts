import * as v from 'valibot';

/** A moment as the service sent it; `ms` (epoch milliseconds) is null where the text cannot be read as a time. */
export const momentSchema = v.strictObject({ text: v.string(), ms: v.nullable(v.number()) });
export type Moment = v.InferOutput<typeof momentSchema>;

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

function isJson(value: unknown): value is Json {
  if (typeof value === 'object') return value === null || Object.values(value).every(isJson);
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

const jsonSchema = v.custom<Json>(isJson);

const namedSchema = v.strictObject({ key: v.string(), name: v.string() });

/** Members of an object that have no place of their own, as the service sent them. */
const restSchema = v.custom<Record<string, Json>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value));

/** A value of the job, joined with what is known of its field. */
const fieldValueSchema = v.strictObject({
  key: v.string(),
  name: v.string(),
  type: v.nullable(v.string()),
  required: v.boolean(),
  value: jsonSchema,
  /** Where the value is the key of an option, or an array of such keys: their labels, null for an unknown option. */
  labels: v.nullable(v.array(v.nullable(v.string()))),
  rest: restSchema,
});
export type FieldValue = v.InferOutput<typeof fieldValueSchema>;

const actionSchema = v.strictObject({ key: v.nullable(v.string()), name: v.string(), rest: restSchema });
export type JobAction = v.InferOutput<typeof actionSchema>;

const logEntrySchema = v.strictObject({ at: v.nullable(momentSchema), text: v.nullable(v.string()), rest: restSchema });
export type LogEntry = v.InferOutput<typeof logEntrySchema>;

const timelineEventSchema = v.strictObject({
  kind: v.picklist(['started', 'step', 'log', 'updated', 'completed']),
  /** Of a step: its name. Of an entry of the log: its words. */
  name: v.string(),
  /** Epoch milliseconds. */
  at: v.number(),
  /** When a step ended; null while it is active. */
  until: v.nullable(v.number()),
  /** `sent` by the service, or `seen` while the job was followed: then, or shortly before. */
  source: v.picklist(['sent', 'seen']),
});
export type TimelineEvent = v.InferOutput<typeof timelineEventSchema>;

/** What a job's page shows, as plain data in words: no nulls to interpret, no wire names. */
export const jobPageSchema = v.strictObject({
  /** Null where the service sent none that can be read. */
  key: v.nullable(v.string()),
  title: v.string(),
  state: v.picklist(['active', 'completed', 'unknown', 'unreadable']),
  /** Why the job is `unreadable`, one sentence. */
  problem: v.nullable(v.string()),
  workflows: v.array(namedSchema),
  steps: v.array(namedSchema),
  /** Display names; empty while unassigned. */
  assignedTo: v.array(v.string()),
  /** Display name, or null where the service names nobody. */
  startedBy: v.nullable(v.string()),
  startedAt: v.nullable(momentSchema),
  updatedAt: v.nullable(momentSchema),
  completedAt: v.nullable(momentSchema),
  /** What happened when, in order of time. */
  timeline: v.array(timelineEventSchema),
  /** Empty where the service sent none that can be read as such; so are `actions` and `log`. */
  fields: v.array(fieldValueSchema),
  actions: v.array(actionSchema),
  /** In service order. */
  log: v.array(logEntrySchema),
  /** Every further member the interface document does not name, as the service sent it. */
  more: restSchema,
  /** Host (and path prefix) of the service the job belongs to. */
  connection: v.string(),
});
export type JobPage = v.InferOutput<typeof jobPageSchema>;

/** What a job's page shows. */
export const contentSchema = v.variant('kind', [
  /** `enriching`: the job is being asked for, what shows is what was known. `notice`: one sentence on what is wrong, or null. */
  v.strictObject({
    kind: v.literal('show'),
    job: jobPageSchema,
    enriching: v.boolean(),
    notice: v.nullable(v.string()),
    /** Where the page cannot follow its job: since when (epoch milliseconds) what it shows may have changed. */
    staleSince: v.nullable(v.number()),
    /** Null where it cannot be watched. */
    watched: v.nullable(v.boolean()),
    /** Whether the job's service is the connected one. */
    isConnected: v.boolean(),
  }),
  /** Nothing is known of the job yet: `problem` says why, or is null while it is being fetched. */
  v.strictObject({
    kind: v.literal('empty'),
    key: v.nullable(v.string()),
    connection: v.string(),
    problem: v.nullable(v.string()),
  }),
]);
export type PageContent = v.InferOutput<typeof contentSchema>;

/** From the extension to a job's page. */
export const toPageSchema = v.variant('kind', [
  contentSchema,
  /** The key is on the clipboard, so the page may say so. */
  v.strictObject({ kind: v.literal('keyCopied') }),
  v.strictObject({ kind: v.literal('linkCopied') }),
]);
export type ToPage = v.InferOutput<typeof toPageSchema>;

/** From a job's page to the extension. */
export const fromPageSchema = v.variant('kind', [
  /** The page listens; it may be the first time, or after it was hidden or restored. `shown`: whether it shows what its HTML holds. */
  v.strictObject({ kind: v.literal('ready'), shown: v.boolean() }),
  v.strictObject({ kind: v.literal('refresh') }),
  v.strictObject({ kind: v.literal('toggleWatch') }),
  v.strictObject({ kind: v.literal('startAnother') }),
  v.strictObject({ kind: v.literal('openJson') }),
  v.strictObject({ kind: v.literal('compare') }),
  v.strictObject({ kind: v.literal('copyKey') }),
  v.strictObject({ kind: v.literal('copyLink') }),
  v.strictObject({ kind: v.literal('showLog') }),
]);
export type FromPage = v.InferOutput<typeof fromPageSchema>;

/** Which job a page is of; where that has no key, its place in the list stands for one. */
export const pageIdentitySchema = v.strictObject({ key: v.string(), baseUrl: v.string() });
export type PageIdentity = v.InferOutput<typeof pageIdentitySchema>;

const placeIdsSchema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.maxLength(300));

/** What the reader opened and where they read, by the ids of places of the page. */
export const readingPlaceSchema = v.strictObject({
  open: placeIdsSchema,
  shownInFull: placeIdsSchema,
  chunksShown: v.pipe(v.array(v.tuple([v.pipe(v.string(), v.maxLength(300)), v.pipe(v.number(), v.integer())])), v.maxLength(300)),
  /** CSS pixels from the top. */
  scroll: v.number(),
});
export type ReadingPlace = v.InferOutput<typeof readingPlaceSchema>;

/** What a page keeps with `setState` and gets back when it shows again: enough to fetch again, no data, no credential. `html` is the `id` of the HTML that was shown. */
export const pageStateSchema = v.strictObject({ ...pageIdentitySchema.entries, html: v.optional(v.string()), place: v.optional(readingPlaceSchema) });
export type PageState = v.InferOutput<typeof pageStateSchema>;

/** Handed to the page in its HTML, as JSON. */
export const pageBootSchema = v.strictObject({
  state: pageIdentitySchema,
  /** BCP 47 tag of VS Code's display language. */
  language: v.string(),
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: v.record(v.string(), v.string()),
  /** What the page shows at first. */
  content: contentSchema,
  /** Of this HTML. It is the same again when the HTML is brought back, whose content may then be outdated. */
  id: v.string(),
});
export type PageBoot = v.InferOutput<typeof pageBootSchema>;
