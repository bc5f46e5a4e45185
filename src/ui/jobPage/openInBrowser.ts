import { type Uri, env, l10n } from 'vscode';
import { webAddress } from '../../model/environments/environment.ts';
import { oneLine } from '../../text/inert.ts';
import { isNamedByUser } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify } from '../feedback/notify.ts';

/** Opens a job of the connected service in the service's own web pages; VS Code asks first, as for every link. */
export async function openInBrowser(key: string, { current }: EnvironmentList): Promise<void> {
  const address = current?.webUrl === undefined ? undefined : webAddress(current.webUrl, key);
  if (current === undefined || address === undefined) {
    void notify.warn(l10n.t('The job cannot be opened in a browser: its environment has no “webUrl”, or no address can hold its key.'));
  } else if (current.level !== 'user' && !isNamedByUser(new URL(address).origin)) {
    void notify.warn(l10n.t('{0} names the web address {1}, which none of your environments has. Name it in your user settings to open it.', oneLine(current.name, 60), oneLine(new URL(address).host, 80)));
  } else {
    // As text, because a `Uri` decodes `%2F` and `%26`.
    await env.openExternal(address as unknown as Uri);
  }
}
