import * as z from 'zod/mini';
import {
  type Field,
  type Job,
  type JobRow,
  type Readable,
  originalJob,
  parseResponse,
  readFields,
  readJobRows,
} from '../../service/index.ts';
import { jsonText } from '../util/json.ts';
import { numberSchema, textSchema, timeSchema } from '../util/schemas.ts';

/** A job that an earlier window stored. */
export interface CachedJob {
  readonly job: Job;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

/** The first jobs of the list, as an earlier window stored them. */
export interface CachedJobs {
  readonly rows: readonly JobRow[];
  readonly total: number | null;
  /** Number of pages that the rows fill. */
  readonly pages: number;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

export interface CachedFields {
  readonly fields: readonly Readable<Field>[];
  /** Epoch milliseconds. */
  readonly readAt: number;
}

/** The first jobs, the watched jobs, and the fields of a service, as an earlier window stored them. */
export interface CachedSession {
  readonly jobs?: CachedJobs | undefined;
  readonly fields?: CachedFields | undefined;
  readonly watched?: readonly CachedJob[] | undefined;
}

const elements = z.array(z.unknown());
const cacheSchema = z.object({
  connection: textSchema,
  jobs: z.optional(
    z.object({
      rows: elements,
      total: z.nullable(numberSchema),
      pages: z.enum({ one: 1, two: 2 }),
      readAt: timeSchema,
    }),
  ),
  fields: z.optional(z.object({ fields: elements, readAt: timeSchema })),
  watched: z.optional(z.array(z.object({ job: z.unknown(), readAt: timeSchema }))),
});

const maxCachedPages = 2;

/** Maximum size of the stored text in UTF-8. */
const maxBytes = 256 * 1024;

/** Selects the jobs of the first pages for the cache. */
export function firstJobs(
  rows: readonly JobRow[],
  total: number | null,
  count: number,
  readAt: number,
): CachedJobs | undefined {
  if (count === 0 || rows.length === 0) return undefined;
  const pages = Math.min(maxCachedPages, count);
  return { rows: rows.slice(0, Math.ceil((rows.length / count) * pages)), total, pages, readAt };
}

/**
 * Serializes jobs as the list sent them, and fields, for {@link readCachedSession}. Omits the fields if the text
 * is too long, and then also the jobs.
 * @param connection identifies the base URL and everything else that determines which jobs are visible
 */
export function writeCachedSession(connection: string, known: CachedSession): string {
  const text = jsonText({ connection, ...asStored(known) });
  if (!isTooLong(text)) return text;
  const { jobs, fields, watched } = known;
  return writeCachedSession(connection, fields === undefined ? {} : { jobs, watched });
}

function asStored({ jobs, fields, watched }: CachedSession): {
  readonly [Part in keyof CachedSession]: object | undefined;
} {
  return {
    jobs: jobs && {
      ...jobs,
      rows: jobs.rows.map((row) => (row.kind === 'job' ? originalJob(row.job) : row.raw)),
    },
    fields: fields && {
      ...fields,
      fields: fields.fields.map((field) => (field.kind === 'readable' ? field.value : field.raw)),
    },
    watched: watched?.map(({ job, readAt }) => ({ job: originalJob(job), readAt })),
  };
}

function isTooLong(text: string): boolean {
  return new TextEncoder().encode(text).length > maxBytes;
}

/**
 * Parses the text of {@link writeCachedSession}. Returns undefined for another connection, and for an invalid
 * text, which another version of the extension may have written.
 */
export function readCachedSession(text: string, connection: string): CachedSession | undefined {
  try {
    const { jobs, fields, watched, ...stored } = cacheSchema.parse(parseResponse(text));
    if (stored.connection !== connection) return undefined;
    return {
      jobs: jobs && { ...jobs, rows: readJobRows(jobs.rows, 1) },
      fields: fields && { ...fields, fields: readFields(fields.fields) },
      watched: watched?.flatMap(({ job, readAt }) => {
        const [row] = readJobRows([job], 1);
        return row?.kind === 'job' ? { job: row.job, readAt } : [];
      }),
    };
  } catch {
    return undefined;
  }
}
