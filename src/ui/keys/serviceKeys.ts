import { type TextDocument, l10n } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { CachedSession } from '../../model/jobs/jobListCache.ts';
import { recentWorkflows } from '../../model/jobs/workflows.ts';
import { type KeyMeaning, type KnownKeys, knownKeys } from '../../model/keys/knownKeys.ts';
import { isSameList } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { describeField, describeJob, describeOption, fieldName } from '../../model/wording/rowText.ts';
import { type BaseUrl, type Field, type JobRow, type Readable, jobRow } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';

/** Longest document to explain, in UTF-16 units. */
const longestDocument = 5 * 1024 * 1024;

/** What is known without a request. */
interface Known {
  readonly baseUrl: BaseUrl;
  readonly keys: KnownKeys;
  /** When the fields or jobs were read, if by an earlier window, in epoch milliseconds; else `Infinity`. */
  readonly readAt: number;
}

/**
 * Reads the keys of the connected service that are loaded or last known; undefined without a service. Sends
 * no request.
 */
export type ServiceKeys = () => Promise<Known | undefined>;

export function createServiceKeys(
  connection: Pick<Connection, 'session'>,
  store: KeyValueStore,
): ServiceKeys {
  let sources: readonly unknown[] = [];
  let keys: Known | undefined;
  return async () => {
    const { session } = connection;
    if (session === undefined) return undefined;
    const { client, fields, list } = session;
    const isRead = fields.state.fields !== undefined && list.state.rows !== undefined;
    const stored = isRead ? {} : await session.cache.read();
    const { baseUrl } = client;
    const known = fieldsNow(fields.state, stored);
    const { rows, readAt } = rowsNow(list.state, stored);
    const before = sources;
    // Rows are added to the same array.
    sources = [baseUrl, known.fields, known.readAt, rows, rows.length];
    if (isSameList(before, sources)) return keys;
    keys = {
      baseUrl,
      keys: knownKeys(known.fields, rows, recentWorkflows(store, baseUrl.href)),
      readAt: Math.min(known.readAt ?? Infinity, readAt ?? Infinity),
    };
    return keys;
  };
}

/** The fields, with the time at which an earlier window read them. */
function fieldsNow({ fields, isCached, readAt }: FieldList['state'], stored: CachedSession) {
  if (fields !== undefined) return { fields, readAt: isCached ? readAt : undefined };
  return { fields: stored.fields?.fields ?? noFields, readAt: stored.fields?.readAt };
}

const noFields: readonly Readable<Field>[] = [];

/** The rows, with the time at which an earlier window read them. */
function rowsNow({ rows, cachedAt }: JobList['state'], stored: CachedSession) {
  if (rows !== undefined) return { rows, readAt: cachedAt };
  return { rows: stored.jobs?.rows ?? noRows, readAt: stored.jobs?.readAt };
}

const noRows: readonly JobRow[] = [];

export function isTooLong(document: TextDocument): boolean {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > longestDocument;
}

/** What a key stands for, in one sentence. */
export function sentenceOf(meaning: KeyMeaning): string {
  switch (meaning.kind) {
    case 'field':
      return describeField({ kind: 'readable', value: meaning.field }).spoken;
    case 'option':
      return describeOption(meaning.option, fieldName(meaning.field), '').spoken;
    case 'workflow':
      return joined(', ', oneLine(meaning.named.name ?? ''), l10n.t('workflow'));
    case 'step':
      return joined(', ', oneLine(meaning.named.name ?? ''), l10n.t('step'));
    case 'job':
      return describeJob(jobRow(meaning.job), { position: '', now: Date.now() }).spoken;
  }
}
