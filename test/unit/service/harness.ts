import { inspect } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import { readBaseUrl } from '../../../src/service/baseUrl.ts';
import { startJob } from '../../../src/service/changes.ts';
import {
  type ChangingClient,
  type ClientOptions,
  type RequestRecord,
  createServiceClient,
} from '../../../src/service/client.ts';
import type { ChangeEndpoint } from '../../../src/service/endpoints.ts';
import { type Job, isPrivateMember } from '../../../src/service/schema/jobs.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import {
  type TestResponse,
  type Handler,
  type Service,
  envelope,
  startService,
} from '../../support/service/service.ts';

export { startJob };

export const secret = 'k3y-that-must-not-leak';

export function baseUrlOf(text: string) {
  const reading = readBaseUrl(text);
  if (reading.kind === 'invalid') throw new Error(reading.problem);
  return reading.baseUrl;
}

/** Replaces the random numbers that determine retry delays. */
export function drawJitter(value: number): void {
  vi.spyOn(Math, 'random').mockReturnValue(value);
}

interface TestClient extends Omit<ChangingClient, 'change'> {
  readonly change: (
    endpoint: ChangeEndpoint,
    signal: AbortSignal,
    check?: () => void,
  ) => Promise<Job>;
}

/** Options for a client that sends this API key. */
export const withKey = (key: string) => ({
  credential: () => Promise.resolve({ name: 'X-API-Key', value: key, secret: key }),
});

/** Creates a client that permits all changes. Also returns the log of its requests. */
export function clientFor(
  url: string,
  overrides: Partial<ClientOptions> = {},
): { client: TestClient; records: RequestRecord[] } {
  const records: RequestRecord[] = [];
  drawJitter(0);
  const client = createServiceClient({
    baseUrl: baseUrlOf(url),
    ...withKey(secret),
    requestTimeout: () => 10_000,
    onDidRequest: (record) => records.push(record),
    ...overrides,
  });
  const change: TestClient['change'] = (endpoint, signal, check = () => undefined) =>
    client.change(endpoint, signal, check);
  return { client: { ...client, change }, records };
}

/** Starts a service that sends these responses, and creates a client for it. */
export async function connected(
  responses: Handler | TestResponse,
  overrides: Partial<ClientOptions> = {},
): Promise<ReturnType<typeof clientFor> & { service: Service }> {
  const service = await startService(typeof responses === 'function' ? responses : () => responses);
  onTestFinished(() => service.close());
  return { service, ...clientFor(service.url, overrides) };
}

/** Returns the service error that a promise rejects with. Any other outcome fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const thrown = await promise.then(
    () => new Error('The promise was expected to reject, but it resolved.'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof ServiceError)) throw thrown;
  return thrown;
}

export const start = ({ change }: TestClient, signal = patient()) =>
  change(startJob('wf_1'), signal);

/** Starts a job at a service that sends these responses, and returns the error. */
export const startFailure = async (...options: Parameters<typeof connected>) =>
  failureOf(start((await connected(...options)).client));

/** Lists the fields of a service that sends these responses, and returns the error. */
export const readFailure = async (...options: Parameters<typeof connected>) =>
  failureOf((await connected(...options)).client.listFields(patient()));

/** Lists the fields of a service that sends `data.fields`. */
export const fieldsIn = async (fields: unknown) =>
  (await connected(envelope({ fields }))).client.listFields(patient());

/** Lists the first page of jobs of a service that sends `data`. */
export const pageIn = async (data: unknown) =>
  (await connected(envelope(data))).client.listJobs(1, patient());

/** Removes the host and port of the test service from a message. */
export const withoutHost = (message: string) => message.replace(/^127\.0\.0\.1:\d+ /, '');

export const containing = (text: string) => expect.stringContaining(text) as string;

/** Returns all texts in an error: its properties, stack, and causes. */
export function everythingIn(error: ServiceError): string {
  return [
    inspect(error, { depth: 12, showHidden: true, getters: true, maxStringLength: null }),
    JSON.stringify(error),
    error.stack,
  ].join('\n');
}

/** Returns a signal that is never aborted. */
export function patient(): AbortSignal {
  return new AbortController().signal;
}

/** Returns a job without the properties that contain the original spelling. */
export function normalized(job: Job): Partial<Job> {
  return Object.fromEntries(Object.entries(job).filter(([name]) => !isPrivateMember(name)));
}
