/** Stands in for `src/sandbox/index.ts` in a browser's worker: the sandbox runs in Node. */
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/index.ts';
import { callNode } from './callNode.ts';

export type { Sandbox, SandboxOptions };

/** Its clock changes its speed a moment later than it was told to. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { id, url, port } = await callNode('startSandbox', options);
  return {
    url,
    port,
    setClockSpeed: (speed) => void callNode('setClockSpeed', { id, speed }),
    close: () => callNode('closeSandbox', id),
  };
}
