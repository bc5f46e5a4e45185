import { l10n } from 'vscode';
import { recentWorkflows } from '../../model/starting/workflows.ts';
import { type KeyMeaning, type KnownKeys, knownKeys } from '../../model/keys/knownKeys.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import {
  describeField,
  describeJob,
  describeOption,
  fieldName,
} from '../../model/wording/rowText.ts';
import { type BaseUrl, jobRow } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';

interface ServiceKeys {
  readonly baseUrl: BaseUrl;
  readonly keys: KnownKeys;
  /** Time of the oldest cached data, in epoch milliseconds. `Infinity` if the cache is not used. */
  readonly cachedAt: number;
}

/** Returns the loaded or cached keys of the connected service without sending a request. */
export type ReadServiceKeys = () => Promise<ServiceKeys | undefined>;

const noKeys = { fields: [], rows: [], readAt: Infinity };

export function serviceKeysReader(
  connection: Pick<Connection, 'session'>,
  store: KeyValueStore,
): ReadServiceKeys {
  return async () => {
    const { session } = connection;
    if (session === undefined) return undefined;
    const { fields, isCached, readAt } = session.fields.state;
    const { rows, cachedAt } = session.list.state;
    const isLoaded = fields !== undefined && rows !== undefined;
    const cached = isLoaded ? {} : await session.cache.read();
    const { fields: cachedFields = noKeys, jobs: cachedJobs = noKeys } = cached;
    const { baseUrl } = session.client;
    const workflows = recentWorkflows(store, baseUrl.href);
    const fieldsAt = isCached ? readAt : cachedFields.readAt;
    const jobsAt = cachedAt ?? cachedJobs.readAt;
    return {
      baseUrl,
      keys: knownKeys(fields ?? cachedFields.fields, rows ?? cachedJobs.rows, workflows),
      cachedAt: Math.min(fieldsAt, jobsAt),
    };
  };
}

/** Describes a key in one sentence, for hovers and completions. */
export function sentenceOf(meaning: KeyMeaning): string {
  switch (meaning.kind) {
    case 'field':
      return describeField({ kind: 'readable', value: meaning.field }).ariaLabel;
    case 'option':
      return describeOption(meaning.option, fieldName(meaning.field)).ariaLabel;
    case 'workflow':
      return joinNonEmpty(', ', singleLine(meaning.named.name ?? ''), l10n.t('workflow'));
    case 'step':
      return joinNonEmpty(', ', singleLine(meaning.named.name ?? ''), l10n.t('step'));
    case 'job':
      return describeJob(jobRow(meaning.job), { now: Date.now() }).ariaLabel;
  }
}
