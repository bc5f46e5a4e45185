import { type Uri, l10n } from 'vscode';
import * as z from 'zod/mini';
import { identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { readJobLink } from '../../model/jobs/jobLink.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { jobChoiceName, jobChoices } from '../../model/jobs/keyChoices.ts';
import { documentText, jsonText } from '../../model/util/json.ts';
import { filledTextSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import { absentText } from '../../model/wording/reports.ts';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { type Job, type JobRow, ServiceError, toServiceError } from '../../service/index.ts';
import { oneLine, quoted } from '../../text/inert.ts';
import type { ConnectedService } from '../connection/connectedService.ts';
import { jobUri } from '../documents/readOnlyDocuments.ts';
import { warnIfDisconnected, notify, offers, plain, withProgress } from '../feedback/notify.ts';
import { requireRead, runRemedy, tellElsewhere } from '../feedback/report.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { FieldsNode } from '../views/fieldsView.ts';
import type { JobsNode } from '../views/jobNodes.ts';
import { pickKey } from './keyPick.ts';
import type { ExtensionServices } from './extensionServices.ts';

const givenSchema = z.strictObject({ key: filledTextSchema, environment: z.optional(trimmedTextSchema) });

/**
 * The job key from a keybinding or script, plain or as a member, with the name of its environment; undefined
 * for anything else, such as a row.
 */
function readGiven(given: unknown): z.infer<typeof givenSchema> | undefined {
  return givenSchema.safeParse(typeof given === 'string' ? { key: given } : given).data;
}

/**
 * Opens a job's page; asks for the job unless its key is given. Resolves to the key, for keybindings and
 * scripts.
 * @param given a job key from a notification, keybinding or script; anything else is ignored
 * @throws {ServiceError} also for an unknown environment
 */
export async function openJob(services: ExtensionServices, given?: unknown): Promise<string | undefined> {
  const { panels, jobs, connection, following } = services;
  const known = readGiven(given);
  const service = connection.serviceNamed(known?.environment);
  if (known !== undefined) {
    if (connection.state === service) following.markSeen(known.key);
    return (await openAt(services, service, known.key)) ? known.key : undefined;
  }
  const key = await askForKey(panels, jobs);
  if (key === undefined || warnIfDisconnected(connection.at(service.client.baseUrl.href) !== undefined)) {
    return undefined;
  }
  panels.open(key);
  return key;
}

/**
 * Opens the page of a job; reads the job first if its service is not the connected one, because the page
 * itself does not. Resolves to whether it is open.
 */
export async function openAt(
  { panels, connection, environments }: Pick<ExtensionServices, 'panels' | 'connection' | 'environments'>,
  service: ConnectedService,
  key: string,
): Promise<boolean> {
  const { baseUrl } = service.client;
  if (connection.at(baseUrl.href) === undefined) {
    const place = environments.nameOf(baseUrl);
    const reading = await withProgress(l10n.t('Reading a job of {0}…', place), (cancelled) =>
      service.waiter.read(key, cancelled).catch((thrown: unknown) => toServiceError('openJob', thrown)),
    );
    if (reading instanceof ServiceError) return tellElsewhere(place, reading);
    if (reading.job === undefined) {
      return tellElsewhere(
        place,
        new ServiceError('notFound', absentText(oneLine(key, 80), reading.searched)),
      );
    }
    panels.openJob(baseUrl.href, reading.job);
  } else panels.open(key);
  return true;
}

/** Opens the given row of a view, as a menu passes it, or else the selected one. */
export async function openRow(
  services: ExtensionServices,
  list: { selected(): Promise<JobsNode | FieldsNode | undefined> },
  given?: JobsNode,
): Promise<void> {
  const node = given ?? (await list.selected());
  if (node?.kind === 'note' && node.remedy !== undefined) await runRemedy(node.remedy);
  if (node?.kind === 'field' && node.field.kind === 'unreadable') {
    await services.documents.show('/field.json', jsonText(node.field.raw, 2));
  }
  if (node?.kind === 'job') services.panels.openRow(node.row);
}

/** Offers recently closed pages first, because VS Code's *Reopen Closed Editor* does not include webviews. */
function askForKey({ recentlyClosed }: JobPanels, jobs: JobList): Promise<string | undefined> {
  const choices = [
    ...recentlyClosed.map(({ key, name }) => {
      const job = jobs.find(key);
      return { key, name: job === undefined ? name : jobChoiceName(job), group: l10n.t('recently closed') };
    }),
    ...jobChoices(jobs.state.rows ?? [], new Set(recentlyClosed.map(({ key }) => key))),
  ];
  return pickKey({
    title: l10n.t('Open Job'),
    placeholder: l10n.t('Pick a job, or type a job key'),
    choices,
    free: { useTyped: l10n.t('Open job') },
  });
}

/**
 * Watches jobs that are not completed; asks for one of the loaded jobs unless some are given. Resolves to
 * their keys, for keybindings and scripts.
 * @param given the jobs of rows
 * @param passed a job key from a keybinding or script; anything else is ignored
 */
export async function watchJob(
  { connection, environments, jobs, watches }: ExtensionServices,
  given: readonly Job[],
  passed?: unknown,
): Promise<string[]> {
  const { key, environment } = readGiven(passed) ?? {};
  const { baseUrl } = connection.serviceNamed(environment).client;
  const { href } = baseUrl;
  if (connection.at(href) === undefined) {
    throw new ServiceError(
      'notPermitted',
      l10n.t(
        'A window watches jobs of its own service only: switch to {0} first.',
        environments.nameOf(baseUrl),
      ),
    );
  }
  if (given.length > 0 || key !== undefined) {
    const isOver = (each: string) =>
      [...given, jobs.find(each)].some((job) => job?.key === each && jobState(job) === 'completed');
    const keys = [...given.map((job) => job.key), ...(key === undefined ? [] : [key])].filter(
      (each) => !isOver(each),
    );
    for (const each of keys) watches.watch(each);
    return keys;
  }
  await jobs.ensureLoaded();
  const { rows, failure } = jobs.state;
  requireRead(rows, failure?.error);
  if (rows === undefined) {
    warnIfDisconnected(false);
    return [];
  }
  const active = rows.filter((row) => row.kind === 'job' && jobState(row.job) !== 'completed');
  const choices = jobChoices(active, watches.keys);
  if (choices.length === 0) {
    void notify.info(l10n.t('Every loaded job is completed or watched.'));
    return [];
  }
  const picked = await pickKey({ title: l10n.t('Watch'), placeholder: l10n.t('Pick a loaded job'), choices });
  if (picked === undefined || warnIfDisconnected(connection.at(href) !== undefined)) return [];
  watches.watch(picked);
  return [picked];
}

let asking = false;

/** Opens the job page of a link after a person has confirmed the connection; a link can do nothing else. */
export async function openLink(
  uri: Uri,
  services: Pick<ExtensionServices, 'connection' | 'environments' | 'panels'>,
): Promise<void> {
  const reading = readJobLink(uri);
  if (reading.kind === 'invalid') {
    void notify.warn(reading.problem);
    return;
  }
  const { connection, environments } = services;
  const service = connection.serviceNamed(reading.environment);
  const { client, signal } = service;
  // One question at a time, even if a web page opens many links.
  if (asking) return;
  asking = true;
  try {
    const question = l10n.t(
      'Open the job “{0}” of {1}? A link asks for it. The job is read over this connection; nothing is started or changed.',
      quoted(reading.key),
      oneLine(environments.nameOf(client.baseUrl)),
    );
    if (!(await offers(notify.ask, question, l10n.t('Open Job')))) return;
  } finally {
    asking = false;
  }
  if (!warnIfDisconnected(!signal.aborted)) await openAt(services, service, reading.key);
}

/** Shows the job of a row as JSON: read again by its key, or as sent if it is unreadable. */
export async function openRowJson(services: ExtensionServices, row: JobRow): Promise<void> {
  const { page, json } = await readRow(services, row);
  await services.documents.open(jobUri(page), json);
}

/** Shows the difference between two jobs; asks for the second if only one is given. */
export async function compareRows(services: ExtensionServices, rows: readonly JobRow[]): Promise<void> {
  const [one, other] = await Promise.all(rows.slice(0, 2).map((row) => readRow(services, row)));
  if (one !== undefined) await compareJobs(services, one, other);
}

/** A job's page, and its JSON unless that is still to be read. */
interface JobText {
  readonly page: PageIdentity;
  readonly json?: string;
}

async function readRow(
  { connection, documents }: ExtensionServices,
  row: JobRow,
): Promise<JobText & { readonly json: string }> {
  const page = identityOf(row, connection.require().client.baseUrl.href);
  if (row.kind === 'unreadable') return { page, json: documentText(row.raw) };
  return { page, json: page.row === undefined ? await documents.readJob(page) : documentText(row.job) };
}

/** Shows the difference between two jobs; asks for the second of the loaded ones unless it is given. */
export async function compareJobs(
  { documents, jobs }: Pick<ExtensionServices, 'documents' | 'jobs'>,
  one: JobText,
  given?: JobText,
): Promise<void> {
  const other = given ?? (await askForOther(jobs, one.page));
  if (other === undefined) return;
  const name = ({ page }: JobText) => identityText(page, 60);
  await documents.compare(
    [one, other].map(({ page, json }) => [jobUri(page), json]),
    `${name(one)} ↔ ${name(other)}`,
  );
}

async function askForOther(jobs: JobList, page: PageIdentity): Promise<JobText | undefined> {
  const choices = jobChoices(jobs.state.rows ?? [], new Set([page.key]));
  if (choices.length === 0) return void notify.info(l10n.t('There is no other loaded job to compare with.'));
  const key = await pickKey({
    title: l10n.t('Compare {0} with…', plain(identityText(page))),
    placeholder: l10n.t('Pick a loaded job'),
    choices,
  });
  return key === undefined ? undefined : { page: { key, baseUrl: page.baseUrl } };
}
