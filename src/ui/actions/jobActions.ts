import { commands, env, l10n } from 'vscode';
import { rowJson } from '../../model/export/jobExport.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { jobChoices } from '../../model/jobs/keyChoices.ts';
import type { PageIdentity } from '../../protocol.ts';
import { type JobRow, unreadableKey } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { type ReadOnlyDocuments, documentText, jobUri } from '../documents/readOnlyDocuments.ts';
import { notify, plain } from '../feedback/notify.ts';
import { pickKey } from './keyPick.ts';
import type { Parts } from './parts.ts';

/** Copies a job as the service sent it. */
export async function copyJson(row: JobRow): Promise<void> {
  await env.clipboard.writeText(rowJson(row, 2));
}

/** Shows the job of a row as JSON: read again by its key, or an unreadable one as it came. */
export async function openRowJson(parts: Parts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await parts.documents.open(jobUri(page), json);
}

export async function compareRow(parts: Parts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await compareJobs(parts.documents, parts.jobs, page, json);
}

async function readRow({ connection, documents }: Parts, row: JobRow): Promise<{ page: PageIdentity; json: string }> {
  const page = { key: row.kind === 'job' ? row.job.key : unreadableKey(row.id), baseUrl: connection.require().client.baseUrl.href };
  return { page, json: row.kind === 'job' ? await documents.readJob(page) : documentText(row.raw) };
}

/** Asks for another of the loaded jobs and shows the difference. */
export async function compareJobs(documents: ReadOnlyDocuments, jobs: JobList, page: PageIdentity, json: string): Promise<void> {
  const choices = jobChoices(jobs.state.rows ?? [], new Set([page.key]));
  if (choices.length === 0) {
    void notify.info(l10n.t('There is no other loaded job to compare with.'));
    return;
  }
  const key = await pickKey({ title: l10n.t('Compare {0} with…', plain(page.key)), placeholder: l10n.t('Pick a loaded job'), choices });
  if (key === undefined) return;
  const other = { key, baseUrl: page.baseUrl };
  documents.put(jobUri(page), json);
  documents.forget(jobUri(other));
  await commands.executeCommand('vscode.diff', jobUri(page), jobUri(other), `${oneLine(page.key, 60)} ↔ ${oneLine(other.key, 60)}`);
}
