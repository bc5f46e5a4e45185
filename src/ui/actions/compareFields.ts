import { l10n } from 'vscode';
import { compareFields as compare } from '../../model/fields/compareFields.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import {
  type BaseUrl,
  ServiceError,
  type ServiceClient,
  readBaseUrl,
  toServiceError,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { type ReadOnlyDocuments, jsonUri } from '../documents/readOnlyDocuments.ts';
import { mayOpen, notify, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { tellElsewhere } from '../feedback/report.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pickBaseUrl } from './connect/setBaseUrl.ts';

interface CompareServices {
  readonly connection: Pick<Connection, 'require' | 'clientFor'>;
  readonly environments: EnvironmentList;
  readonly documents: Pick<ReadOnlyDocuments, 'compare'>;
  readonly store: KeyValueStore;
}

/**
 * Asks for another service and compares its fields with those of the connected one: as a diff, and in three
 * counts.
 */
export async function compareFields(services: CompareServices): Promise<void> {
  const { connection, environments, documents } = services;
  const { client, signal } = connection.require();
  const title = l10n.t('Compare Fields of {0} with…', oneLine(environments.nameOf(client.baseUrl), 80));
  const reading = readBaseUrl(
    (await pickBaseUrl(services, {
      title,
      useTyped: l10n.t('Compare with'),
      current: client.baseUrl.href,
    })) ?? '',
  );
  if (reading.kind === 'invalid') return;
  const other = connection.clientFor(reading.baseUrl);
  const shortName = (baseUrl: BaseUrl) => environments.at(baseUrl.href)?.name ?? baseUrl.label;
  const distinctName =
    shortName(client.baseUrl) === shortName(other.baseUrl)
      ? (baseUrl: BaseUrl) => environments.nameOf(baseUrl)
      : shortName;
  const [here, there] = [distinctName(client.baseUrl), distinctName(other.baseUrl)];
  const requestedAt = performance.now();
  const [these, those] = await withProgress(
    l10n.t('Comparing the fields of {0} and {1}', here, there),
    (cancelled) => {
      const read = ({ listFields }: ServiceClient) =>
        listFields(AbortSignal.any([signal, cancelled])).catch((thrown: unknown) =>
          toServiceError('compareFields', thrown),
        );
      return Promise.all([read(client), read(other)]);
    },
  );
  if (warnIfDisconnected(signal)) return;
  if (those instanceof ServiceError) tellElsewhere(environments.nameOf(other.baseUrl), those);
  // Thrown, so that it is shown with remedies, which affect the connected service.
  if (these instanceof ServiceError) {
    throw new ServiceError(
      these.kind,
      l10n.t('{0}: {1}', environments.nameOf(client.baseUrl), these.message),
      these,
    );
  }
  if (those instanceof ServiceError) return;

  const {
    onlyLeft,
    onlyRight,
    different,
    documents: [left, right],
  } = compare(these, those);
  if (onlyLeft + onlyRight + different === 0) {
    void notify.info(
      l10n.t('The fields of {0} and {1} are the same: {2}.', here, there, formatNumber(these.length)),
    );
    return;
  }
  const compared = l10n.t('The fields of {0} and {1} were compared.', here, there);
  if (!(await mayOpen(requestedAt, compared, l10n.t('Show Differences')))) return;
  const uri = (name: string, query: string) => jsonUri(l10n.t('Fields of {0}', oneLine(name, 60)), query);
  await documents.compare(
    [
      [uri(here, 'left'), left],
      [uri(there, 'right'), right],
    ],
    l10n.t('Fields: {0}', `${here} ↔ ${there}`),
  );
  void notify.info(
    l10n.t(
      'Fields only in {0}: {1}; only in {2}: {3}; different: {4}.',
      here,
      formatNumber(onlyLeft),
      there,
      formatNumber(onlyRight),
      formatNumber(different),
    ),
  );
}
