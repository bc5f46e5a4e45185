import * as vscode from 'vscode';
import { jsonText } from '../../model/export/boundedJson.ts';
import { isPlace, unreadableKey } from '../../model/details/jobDetails.ts';
import type { JobList, JobRow } from '../../model/jobs/jobList.ts';
import { jobChoices } from '../../model/jobs/keyChoices.ts';
import type { SingleJobs } from '../../model/jobs/singleJobs.ts';
import type { PageIdentity } from '../../protocol.ts';
import { ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { pickKey, plain } from '../actions/keyPick.ts';
import { notify } from '../feedback/notify.ts';
import { failureText } from '../feedback/report.ts';
import { type VirtualDocuments, jobUri } from './virtualDocuments.ts';

/** Shows all that is known of a job, as the service sent it. */
export async function openJobJson(documents: VirtualDocuments, page: PageIdentity, json: string): Promise<void> {
  await documents.open(jobUri(page), json);
}

interface RowJsonParts {
  readonly connection: Connection;
  readonly documents: () => Promise<VirtualDocuments>;
  readonly jobs: JobList;
  readonly singleJobs: SingleJobs;
}

/** Shows the job of a row, as complete as the service tells it; a damaged one as it came. */
export async function openRowJson(parts: RowJsonParts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await openJobJson(await parts.documents(), page, json);
}

export async function compareRow(parts: RowJsonParts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await compareJobs(await parts.documents(), parts.jobs, page, json);
}

async function readRow({ connection, jobs, singleJobs }: RowJsonParts, row: JobRow): Promise<{ page: PageIdentity; json: string }> {
  const page = { key: row.kind === 'job' ? row.job.key : unreadableKey(row.id), baseUrl: connection.require().client.baseUrl.href };
  return { page, json: row.kind === 'job' ? await readJobJson(page, connection, jobs, singleJobs) : documentText(row.raw) };
}

/** Asks for another of the loaded jobs and shows what tells the two apart. */
export async function compareJobs(documents: VirtualDocuments, jobs: JobList, page: PageIdentity, json: string): Promise<void> {
  const choices = jobChoices(jobs.state.rows ?? [], new Set([page.key]));
  if (choices.length === 0) {
    void notify.info(vscode.l10n.t('There is no other loaded job to compare with.'));
    return;
  }
  const key = await pickKey({ title: vscode.l10n.t('Compare {0} with…', plain(page.key)), placeholder: vscode.l10n.t('Pick a loaded job'), choices });
  if (key === undefined) return;
  const other = { key, baseUrl: page.baseUrl };
  documents.put(jobUri(page), json);
  documents.forget(jobUri(other));
  await vscode.commands.executeCommand('vscode.diff', jobUri(page), jobUri(other), `${oneLine(page.key, 60)} ↔ ${oneLine(other.key, 60)}`);
}

/** Reads a job for a document that is shown, or shown again after a reload. Rejects with a {@link ServiceError}. */
export async function readJobJson({ key, baseUrl }: PageIdentity, connection: Connection, jobs: JobList, singleJobs: SingleJobs): Promise<string> {
  const { client, signal } = connection.require();
  if (client.baseUrl.href !== baseUrl) {
    throw new ServiceError('notConfigured', vscode.l10n.t('Workflow Jobs is not connected to the service of this job any more.'));
  }
  if (isPlace(key)) throw new ServiceError('notFound', vscode.l10n.t('This entry has no key to read it again by. Open it from its row.'));
  if (!singleJobs.areRefused) {
    try {
      const job = await client.getJob(key, signal);
      singleJobs.answered();
      return documentText(job);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      await jobs.ensureLoaded();
      const meaning = singleJobs.refused(thrown, jobs.find(key) !== undefined);
      if (meaning === undefined || meaning === 'gone') throw thrown;
    }
  }
  await jobs.ensureLoaded();
  const listed = jobs.find(key);
  if (listed === undefined) throw new ServiceError('notFound', vscode.l10n.t('The job is not among the loaded jobs. Load more jobs, then try again.'));
  return documentText(listed);
}

/** What a document says that cannot be shown. */
export function unavailable(thrown: unknown): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(thrown instanceof ServiceError ? failureText(thrown) : vscode.l10n.t('The job could not be read.'));
}

/** As a document of its own. */
export function documentText(raw: unknown): string {
  return `${jsonText(raw, 2)}\n`;
}
