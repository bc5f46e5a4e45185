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

/** A job that a previous window cached. */
export interface CachedJob {
  readonly job: Job;
  /** Time when the job was read from the service, in milliseconds since the epoch. */
  readonly readAt: number;
}

/** First pages of the job list, as cached by a previous window. */
export interface CachedJobs {
  readonly rows: readonly JobRow[];
  readonly total: number | null;
  /** Number of list pages that contained the cached rows. */
  readonly pages: number;
  /** Time when the jobs were read from the service, in milliseconds since the epoch. */
  readonly readAt: number;
}

export interface CachedFields {
  readonly fields: readonly Readable<Field>[];
  /** Time when the fields were read from the service, in milliseconds since the epoch. */
  readonly readAt: number;
}

/** Cached data for a service: the first pages of the job list, the watched jobs, and the fields. */
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

/**
 * Delay between showing cached data and requesting new data, in milliseconds. Without the delay,
 * VS Code shows the cached rows about 90 ms later, because sending a request takes processor time.
 */
export const delayAfterCache = 100;

const maxCachedPages = 2;

/** Maximum size of the cached data, in bytes. */
const maxBytes = 256 * 1024;

interface LoadedJobs extends Pick<CachedJobs, 'total' | 'readAt'> {
  readonly rows: readonly JobRow[] | undefined;
  /** Number of loaded pages. */
  readonly count: number;
}

/** Returns the first loaded pages for the cache, or undefined if no jobs are loaded. */
export function firstJobs({ rows = [], total, count, readAt }: LoadedJobs): CachedJobs | undefined {
  if (count === 0 || rows.length === 0) return undefined;
  const pages = Math.min(maxCachedPages, count);
  return { rows: rows.slice(0, Math.ceil((rows.length / count) * pages)), total, pages, readAt };
}

/**
 * Serializes data for the cache. If the data is too large, omits the fields, and then also all jobs
 * if necessary.
 * @param connection string that identifies the service and the API key
 */
export function writeCachedSession(connection: string, known: CachedSession): string {
  const text = jsonText({ connection, ...asStored(known) });
  if (new TextEncoder().encode(text).length <= maxBytes) return text;
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

/**
 * Parses cached data. Returns undefined if the data belongs to a different connection or has an
 * unexpected format, for example from another extension version.
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
