import * as vscode from 'vscode';
import { rowJson } from '../../model/export/jobExport.ts';
import { jobLinkPath } from '../../model/jobs/jobLink.ts';
import type { JobRow } from '../../model/jobs/jobList.ts';
import { extensionId } from '../ids.ts';
import { notify } from '../feedback/notify.ts';

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
