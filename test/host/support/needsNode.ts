/** Whether the extension host is a browser's worker. */
export const inWorker = typeof process === 'undefined';

/** A test that is skipped where the extension host is not a Node process, and says there why. */
export function needsNode(reason: string): (name: string, body: Mocha.AsyncFunc) => void {
  return (name, body) => void (inWorker ? test.skip(`${name} (needs Node: ${reason})`) : test(name, body));
}
