/** Stands in for `../service.ts` in a browser's worker: the service runs in Node, its handler here. */
import { type Answer, counter, type Handler, type SeenRequest, type Service } from '../answers.ts';
import { callNode, onTold } from './callNode.ts';
import type { Told } from './messages.ts';

export * from '../answers.ts';

/** As `../service.ts`, but browsers may ask unless told otherwise. */
export async function startService(handler: Handler, { cors = true }: { readonly cors?: boolean } = {}): Promise<Service> {
  let current = handler;
  const requests: SeenRequest[] = [];
  const received = counter();
  const abandoned = counter();

  const answer = async ({ ticket, request }: Extract<Told, { kind: 'request' }>) => {
    const index = requests.push(request) - 1;
    received.add();
    const outcome = await Promise.resolve()
      .then(() => current(request, index))
      .catch((error: unknown) => String(error));
    if (typeof outcome === 'string') return callNode('answer', { ticket, failure: outcome });
    const { body, ...rest }: Answer = outcome;
    return callNode('answer', { ticket, answer: rest }, new Uint8Array(body));
  };
  const { id, url, port } = await callNode('startService', { cors });
  const stopListening = await onTold(id, (told) => {
    if (told.kind === 'request') void answer(told);
    if (told.kind === 'abandoned') abandoned.add();
  });

  return {
    url,
    port,
    requests,
    get handler() {
      return current;
    },
    use(next) {
      current = next;
    },
    received: received.reach,
    abandoned: abandoned.reach,
    async close() {
      await callNode('closeService', id);
      stopListening();
    },
  };
}
