import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Serves pages of 50 jobs in a separate thread, which does not slow down the measurement. */
export async function startPagesService(
  jobs: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const worker = new Worker(join(import.meta.dirname, 'pagesWorker.ts'), { workerData: jobs });
  const [url] = (await once(worker, 'message')) as [string];
  return { url, close: async () => void (await worker.terminate()) };
}
