/** Replaces `src/sandbox/index.ts` in a browser worker. The sandbox runs in Node.js. */
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/index.ts';
import { callNode } from './callNode.ts';

export type { Sandbox, SandboxOptions };

/** Starts a sandbox in Node.js. Changes to its clock speed take effect with a delay. */
export async function serveSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { id, url, port } = await callNode('startSandbox', options);
  return {
    url,
    port,
    setClockSpeed: (speed) => void callNode('setClockSpeed', { id, speed }),
    close: () => callNode('closeSandbox', id),
  };
}
