/** True if the extension host is a web worker in a browser. */
export const inWorker = typeof process === 'undefined';

/**
 * Creates a test that needs Node.js. In a browser, the test is skipped and its title contains the
 * reason.
 */
export function needsNode(reason: string): (name: string, body: Mocha.AsyncFunc) => void {
  return (name, body) =>
    void (inWorker ? test.skip(`${name} (needs Node: ${reason})`) : test(name, body));
}
