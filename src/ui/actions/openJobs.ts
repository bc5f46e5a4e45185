import { type Uri, l10n } from 'vscode';
import * as z from 'zod/mini';
import { readJobLink } from '../../model/jobs/jobLink.ts';
import type { Session } from '../../model/session/session.ts';
import { jsonText } from '../../model/util/json.ts';
import { filledTextSchema, trimmedTextSchema } from '../../model/util/schemas.ts';
import { jobChoice, jobChoices } from '../../model/wording/jobChoices.ts';
import { failureText } from '../../model/wording/reports.ts';
import { toServiceError } from '../../service/index.ts';
import { singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { type ReadOnlyDocuments, jsonUri, requireJob } from '../documents/readOnlyDocuments.ts';
import { mayOpen, notify, offers, warnIfDisconnected, withProgress } from '../feedback/notify.ts';
import { runRemedy, showFailureOf } from '../feedback/report.ts';
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
export function readGivenJob(given: unknown): GivenJob {
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
  const { key: givenKey, environment } = readGivenJob(given);
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
