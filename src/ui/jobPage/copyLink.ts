import { env, l10n } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import { jobLinkPath } from '../../model/jobs/jobLink.ts';
import { notify } from '../feedback/notify.ts';
import { extensionId } from '../feedback/window.ts';

/** Copies a link that opens a job's page in any VS Code that names its environment so, or is connected to its service. Resolves to false for a key that links cannot contain. */
export async function copyLink(key: string, environment: Environment | undefined): Promise<boolean> {
  // A sandbox is of one window.
  const path = jobLinkPath(key, environment?.level === 'sandbox' ? undefined : environment?.name);
  if (path === undefined) {
    void notify.warn(l10n.t('A link cannot contain the key of this job. Copy the key instead.'));
    return false;
  }
  await env.clipboard.writeText(`${env.uriScheme}://${extensionId}${path}`);
  return true;
}
