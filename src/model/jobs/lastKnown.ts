import * as z from 'zod/mini';
import {
  type Field,
  type JobRow,
  type Readable,
  jobAsSent,
  parseAnswer,
  readFields,
  readJobRows,
} from '../../service/index.ts';
import { asListed } from './job.ts';
import type { KnownJob } from './newestJobs.ts';
import { digest } from '../util/digest.ts';
import { jsonText } from '../util/json.ts';
import { numberSchema, textSchema, timeSchema } from '../util/schemas.ts';

/** The first jobs of a list, as stored by a window. */
export interface KnownJobs {
  readonly rows: readonly JobRow[];
  readonly total: number | null;
  /** Number of pages that the rows fill. */
  readonly pages: number;
  /** Epoch milliseconds. */
  readonly readAt: number;
}

export interface KnownFields {
  readonly fields: readonly Readable<Field>[];
  /** Epoch milliseconds. */
  readonly readAt: number;
}

/** The first jobs, the watched jobs and the fields of a service, as last stored by a window. */
export interface LastKnown {
  readonly jobs?: KnownJobs | undefined;
  readonly fields?: KnownFields | undefined;
  readonly watched?: readonly KnownJob[] | undefined;
}

const elements = z.array(z.unknown());
const storedSchema = z.object({
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

const mostPages = 2;

/** Largest text to store, in UTF-8. */
const mostBytes = 256 * 1024;

/**
 * The file name of a service, which does not reveal its address. Services with the same hashes replace each
 * other's file.
 */
export function fileNameOf(origin: string, href: string): string {
  return `${hash(origin)}-${hash(href)}.json`;
}

export function isOfOrigin(fileName: string, origin: string): boolean {
  return fileName.startsWith(`${hash(origin)}-`);
}

function hash(text: string): string {
  return digest(text).toString(16).padStart(8, '0');
}

/** The first pages of a list, to be stored. */
export function firstJobs(
  rows: readonly JobRow[],
  total: number | null,
  count: number,
  readAt: number,
): KnownJobs | undefined {
  if (count === 0 || rows.length === 0) return undefined;
  const pages = Math.min(mostPages, count);
  return { rows: rows.slice(0, Math.ceil((rows.length / count) * pages)), total, pages, readAt };
}

/**
 * Text for {@link readLastKnown}: jobs as the list sent them, and the fields; if it is too long, without the
 * fields, and then without any jobs.
 * @param connection identifies the base URL and everything else that determines which jobs are visible
 */
export function writeLastKnown(connection: string, known: LastKnown): string {
  const text = jsonText({ connection, ...asStored(known) });
  if (!isTooLong(text)) return text;
  const { jobs, fields, watched } = known;
  return writeLastKnown(connection, fields === undefined ? {} : { jobs, watched });
}

function asStored({ jobs, fields, watched }: LastKnown): {
  readonly [Part in keyof LastKnown]: object | undefined;
} {
  return {
    jobs: jobs && {
      ...jobs,
      rows: jobs.rows.map((row) => (row.kind === 'job' ? jobAsSent(asListed(row.job)) : row.raw)),
    },
    fields: fields && {
      ...fields,
      fields: fields.fields.map((field) => (field.kind === 'readable' ? field.value : field.raw)),
    },
    watched: watched?.map(({ job, readAt }) => ({ job: jobAsSent(asListed(job)), readAt })),
  };
}

function isTooLong(text: string): boolean {
  return new TextEncoder().encode(text).length > mostBytes;
}

/**
 * Reads the text of {@link writeLastKnown}; undefined for another connection or an unreadable text, as
 * another version may have written.
 */
export function readLastKnown(text: string, connection: string): LastKnown | undefined {
  try {
    const { jobs, fields, watched, ...stored } = storedSchema.parse(parseAnswer(text));
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
