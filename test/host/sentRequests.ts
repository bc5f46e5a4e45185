import type { Service } from '../support/service.ts';
import { atEnd } from './atEnd.ts';
import { inWorker } from './needsNode.ts';
import { requestsFor } from './support.ts';

export interface SentRequests {
  /** How many requests the extension sent to a service. */
  to(service: Service, method: string, path: RegExp): number;
  restore(): void;
}

/**
 * Counts requests from now on to a service that breaks connections. Elsewhere the service counts them; but a browser repeats
 * a request by itself, POST too, when a kept connection breaks before an answer: there what the extension asked of `fetch` counts.
 */
export function countRequests(): SentRequests {
  if (!inWorker) return { to: requestsFor, restore: () => undefined };
  const original = globalThis.fetch;
  const sent: Request[] = [];
  globalThis.fetch = (input, init) => {
    sent.push(new Request(input, init));
    return original(input, init);
  };
  const restore = () => void (globalThis.fetch = original);
  atEnd(restore);
  return {
    to: (service, method, path) => sent.filter((each) => each.method === method && each.url.startsWith(service.url) && path.test(each.url.slice(service.url.length))).length,
    restore,
  };
}
