import { type Uri, env, l10n } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import { webAddress } from '../../model/environments/webUrl.ts';
import { jobLinkPath } from '../../model/jobs/jobLink.ts';
import { notify } from '../feedback/notify.ts';
import { extensionId } from '../../manifest.ts';

/**
 * Copies a link that opens a job's page in any VS Code that names its environment so, or is connected to its
 * service. Resolves to false for a key that links cannot contain.
 */
export async function copyLink(key: string, environment: Environment | undefined): Promise<boolean> {
  // Only this window has its sandbox.
  const path = jobLinkPath(key, environment?.isSandbox ? undefined : environment?.name);
  if (path === undefined) {
    void notify.warn(l10n.t('A link cannot contain the key of this job. Copy the key instead.'));
  } else await env.clipboard.writeText(`${env.uriScheme}://${extensionId}${path}`);
  return path !== undefined;
}

/** Opens a job of the connected environment in the service's own web pages; VS Code asks first. */
export async function openInBrowser(key: string, environment: Environment | undefined): Promise<void> {
  const address = environment?.webUrl === undefined ? undefined : webAddress(environment.webUrl, key);
  if (address !== undefined) return openAddress(address);
  void notify.warn(
    l10n.t(
      'The job cannot be opened in a browser: its environment has no “webUrl”, or no address can hold its key.',
    ),
  );
}

/**
 * Opens a web address; VS Code asks first and shows the address. As text, which VS Code also takes: a `Uri`
 * decodes `%2F` and `%26`, so that a signed address no longer works.
 */
export async function openAddress(address: string): Promise<void> {
  await env.openExternal(address as unknown as Uri);
}
