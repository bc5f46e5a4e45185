import { ThemeIcon, env, l10n, window } from 'vscode';
import { compareFields as compare, fieldsDocument } from '../../model/environments/compareFields.ts';
import { type ComparedService, describeChanges, fieldsReport } from '../../model/environments/fieldsReport.ts';
import { failureText } from '../../model/wording/reports.ts';
import { type BaseUrl, type Field, type Readable, ServiceError, type ServiceClient, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { askForText, notify, plain, withProgress } from '../feedback/notify.ts';
import { formatNumber } from '../feedback/window.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons } from './places.ts';

interface CompareParts {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  /** Shows read-only documents. */
  readonly documents: {
    show(path: string, content: string): Promise<void>;
    showDifference(left: readonly [path: string, content: string], right: readonly [path: string, content: string], title: string): Promise<void>;
  };
}

/** Asks for another service and compares its fields with those of the connected one: as a diff and as a summary that can be copied. */
export async function compareFields({ connection, environments, documents }: CompareParts): Promise<void> {
  const { client, signal } = connection.require();
  const other = await askForService(environments, client.baseUrl);
  if (other === undefined) return;
  const [left, right] = servicesOf(environments, client.baseUrl, other);
  const read = await withProgress(l10n.t('Comparing the fields of {0} and {1}', left.name, right.name), (cancelled) => {
    const ended = AbortSignal.any([signal, cancelled]);
    return Promise.all([readFields(client, environments.nameOf(client.baseUrl), ended), readFields(connection.clientFor(other), environments.nameOf(other), ended)]);
  });
  if (signal.aborted) {
    void notify.warn(l10n.t('The connection changed: nothing was compared.'));
    return;
  }
  const [these, those] = read;
  if (those instanceof ServiceError && those.kind !== 'cancelled') void notify.error(failureText(those));
  // Thrown, so that it is shown with remedies, which affect the connected service.
  if (these instanceof ServiceError) throw these;
  if (those instanceof ServiceError) return;

  const rows = compare(these, those);
  const changes = describeChanges(rows, env.language);
  if (changes === '') {
    void notify.info(l10n.t('The fields of {0} and {1} are the same: {2}.', left.name, right.name, formatNumber(rows.length)));
    return;
  }
  const report = fieldsReport({ left, right, rows, readAt: Date.now(), language: env.language });
  const showDifference = () =>
    documents.showDifference([`/${fileName(left)}.json`, fieldsDocument(rows, 'left')], [`/${fileName(right)}.json`, fieldsDocument(rows, 'right')], l10n.t('Fields: {0}', `${left.name} ↔ ${right.name}`));
  await showDifference();
  await documents.show(`/${l10n.t('Compared fields')}.md`, report);
  const [show, copy] = [l10n.t('Show Differences'), l10n.t('Copy as Markdown')];
  const chosen = await notify.info(l10n.t('Fields of {0}, compared with {1}: {2}.', right.name, left.name, changes), show, copy);
  if (chosen === show) await showDifference();
  if (chosen === copy) await env.clipboard.writeText(report);
}

/** Asks for another environment or base URL; only for a base URL if there is no other environment. */
async function askForService(environments: EnvironmentList, connected: BaseUrl): Promise<BaseUrl | undefined> {
  const title = l10n.t('Compare Fields of {0} with…', oneLine(environments.nameOf(connected), 80));
  const others = environments.all.filter(({ baseUrl }) => baseUrl.href !== connected.href);
  if (others.length === 0) return askForBaseUrl(title, connected);
  const items = [
    ...others.map(({ name, baseUrl, kind }) => ({ label: plain(name), description: plain(baseUrl.label), iconPath: new ThemeIcon(kindIcons[kind]), ask: () => baseUrl })),
    { label: l10n.t('Other base URL…'), description: '', iconPath: new ThemeIcon('link'), ask: () => askForBaseUrl(title, connected) },
  ];
  return (await window.showQuickPick(items, { title, matchOnDescription: true }))?.ask();
}

async function askForBaseUrl(title: string, connected: BaseUrl): Promise<BaseUrl | undefined> {
  const typed = await askForText({
    title,
    prompt: l10n.t('Address of the other service, with its path prefix'),
    placeHolder: 'https://eu.example.com/api/v2',
    ignoreFocusOut: true,
    problem: (text) => {
      const reading = readBaseUrl(text);
      if (reading.kind === 'invalid') return reading.problem;
      return reading.baseUrl.href === connected.href ? l10n.t('This service is connected: enter another.') : undefined;
    },
  });
  const reading = readBaseUrl(typed ?? '');
  return reading.kind === 'valid' ? reading.baseUrl : undefined;
}

/** Both services with distinct names. */
function servicesOf(environments: EnvironmentList, one: BaseUrl, other: BaseUrl): [ComparedService, ComparedService] {
  const shortName = (baseUrl: BaseUrl) => environments.at(baseUrl.href)?.name ?? baseUrl.label;
  const nameOf = shortName(one) === shortName(other) ? (baseUrl: BaseUrl) => environments.nameOf(baseUrl) : shortName;
  return [{ name: nameOf(one), href: one.href }, { name: nameOf(other), href: other.href }];
}

/** Resolves to the fields, or to a failure that names the service. */
async function readFields({ listFields }: ServiceClient, name: string, signal: AbortSignal): Promise<readonly Readable<Field>[] | ServiceError> {
  try {
    return await listFields(signal);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return new ServiceError(thrown.kind, l10n.t('The fields of {0} could not be read. {1}', name, thrown.message), thrown);
  }
}

function fileName({ name }: ComparedService): string {
  return l10n.t('Fields of {0}', oneLine(name, 60).replace(/[/\\?#%]/g, '_'));
}
