/**
 * Replaces `../service/service.ts` in a browser worker. The service runs in Node.js, and its
 * handler runs in the worker.
 */
import {
  type TestResponse,
  type Handler,
  createServiceCore,
  type Service,
} from '../service/responses.ts';
import { callNode, onMessage } from './callNode.ts';
import type { ControlMessage } from './messages.ts';

export * from '../service/responses.ts';

/** Starts a service that allows cross-origin requests by default. */
export async function startService(
  handler: Handler,
  { cors = true }: { readonly cors?: boolean } = {},
): Promise<Service> {
  const script = createServiceCore(handler);
  const answer = async ({ ticket, request }: Extract<ControlMessage, { kind: 'request' }>) => {
    const outcome = await Promise.resolve()
      .then(() => script.answer(request))
      .catch((error: unknown) => String(error));
    if (typeof outcome === 'string') return callNode('answer', { ticket, failure: outcome });
    const { body, ...head }: TestResponse = outcome;
    return callNode('answer', { ticket, answer: head }, new Uint8Array(body));
  };
  const { id, url, port } = await callNode('startService', { cors });
  const stopListening = await onMessage(id, (message) => {
    if (message.kind === 'request') void answer(message);
    if (message.kind === 'abandoned') script.disconnect();
  });
  const close = async () => {
    await callNode('closeService', id);
    stopListening();
  };
  return { ...script, url, port, close };
}
