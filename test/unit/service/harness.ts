import { inspect } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { readBaseUrl } from '../../../src/service/baseUrl.ts';
import {
  type ClientOptions,
  createServiceClient,
  type RequestRecord,
  type ChangingClient,
} from '../../../src/service/client.ts';
import type { ChangeEndpoint } from '../../../src/service/endpoints.ts';
import { type Job, isPrivateMember } from '../../../src/service/schema/jobs.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { type Answer, type Handler, type Service, startService } from '../../support/service/service.ts';

export { startJob } from '../../../src/service/changes.ts';

export const secret = 'k3y-that-must-not-leak';

export function baseUrlOf(text: string) {
  const reading = readBaseUrl(text);
  if (reading.kind === 'invalid') throw new Error(reading.problem);
  return reading.baseUrl;
}

/** Draws this part of the range in which an attempt is delayed. */
export function drawJitter(value: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(value);
}

interface TestClient extends Omit<ChangingClient, 'change'> {
  readonly change: (endpoint: ChangeEndpoint, signal: AbortSignal, check?: () => void) => Promise<Job>;
}

/** A client of the service at an address, and the records of its requests. It permits each change. */
export function clientFor(
  url: string,
  overrides: Partial<ClientOptions> = {},
): { client: TestClient; records: RequestRecord[] } {
  const records: RequestRecord[] = [];
  drawJitter(0);
  const client = createServiceClient({
    baseUrl: baseUrlOf(url),
    credential: () => Promise.resolve({ name: 'X-API-Key', value: secret, secret }),
    requestTimeout: () => 10_000,
    onDidRequest: (record) => records.push(record),
    ...overrides,
  });
  const change: TestClient['change'] = (endpoint, signal, check = () => undefined) =>
    client.change(endpoint, signal, check);
  return { client: { ...client, change }, records };
}

/** Starts a service that answers as told, and a client of it. */
export async function connected(
  answers: Handler | Answer,
  overrides: Partial<ClientOptions> = {},
): Promise<ReturnType<typeof clientFor> & { service: Service }> {
  const service = await startService(typeof answers === 'function' ? answers : () => answers);
  onTestFinished(() => service.close());
  return { service, ...clientFor(service.url, overrides) };
}

/** The service error that a promise rejects with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const thrown = await promise.then(
    () => new Error('It was expected to fail, but succeeded.'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError)) throw thrown;
  return thrown;
}

/** All that an error would tell somebody who looks: members, getters, stack and causes. */
export function everythingIn(error: ServiceError): string {
  return [
    inspect(error, { depth: 12, showHidden: true, getters: true, maxStringLength: null }),
    JSON.stringify(error),
    error.stack,
  ].join('\n');
}

/** A signal that nobody aborts. */
export function patient(): AbortSignal {
  return new AbortController().signal;
}

/** The members of a job in their documented types, without those that keep what the service sent. */
export function normalized(job: Job): Partial<Job> {
  return Object.fromEntries(Object.entries(job).filter(([name]) => !isPrivateMember(name)));
}
