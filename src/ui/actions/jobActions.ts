import { type Uri, l10n } from 'vscode';
import * as z from 'zod/mini';
import { type PageIdentity, identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { readJobLink } from '../../model/jobs/jobLink.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { Session } from '../../model/session/session.ts';
import { documentText, jsonText } from '../../model/util/json.ts';
import { filledTextSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import { jobChoice, jobChoices } from '../../model/wording/jobChoices.ts';
import { failureText } from '../../model/wording/reports.ts';
import {
  type Job,
  type JobRow,
  ServiceError,
  originalJob,
  toServiceError,
} from '../../service/index.ts';
import { singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import {
  type ReadOnlyDocuments,
  jobUri,
  jsonUri,
  requireJob,
} from '../documents/readOnlyDocuments.ts';
import {
  mayOpen,
  notify,
  offers,
  escapeIcons,
  warnIfDisconnected,
  withProgress,
  withSessionProgress,
} from '../feedback/notify.ts';
import { requireRead, runRemedy, showFailureOf } from '../feedback/report.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { FieldsNode } from '../views/fieldsView.ts';
import type { JobsNode } from '../views/jobNodes.ts';
import type { JobsView } from '../views/jobsView.ts';
import type { ClickedRow } from '../views/listView.ts';
import type { NoteNode } from '../views/treeItem.ts';
import { isRequest, readRequest } from './givenRequest.ts';
import { pickKey } from './keyPick.ts';

/** Dependencies of the commands that open jobs. */
export interface OpenServices {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly panels: JobPanels;
}

const givenSchema = z.strictObject({
  key: filledTextSchema,
  environment: z.optional(trimmedTextSchema),
});

type GivenJob = Partial<z.infer<typeof givenSchema>>;

/**
 * Validates a keybinding or script argument: a job key, or an object with a key and an environment
 * name. Ignores tree rows.
 * @throws {ServiceError} `invalidInput` if the object is invalid
 */
function readGiven(given: unknown): GivenJob {
  if (typeof given === 'string') return given.trim() === '' ? {} : { key: given };
  if (!isRequest(given)) return {};
  return readRequest(givenSchema, given, l10n.t('Nothing was opened or watched'));
}

/**
 * Opens a job page. Asks for the job if the argument contains no key. Resolves to the job key, or
 * to undefined if no page was opened.
 * @param given argument from a notification, keybinding, or script
 * @throws {ServiceError} for example, if the environment is unknown
 */
export async function openJob(
  services: OpenServices,
  given?: unknown,
): Promise<string | undefined> {
  const { key: givenKey, environment } = readGiven(given);
  const session = services.connection.sessionNamed(environment);
  const key = givenKey ?? (await askForJob(session, services.panels));
  if (key === undefined || warnIfDisconnected(session.signal)) return undefined;
  return (await openAt(services, session, key)) ? key : undefined;
}

/**
 * Opens a job page and resolves to true on success. If another service is connected, loads the job
 * first, because pages send requests only to the connected service.
 */
async function openAt(
  { panels, connection, environments }: OpenServices,
  session: Session,
  key: string,
): Promise<boolean> {
  if (connection.session === session) {
    panels.open(key);
    return true;
  }
  const { baseUrl } = session.client;
  const environment = environments.nameOf(baseUrl);
  const requestedAt = performance.now();
  try {
    const job = await withProgress(l10n.t('Loading the job from {0}…', environment), (canceled) =>
      requireJob(session, key, canceled),
    );
    const isRead = l10n.t('Job {0} from {1} was loaded.', singleLine(key, 80), environment);
    if (!(await mayOpen(requestedAt, isRead, l10n.t('Open Job')))) return false;
    panels.openJob(baseUrl.href, job);
    return true;
  } catch (thrown) {
    return showFailureOf(environment, toServiceError('openJob', thrown));
  }
}

/**
 * Opens the row that was clicked or selected with Space. As in the Explorer, a click opens a
 * preview, and a double click keeps the page open and moves the focus to the page.
 */
export async function openClicked(
  { documents, panels }: { readonly documents: ReadOnlyDocuments; readonly panels: JobPanels },
  list: { clicked(): Promise<ClickedRow<JobsNode | FieldsNode> | undefined> },
): Promise<void> {
  const { node, isDouble } = (await list.clicked()) ?? {};
  if (node?.kind === 'note') await runNote(node);
  if (node?.kind === 'field' && node.field.kind === 'unreadable') {
    await documents.open(jsonUri('field'), jsonText(node.field.raw, 2));
  }
  if (node?.kind === 'job') panels.openRow(node.row, isDouble ? 'keep' : 'preview', !isDouble);
}

/** Shows an error and suggested actions in a dialog. Runs the action that the user selects. */
export async function runNote({ text, help }: NoteNode): Promise<void> {
  if (help === undefined) return;
  const { error, remedies } = help;
  const titles = remedies.map(({ title }) => title);
  const chosen = await notify.explain(text.label, failureText(error), ...titles);
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy !== undefined) await runRemedy(remedy);
}

/** Opens the job page for the given or selected row, and moves the focus to the page. */
export async function openRow(
  panels: JobPanels,
  jobsView: JobsView,
  given?: JobsNode,
): Promise<void> {
  const node = given ?? (await jobsView.list.selected());
  if (node?.kind === 'job') panels.openRow(node.row);
}

/**
 * Asks for a job. The list includes recently closed job pages, because VS Code's **Reopen Closed
 * Editor** command does not reopen webviews.
 */
function askForJob({ list }: Session, panels: JobPanels): Promise<string | undefined> {
  const closed = panels.recentlyClosed;
  const now = Date.now();
  const group = l10n.t('recently closed');
  return pickKey({
    title: l10n.t('Open Job'),
    placeholder: l10n.t('Select a job, or enter a job key'),
    choices: [
      ...closed.map(({ key, name }) => {
        const job = list.find(key);
        return job === undefined ? { key, name, group } : jobChoice(job, group, now);
      }),
      ...jobChoices(list.state.rows ?? [], now, new Set(closed.map(({ key }) => key))),
    ],
    free: { useTyped: l10n.t('Open job') },
  });
}

/**
 * Starts watching the given jobs, except completed jobs. Asks for a job if none is given. Resolves
 * to the keys of the watched jobs.
 * @param given jobs in the selected rows
 * @param passed keybinding or script argument, see {@link readGiven}
 */
export async function watchJob(
  { connection, environments }: Pick<OpenServices, 'connection' | 'environments'>,
  given: readonly Job[],
  passed?: unknown,
): Promise<string[]> {
  const { key, environment } = readGiven(passed);
  const session = connection.sessionNamed(environment);
  const { client, jobs, list, watches, signal } = session;
  if (connection.session !== session) {
    throw new ServiceError(
      'notPermitted',
      l10n.t(
        'Only jobs of the connected service can be watched. Switch to {0} first.',
        environments.nameOf(client.baseUrl),
      ),
    );
  }
  const keys = key === undefined ? given.map((job) => job.key) : [key];
  if (keys.length > 0) {
    const active = keys.filter((each) => {
      const job = jobs.get(each);
      return job === undefined || jobState(job) !== 'completed';
    });
    watches.watch(...active);
    return active;
  }
  const requestedAt = performance.now();
  await list.ensureLoaded();
  const { rows, failure } = list.state;
  requireRead(rows, failure?.error);
  if (!(await mayOpen(requestedAt, l10n.t('The jobs were loaded.'), l10n.t('Select Job…'))))
    return [];
  const active = (rows ?? []).filter(
    (row) => row.kind === 'job' && jobState(row.job) !== 'completed',
  );
  const picked = await pickKey({
    title: l10n.t('Watch'),
    placeholder: l10n.t('Select a job, or enter a job key'),
    choices: jobChoices(active, Date.now(), watches.keys),
    free: { useTyped: l10n.t('Watch job') },
  });
  if (picked === undefined || warnIfDisconnected(signal)) return [];
  watches.watch(picked);
  return [picked];
}

/** Asks for a watched job, and stops watching that job. */
export async function pickUnwatched({ watched, watches }: Session): Promise<void> {
  const group = l10n.t('watched jobs');
  const choices = watched.rows
    .filter(({ job }) => watches.isWatched(job.key))
    .map(({ job }) => jobChoice(job, group, Date.now()));
  if (choices.length === 0) return void notify.info(l10n.t('No job is watched.'));
  const picked = await pickKey({
    title: l10n.t('Stop Watching'),
    placeholder: l10n.t('Select a job'),
    choices,
  });
  if (picked !== undefined) watches.unwatch(picked);
}

let isConfirmingLink = false;

/** Opens the job page for a link after the user confirms. A link cannot start or change a job. */
export async function openLink(uri: Uri, services: OpenServices): Promise<void> {
  const reading = readJobLink(uri);
  if (reading.kind === 'invalid') {
    void notify.warn(reading.problem);
    return;
  }
  const { connection, environments } = services;
  const session = connection.sessionNamed(reading.environment);
  const { client, signal } = session;
  // Shows only one confirmation at a time, even if a web page opens many links.
  if (isConfirmingLink) return;
  isConfirmingLink = true;
  try {
    const question = l10n.t(
      'Allow a link to open the job “{0}” of {1}? The job is read from this service. Nothing is started or changed.',
      escapeQuotes(reading.key),
      singleLine(environments.nameOf(client.baseUrl)),
    );
    if (!(await offers(notify.ask, question, l10n.t('Open Job')))) return;
  } finally {
    isConfirmingLink = false;
  }
  if (!warnIfDisconnected(signal)) await openAt(services, session, reading.key);
}

interface DocumentServices {
  readonly connection: Pick<Connection, 'require'>;
  readonly documents: ReadOnlyDocuments;
}

/** Shows a job as JSON. Requests the job again unless the row is unreadable or has no key. */
export async function openRowJson(services: DocumentServices, row: JobRow): Promise<void> {
  const [text] = await readRows(services, [row]);
  if (text !== undefined) await services.documents.open(jobUri(text.page), text.json);
}

/** Shows the differences between two jobs. If only one row is given, asks for the second job. */
export async function compareRows(
  services: DocumentServices,
  rows: readonly JobRow[],
): Promise<void> {
  const [left, right] = await readRows(services, rows.slice(0, 2));
  if (left !== undefined) await compareJobs(services, left, right);
}

/** A job to show as JSON or compare. `json` is set if the job has already been loaded. */
interface JobText {
  readonly page: PageIdentity;
  readonly json?: string;
}

/**
 * Loads jobs as JSON and shows progress. Resolves to an empty array if the user cancels, the
 * session ends, or the user declines to open the jobs after a slow response.
 */
async function readRows(
  { connection, documents }: DocumentServices,
  rows: readonly JobRow[],
): Promise<Required<JobText>[]> {
  const { client, signal } = connection.require();
  const requestedAt = performance.now();
  const read = await withSessionProgress(signal, l10n.t('Loading jobs…'), (ended) =>
    Promise.all(
      rows.map(async (row) => {
        const page = identityOf(row, client.baseUrl.href);
        if (row.kind === 'unreadable') return { page, json: documentText(row.raw) };
        if (page.row !== undefined) return { page, json: documentText(originalJob(row.job)) };
        return { page, json: await documents.readJob(page, ended) };
      }),
    ),
  );
  if (read === undefined) return [];
  return (await mayOpen(requestedAt, l10n.t('The jobs were loaded.'), l10n.t('Open'))) ? read : [];
}

/** Shows the differences between two jobs. Asks for a loaded job if no second job is given. */
export async function compareJobs(
  { connection, documents }: DocumentServices,
  left: JobText,
  given?: JobText,
): Promise<void> {
  const right = given ?? (await askForOther(connection.require().list, left.page));
  if (right === undefined) return;
  const name = ({ page }: JobText) => identityText(page, 60);
  await documents.compare(
    [left, right].map(({ page, json }) => [jobUri(page), json]),
    `${name(left)} ↔ ${name(right)}`,
  );
}

async function askForOther(list: JobList, page: PageIdentity): Promise<JobText | undefined> {
  const choices = jobChoices(list.state.rows ?? [], Date.now(), new Set([page.key]));
  if (choices.length === 0)
    return void notify.info(l10n.t('No other job is loaded to compare with.'));
  const key = await pickKey({
    title: l10n.t('Compare {0} With…', escapeIcons(identityText(page))),
    placeholder: l10n.t('Select a loaded job'),
    choices,
  });
  return key === undefined ? undefined : { page: { key, baseUrl: page.baseUrl } };
}
