import * as z from 'zod/mini';

/** A moment as the service sent it; `ms` (epoch milliseconds) is null where the text cannot be read as a time. */
export const momentSchema = z.strictObject({ text: z.string(), ms: z.nullable(z.number()) });
export type Moment = z.infer<typeof momentSchema>;

const namedSchema = z.strictObject({ key: z.string(), name: z.string() });

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
  /** Every member the interface document does not name, as the service sent it. */
  more: z.record(z.string(), z.json()),
  /** Host (and path prefix) of the service the job belongs to. */
  connection: z.string(),
});
export type JobPage = z.infer<typeof jobPageSchema>;

/** From the extension to a job's page. */
export const toPageSchema = z.discriminatedUnion('kind', [
  /** `enriching`: the single job is being asked for, what shows is what the list knew. `notice`: one sentence on what is wrong, or null. */
  z.strictObject({
    kind: z.literal('show'),
    job: jobPageSchema,
    enriching: z.boolean(),
    notice: z.nullable(z.string()),
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
]);
export type ToPage = z.infer<typeof toPageSchema>;

/** From a job's page to the extension. */
export const fromPageSchema = z.discriminatedUnion('kind', [
  /** The page listens; it may be the first time, or after it was hidden or restored. */
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('refresh') }),
  z.strictObject({ kind: z.literal('copyKey') }),
  z.strictObject({ kind: z.literal('startAnother') }),
  z.strictObject({ kind: z.literal('showLog') }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** What a page keeps with `setState` and gets back after a window reload: enough to fetch again, no data, no credential. */
export const pageStateSchema = z.strictObject({ key: z.string(), baseUrl: z.string() });
export type PageState = z.infer<typeof pageStateSchema>;

/** Handed to the page in the `data-boot` attribute of its body, as JSON. */
export const pageBootSchema = z.strictObject({
  state: pageStateSchema,
  /** BCP 47 tag of VS Code's display language. */
  language: z.string(),
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: z.record(z.string(), z.string()),
});
export type PageBoot = z.infer<typeof pageBootSchema>;
