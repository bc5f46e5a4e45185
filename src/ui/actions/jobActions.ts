import * as vscode from 'vscode';
import { rowJson } from '../../model/export/jobExport.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobLinkPath } from '../../model/jobs/jobLink.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { jobChoices } from '../../model/jobs/keyChoices.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { PageIdentity } from '../../protocol.ts';
import { type JobRow, unreadableKey } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { documentText, readJobJson } from '../documents/jobJson.ts';
import { type ReadOnlyDocuments, jobUri } from '../documents/readOnlyDocuments.ts';
import type { Log } from '../feedback/log.ts';
import { notify, plain } from '../feedback/notify.ts';
import type { Reporter } from '../feedback/report.ts';
import { extensionId } from '../feedback/window.ts';
import type { PageActions } from '../jobPage/jobPanel.ts';
import type { Watching } from '../views/watchNotifier.ts';
import { pickKey } from './keyPick.ts';
import type { SuggestedWorkflow } from './startJob.ts';

/** Copies a job as the service sent it. */
export async function copyJson(row: JobRow): Promise<void> {
  await vscode.env.clipboard.writeText(rowJson(row, 2));
}

/** Copies a link that opens a job's page, in this VS Code or another that is connected to the same service. Resolves to whether there is one. */
export async function copyLink(key: string): Promise<boolean> {
  const path = jobLinkPath(key);
  if (path === undefined) {
    void notify.warn(vscode.l10n.t('No link can carry the key of this job. Copy the key instead.'));
    return false;
  }
  await vscode.env.clipboard.writeText(`${vscode.env.uriScheme}://${extensionId}${path}`);
  return true;
}

interface RowJsonParts {
  readonly connection: Connection;
  readonly documents: ReadOnlyDocuments;
  readonly jobs: JobList;
  readonly reader: JobReader;
}

/** Shows the job of a row as JSON: read again by its key, or an unreadable one as it came. */
export async function openRowJson(parts: RowJsonParts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await parts.documents.open(jobUri(page), json);
}

export async function compareRow(parts: RowJsonParts, row: JobRow): Promise<void> {
  const { page, json } = await readRow(parts, row);
  await compareJobs(parts, page, json);
}

async function readRow({ connection, reader }: RowJsonParts, row: JobRow): Promise<{ page: PageIdentity; json: string }> {
  const page = { key: row.kind === 'job' ? row.job.key : unreadableKey(row.id), baseUrl: connection.require().client.baseUrl.href };
  return { page, json: row.kind === 'job' ? await readJobJson(page, connection, reader) : documentText(row.raw) };
}

/** Asks for another of the loaded jobs and shows the difference. */
async function compareJobs({ documents, jobs }: Pick<RowJsonParts, 'documents' | 'jobs'>, page: PageIdentity, json: string): Promise<void> {
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

interface PageActionParts {
  readonly jobs: JobList;
  readonly watches: WatchList;
  readonly watching: Watching;
  readonly documents: ReadOnlyDocuments;
  readonly log: Log;
  readonly reporter: Reporter;
}

/** What the buttons of a job's page do beyond the page itself. */
export function createPageActions(parts: PageActionParts): PageActions {
  const { watches, watching, documents, log, reporter } = parts;
  return {
    startAnother: (job) => void vscode.commands.executeCommand('workflowJobs.startJob', { suggested: job.activeWorkflows?.[0]?.key } satisfies SuggestedWorkflow),
    showLog: () => log.show(),
    openJson: (page, json) => documents.open(jobUri(page), json),
    compare: (page, json) => compareJobs(parts, page, json),
    copy: async (text) => vscode.env.clipboard.writeText(text),
    copyLink,
    isWatched: (key) => watches.isWatched(key),
    toggleWatch: (key) => (watches.isWatched(key) ? watches.unwatch(key) : watches.watch(key)),
    onDidChangeWatches: (listener) => watches.onDidChange(listener),
    markSeen: (key) => watching.markSeen(key),
    fail: (where, thrown) => void reporter.run(where, () => Promise.reject(reporter.toServiceError(where, thrown))),
  };
}
