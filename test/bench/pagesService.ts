import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface PagesService {
  readonly url: string;
  /** Requests since this was asked last. */
  countRequests(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Serves so many jobs from answers that are ready before anybody asks.
 * @param closedFrom a page from which on all are refused, until somebody asks for `/open`
 */
export async function startPagesService(jobs: number, closedFrom?: number): Promise<PagesService> {
  const worker = new Worker(join(import.meta.dirname, 'pagesWorker.ts'), { workerData: { jobs, closedFrom } });
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    countRequests: async () => {
      const answer = once(worker, 'message');
      worker.postMessage('count');
      return ((await answer) as [{ requests: number }])[0].requests;
    },
    close: async () => void (await worker.terminate()),
  };
}
