import { formatNumber } from '../../text/number.ts';
import { formatAsOf } from '../../text/time.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Session } from '../../model/session/session.ts';
import type { Credentials } from './credentials.ts';

/**
 * Prepares what the first request and the first rows would otherwise wait for. The API key, the
 * proxies and certificates of VS Code, and the formats of numbers and times take about 100
 * milliseconds together. Sends no request. Runs after the activation.
 */
export function prepareFirstReveal(
  { client }: Session,
  credentials: Credentials,
): { dispose(): void } {
  const timer = setTimeout(() => {
    credentials.has(client.baseUrl.origin).catch(() => undefined);
    // VS Code loads proxies and certificates for the first `fetch`, whatever its URL is.
    if (!runsInBrowser()) fetch('data:,').catch(() => undefined);
    formatNumber(0);
    formatAsOf(Date.now());
  });
  return { dispose: () => clearTimeout(timer) };
}
