import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen as listenOnPort } from '../../../support/service/listen.ts';

/** Starts a server until the end of the test, and returns its host and port. */
export async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return `127.0.0.1:${await listenOnPort(server)}`;
}
