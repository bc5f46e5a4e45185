import { l10n } from 'vscode';
import { type PageIdentity, identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { documentText } from '../../model/util/json.ts';
import { jobChoices } from '../../model/wording/jobChoices.ts';
import { type JobRow, originalJob } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import { type ReadOnlyDocuments, jobUri } from '../documents/readOnlyDocuments.ts';
import { escapeIcons, mayOpen, notify, withSessionProgress } from '../feedback/notify.ts';
import { pickKey } from './keyPick.ts';

interface DocumentServices {
  readonly connection: Pick<Connection, 'require'>;
  readonly documents: ReadOnlyDocuments;
}

/** Shows a job as JSON. Requests the job again if its row is readable and has a unique key. */
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
