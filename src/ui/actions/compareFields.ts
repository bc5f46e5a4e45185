import { l10n } from 'vscode';
import { comparableFields } from '../../model/fields/compareFields.ts';
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

/** Asks for another service and shows its fields and those of the connected service as a diff. */
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
  const [currentName, otherName] = [distinctName(client.baseUrl), distinctName(other.baseUrl)];
  const requestedAt = performance.now();
  const [currentFields, otherFields] = await withProgress(
    l10n.t('Comparing the fields of {0} and {1}', currentName, otherName),
    (cancelled) => {
      const read = ({ listFields }: ServiceClient) =>
        listFields(AbortSignal.any([signal, cancelled])).catch((thrown: unknown) =>
          toServiceError('compareFields', thrown),
        );
      return Promise.all([read(client), read(other)]);
    },
  );
  if (warnIfDisconnected(signal)) return;
  if (otherFields instanceof ServiceError) tellElsewhere(environments.nameOf(other.baseUrl), otherFields);
  // Thrown, so that it is shown with remedies, which affect the connected service.
  if (currentFields instanceof ServiceError) {
    throw new ServiceError(
      currentFields.kind,
      l10n.t('{0}: {1}', environments.nameOf(client.baseUrl), currentFields.message),
      currentFields,
    );
  }
  if (otherFields instanceof ServiceError) return;

  const [current, target] = [comparableFields(currentFields), comparableFields(otherFields)];
  if (current === target) {
    const count = formatNumber(currentFields.length);
    void notify.info(l10n.t('The fields of {0} and {1} are the same: {2}.', currentName, otherName, count));
    return;
  }
  const compared = l10n.t('The fields of {0} and {1} were compared.', currentName, otherName);
  if (!(await mayOpen(requestedAt, compared, l10n.t('Show Differences')))) return;
  const uri = (name: string, query: string) => jsonUri(l10n.t('Fields of {0}', oneLine(name, 60)), query);
  await documents.compare(
    [
      [uri(currentName, 'left'), current],
      [uri(otherName, 'right'), target],
    ],
    l10n.t('Fields: {0}', `${currentName} ↔ ${otherName}`),
  );
}
