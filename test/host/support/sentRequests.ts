import { atEnd } from './atEnd.ts';
import { inWorker } from './needsNode.ts';
import { requestsFor } from './extension.ts';

/**
 * Counts requests from now on to a service that breaks connections. Elsewhere the service counts them; but a
 * browser repeats a request by itself, POST too, when a kept connection breaks before an answer: there what
 * the extension asked of `fetch` counts.
 */
export function countRequests(): typeof requestsFor {
  if (!inWorker) return requestsFor;
  const original = globalThis.fetch;
  const sent: Request[] = [];
  globalThis.fetch = (input, init) => {
    sent.push(new Request(input, init));
    return original(input, init);
  };
  atEnd(() => void (globalThis.fetch = original));
  return (service, method, path) =>
    sent.filter(
      (each) =>
        each.method === method &&
        each.url.startsWith(service.url) &&
        path.test(each.url.slice(service.url.length)),
    ).length;
}
