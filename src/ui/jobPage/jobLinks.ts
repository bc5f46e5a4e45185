import { type Uri, env, l10n } from 'vscode';
import type { Environment } from '../../model/environments/environment.ts';
import { webAddress } from '../../model/environments/webUrl.ts';
import { jobLinkPath } from '../../model/jobs/jobLink.ts';
import { notify } from '../feedback/notify.ts';
import { extensionId } from '../../manifest.ts';

/**
 * Copies a link to a job page. The link contains the environment name, if there is one. Resolves to
 * false if a link cannot contain the job key.
 */
export async function copyLink(
  key: string,
  environment: Environment | undefined,
): Promise<boolean> {
  // Other windows cannot connect to this window's sandbox, so the link omits the sandbox name.
  const path = jobLinkPath(key, environment?.isSandbox ? undefined : environment?.name);
  if (path === undefined) {
    void notify.warn(l10n.t('The key of this job is not valid in a link. Copy the key instead.'));
  } else await env.clipboard.writeText(`${env.uriScheme}://${extensionId}${path}`);
  return path !== undefined;
}

/** Opens a job on the service's website. VS Code first asks the user for confirmation. */
export async function openInBrowser(
  key: string,
  environment: Environment | undefined,
): Promise<void> {
  const address =
    environment?.webUrl === undefined ? undefined : webAddress(environment.webUrl, key);
  if (address !== undefined) return openAddress(address);
  void notify.warn(
    l10n.t(
      'The job cannot be opened in a browser. Its environment has no “webUrl”, or the job’s key is not valid in a URL.',
    ),
  );
}

/**
 * Opens a URL in the browser. VS Code first asks the user for confirmation. Accepts a string
 * instead of a `Uri`, because a `Uri` decodes `%2F` and `%26`, which breaks signed URLs.
 */
export async function openAddress(address: string): Promise<void> {
  await env.openExternal(address as unknown as Uri);
}
