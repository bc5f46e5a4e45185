import { atEnd } from './atEnd.ts';
import { inWorker } from './needsNode.ts';
import { requestsFor } from './extension.ts';

/**
 * Returns a function that counts requests to a service that breaks connections. A browser repeats a
 * request if a reused connection breaks, so in a browser, the function counts the calls of `fetch`.
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
