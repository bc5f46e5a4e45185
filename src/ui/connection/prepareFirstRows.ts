import { formatNumber } from '../../text/number.ts';
import { formatMoment, formatRelative } from '../../text/time.ts';
import type { Connection } from './connection.ts';

/** Milliseconds after activation, so that the registrations are not delayed. */
const preparationDelay = 8;

/**
 * Reads the cached rows before VS Code requests rows, or prepares the first request if there are none. Then
 * creates the formats of the first rows, which takes 18 ms.
 */
export function prepareFirstRows(connection: Connection): { dispose(): void } {
  const cached = connection.session?.cache.read();
  const preparing = setTimeout(() => {
    // Cached rows are shown before the first request, which would delay them.
    void cached?.then(({ jobs }) => jobs ?? connection.prepare());
    formatNumber(0);
    formatRelative(0, 0);
    formatMoment(0, 0);
  }, preparationDelay);
  return { dispose: () => clearTimeout(preparing) };
}
