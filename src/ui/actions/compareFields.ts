import { l10n } from 'vscode';
import { pastedProblem, readPastedAddress } from '../../model/environments/pastedAddress.ts';
import { comparableFields } from '../../model/fields/compareFields.ts';
import { type BaseUrl, type ServiceClient, toServiceError } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { type ReadOnlyDocuments, jsonUri } from '../documents/readOnlyDocuments.ts';
import { mayOpen, notify, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { showFailureOf } from '../feedback/report.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pickKey } from './keyPick.ts';

interface CompareServices {
  readonly connection: Pick<Connection, 'require' | 'clients'>;
  readonly environments: EnvironmentList;
  readonly documents: Pick<ReadOnlyDocuments, 'compare'>;
}

/** Compares the fields of the connected service and a second service that the user selects. */
export async function compareFields(services: CompareServices): Promise<void> {
  const { connection, environments, documents } = services;
  const { client, signal } = connection.require();
  const target = await askForTarget(environments, client.baseUrl);
  if (target === undefined) return;
  const requestedAt = performance.now();
  const currentName = environments.placeAt(client.baseUrl).name;
  const targetName = environments.placeAt(target).name;
  const [currentText, targetText] = await withProgress(
    l10n.t('Comparing the fields of {0} and {1}', currentName, targetName),
    (canceled) => {
      const read = ({ listFields }: ServiceClient, name: string) =>
        listFields(AbortSignal.any([signal, canceled])).then(comparableFields, (thrown: unknown) =>
          showFailureOf(name, toServiceError('compareFields', thrown)),
        );
      return Promise.all([
        read(client, currentName),
        read(connection.clients.clientFor(target), targetName),
      ]);
    },
  );
  if (warnIfDisconnected(signal) || currentText === false || targetText === false) return;

  if (currentText === targetText) {
    void notify.info(l10n.t('The fields of {0} and {1} are the same.', currentName, targetName));
    return;
  }
  const compared = l10n.t('The fields of {0} and {1} were compared.', currentName, targetName);
  if (!(await mayOpen(requestedAt, compared, l10n.t('Show Differences')))) return;
  const uri = (name: string, query: string) =>
    jsonUri(l10n.t('Fields of {0}', singleLine(name, 60)), query);
  await documents.compare(
    [
      [uri(currentName, 'left'), currentText],
      [uri(targetName, 'right'), targetText],
    ],
    l10n.t('Fields: {0}', `${currentName} ↔ ${targetName}`),
  );
}

/** Asks which service to compare. The user selects an environment or enters a base URL. */
async function askForTarget(
  environments: EnvironmentList,
  connected: BaseUrl,
): Promise<BaseUrl | undefined> {
  const choices = environments.all
    .map(({ name, baseUrl: { href } }) => ({ key: href, name, group: l10n.t('environments') }))
    .filter(({ key }) => key !== connected.href);
  const picked = await pickKey({
    title: l10n.t('Compare Fields of {0} With…', singleLine(environments.nameOf(connected), 80)),
    placeholder: l10n.t('Select a service, or enter its address'),
    choices,
    free: { useTyped: l10n.t('Compare with'), problem: pastedProblem, isPreferred: true },
  });
  const pasted = readPastedAddress(picked ?? '');
  return pasted.kind === 'valid' ? pasted.baseUrl : undefined;
}
