import { type TextDocument, l10n } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { recentWorkflows } from '../../model/jobs/workflows.ts';
import { type KeyMeaning, type KnownKeys, knownKeys } from '../../model/keys/knownKeys.ts';
import { isSameList } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { describeField, describeJob, describeOption } from '../../model/wording/rowText.ts';
import { type BaseUrl, jobRow } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';

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
  fields: FieldList,
  jobs: JobList,
  lastKnown: LastKnownFiles,
  store: KeyValueStore,
  connection: Connection,
): ServiceKeys {
  let sources: readonly unknown[] = [];
  let keys: Known | undefined;
  const keysNow: ServiceKeys = async () => {
    const { state } = connection;
    if (state.kind !== 'ready') return undefined;
    const { baseUrl } = state.client;
    const stored =
      fields.state.fields === undefined || jobs.state.rows === undefined ? await lastKnown.read() : undefined;
    // The lists may be those of another service meanwhile.
    if (connection.state !== state) return keysNow();
    const read = fields.state;
    const known = read.fields ?? stored?.fields?.fields ?? [];
    const rows = jobs.state.rows ?? stored?.jobs?.rows ?? [];
    const before = sources;
    // Rows grow in place.
    sources = [baseUrl, known, read.isRecalled, rows, rows.length];
    if (isSameList(before, sources)) return keys;
    const times = [
      read.isRecalled ? read.readAt : read.fields === undefined ? stored?.fields?.readAt : undefined,
      jobs.state.rows === undefined ? stored?.jobs?.readAt : jobs.state.recalledAt,
    ];
    keys = {
      baseUrl,
      keys: knownKeys(known, rows, recentWorkflows(store, baseUrl.href)),
      readAt: Math.min(...times.flatMap((each) => each ?? [])),
    };
    return keys;
  };
  return keysNow;
}

export function isTooLong(document: TextDocument): boolean {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end) > longestDocument;
}

/** What a key stands for, in one sentence. */
export function sentenceOf(meaning: KeyMeaning): string {
  switch (meaning.kind) {
    case 'field':
      return describeField({ kind: 'readable', value: meaning.field }).spoken;
    case 'option':
      return describeOption(
        meaning.option,
        describeField({ kind: 'readable', value: meaning.field }).label,
        '',
      ).spoken;
    case 'workflow':
      return joined(', ', oneLine(meaning.named.name ?? ''), l10n.t('workflow'));
    case 'step':
      return joined(', ', oneLine(meaning.named.name ?? ''), l10n.t('step'));
    case 'job':
      return describeJob(jobRow(meaning.job), { position: '', now: Date.now() }).spoken;
  }
}
