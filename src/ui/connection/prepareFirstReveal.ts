import { formatNumber } from '../../text/number.ts';
import { formatAsOf } from '../../text/time.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Session } from '../../model/session/session.ts';
import type { Credentials } from './credentials.ts';

/**
 * Loads the API key, the cached jobs, proxy settings, certificates, and number and time formats in
 * advance, so that the first rows appear about 150 milliseconds earlier. Sends no request to the
 * service.
 */
export function prepareFirstReveal(
  { client, cache }: Session,
  credentials: Credentials,
): { dispose(): void } {
  const timer = setTimeout(() => {
    credentials.has(client.baseUrl.origin).catch(() => undefined);
    void cache.read();
    // The first `fetch`, with any URL, loads VS Code's proxy settings and certificates.
    if (!runsInBrowser()) fetch('data:,').catch(() => undefined);
    formatNumber(0);
    formatAsOf(Date.now());
  });
  return { dispose: () => clearTimeout(timer) };
}
