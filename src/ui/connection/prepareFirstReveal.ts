import { formatNumber } from '../../text/number.ts';
import { formatAsOf } from '../../text/time.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Session } from '../../model/session/session.ts';
import type { Credentials } from './credentials.ts';

/**
 * Loads the API key, VS Code's proxy settings and certificates, and the number and time formats in
 * advance, because the first request and rows would otherwise wait about 100 milliseconds for them.
 * Sends no request to the service. Runs after activation.
 */
export function prepareFirstReveal(
  { client }: Session,
  credentials: Credentials,
): { dispose(): void } {
  const timer = setTimeout(() => {
    credentials.has(client.baseUrl.origin).catch(() => undefined);
    // The first `fetch` loads VS Code's proxy settings and certificates, regardless of its URL.
    if (!runsInBrowser()) fetch('data:,').catch(() => undefined);
    formatNumber(0);
    formatAsOf(Date.now());
  });
  return { dispose: () => clearTimeout(timer) };
}
