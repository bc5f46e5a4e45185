/** Stands in for `src/sandbox/index.ts` in a browser's worker: the sandbox runs in Node. */
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/index.ts';
import { callNode, onTold } from './callNode.ts';

export type { Sandbox, SandboxOptions };

/** Its clock changes its speed a moment later than it was told to. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const requests: { method: string; path: string }[] = [];
  const { id, url, port } = await callNode('startSandbox', options);
  const stopListening = await onTold(id, (told) => {
    if (told.kind !== 'sandboxRequest') return;
    requests.push(told.request);
    void callNode('seen', told.ticket);
  });
  return {
    url,
    port,
    requests,
    setClockSpeed: (speed) => void callNode('setClockSpeed', { id, speed }),
    async close() {
      await callNode('closeSandbox', id);
      stopListening();
    },
  };
}
