/** The sandbox of the soak, in a thread of its own, so that its heap is not counted. */
import { parentPort } from 'node:worker_threads';
import { startSandbox } from '../../src/sandbox/index.ts';

const sandbox = await startSandbox({ clockSpeed: 100 });
parentPort?.postMessage(sandbox.url);
