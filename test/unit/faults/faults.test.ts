import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visibleLine } from '../../../src/agents/answer.ts';
import { failureText } from '../../../src/model/wording/reports.ts';
import { isSuccess } from '../../../src/service/http/transport.ts';
import {
  type ServiceClient,
  type ServiceError,
  isOutcomeUnknown,
  setBugListener,
} from '../../../src/service/index.ts';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import {
  type ReceivedRequest,
  type Service,
  type TestResponse,
  envelope,
  startService,
} from '../../support/service/service.ts';
import { connect } from '../agents/mcp/harness.ts';
import { createSession } from '../model/createSession.ts';
import {
  clientFor,
  drawJitter,
  everythingIn,
  failureOf,
  patient,
  secret,
  start,
} from '../service/harness.ts';
import { bodyFaults } from './bodies.ts';
import { requestTimeout, skipWaits } from './clock.ts';
import { connectionFaults } from './connections.ts';
import { envelopeFaults } from './envelopes.ts';
import type { Fault } from './fault.ts';
import { secretFaults } from './secrets.ts';
import { statusFaults } from './statuses.ts';

// To cover another response of a service, add a row to one of these tables.
const tables = [statusFaults, envelopeFaults, bodyFaults, connectionFaults, secretFaults];
const rows = tables.flat().map((fault) => [fault.title, fault] as const);

const rowsByKind = Map.groupBy(rows, ([, { read }]) => read);
rowsByKind.delete('success');
/** One row for each kind of failure. */
const failures = [...rowsByKind.values()].flatMap((each) => each.slice(-1));

const startedKey = 'job_2';

/** Creates the documented response to each request. */
function documentedResponse({ method, url }: ReceivedRequest): TestResponse {
  if (method === 'POST') return envelope({ job: aJob({ key: startedKey }) });
  if (url === '/fields') return envelope({ fields: [aField()] });
  return envelope(url === '/jobs/job_1' ? { job: aJob() } : aPage([aJob()]));
}

const faultyHandler = (fault: Fault) => (request: ReceivedRequest) =>
  fault.respond(documentedResponse(request), request);

let service: Service;
const bugs: unknown[] = [];
beforeAll(async () => {
  service = await startService(documentedResponse);
});
afterAll(() => service.close());
beforeEach(() => {
  setBugListener((_where, bug) => bugs.push(bug));
  drawJitter(0);
});
afterEach(() => {
  setBugListener(() => undefined);
  expect(bugs.splice(0)).toEqual([]);
});

const isStalled = ({ read }: Fault) => read === 'timeout';

/**
 * Skips the delays that a service requests. If the service stalls, a request times out after it has
 * arrived.
 */
function startClock(fault: Fault, target = service): number[] {
  const expire = async () => {
    await target.received(target.requests.length + 1);
    await delay(20);
  };
  return skipWaits({ wait: fault.wait, expire: isStalled(fault) ? expire : undefined });
}

const newClient = () => clientFor(service.url, { requestTimeout: () => requestTimeout });

/** Sends a request to the faulty service, and returns its result and the requests that arrived. */
async function during<Result>(fault: Fault, send: () => Promise<Result>) {
  const { length } = service.requests;
  service.use(faultyHandler(fault));
  const result = await send();
  return { result, requests: service.requests.slice(length) };
}

function expectOneStart(requests: readonly ReceivedRequest[]): void {
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
}

/** Returns the sentence of a row, for a request to a service at this port. */
function sentenceOf(
  sentence: Fault['sentence'],
  request: string,
  port = service.port,
): string | RegExp {
  if (typeof sentence !== 'string') return sentence ?? /./;
  return sentence.replace('{host}', `127.0.0.1:${port}`).replace('{request}', request);
}

/** Checks that a text is a sentence for a person, and does not quote an exception. */
function expectSentence(text: string): void {
  expect(text).toMatch(/^[\p{Lu}\d].*[\p{STerm}…]$/u);
  expect(text).not.toMatch(
    /undefined|\[object|fetch failed|(?:Syntax|Type|Range|Fetch|Abort)Error/,
  );
}

function expectError(error: ServiceError, sentence: string | RegExp): void {
  if (typeof sentence === 'string') expect(error.message).toBe(sentence);
  else expect(error.message).toMatch(sentence);
  expectSentence(error.message);
  expectSentence(failureText(error));
  expect(everythingIn(error)).not.toContain(secret);
}

/** Sends a GET request. */
type Read = (client: ServiceClient) => Promise<unknown>;
const lists: Record<string, Read> = {
  'GET /fields': ({ listFields }) => listFields(patient()),
  'GET /jobs?page=1': ({ listJobs }) => listJobs(1, patient()),
};
const reads: Record<string, Read> = {
  ...lists,
  'GET /jobs/job_1': ({ getJob }) => getJob('job_1', patient()),
};

describe('ServiceClient', () => {
  it.each(rows)('returns the data or throws a ServiceError after %s', async (_title, fault) => {
    const waits = startClock(fault);
    service.use(faultyHandler(fault));
    const attempts = fault.isTemporary ? 3 : 1;
    const check = async ([request, read]: [string, Read]) => {
      const { client, records } = newClient();
      if (fault.read === 'success') {
        expect(inspect(await read(client), { depth: 9 })).not.toContain(secret);
      } else {
        const error = await failureOf(read(client));
        expect(error.kind).toBe(fault.read);
        expectError(error, sentenceOf(fault.sentence, request));
        if (request in lists && fault.advice !== undefined)
          expect(error.advice).toMatch(fault.advice);
      }
      expect(records).toHaveLength(attempts);
      expect(JSON.stringify(records)).not.toContain(secret);
    };
    await Promise.all(Object.entries(reads).map(check));
    expect(waits.length > 0).toBe(attempts > 1 && fault.wait !== undefined);
  });

  it.each(rows)('sends a start request only once after %s', async (_title, fault) => {
    startClock(fault);
    const { client, records } = newClient();
    const { requests } = await during(fault, async () => {
      if (fault.start === 'succeeded') {
        expect(await start(client)).toMatchObject({ key: startedKey });
        return;
      }
      const error = await failureOf(start(client));
      expectError(error, sentenceOf(fault.startSentence ?? fault.sentence, 'POST /jobs'));
      expect(isOutcomeUnknown(error)).toBe(fault.start !== 'rejected');
    });
    expectOneStart(requests);
    expect(records).toHaveLength(1);
  });

  it.each(rows.filter(([, { isTemporary }]) => isTemporary))(
    'retries a GET request after %s',
    async (_title, fault) => {
      startClock(fault);
      const { client, records } = newClient();
      const failing = faultyHandler(fault);
      let count = 0;
      service.use((request) => (count++ === 0 ? failing(request) : documentedResponse(request)));
      expect(await client.listFields(patient())).toHaveLength(1);
      expect(records.map(({ outcome }) => outcome)).toEqual([fault.read, 'ok']);
    },
  );
});

describe('Session', () => {
  it.each(rows)('loads jobs and fields or stores the error after %s', async (_title, fault) => {
    startClock(fault);
    const { list, fields } = createSession(newClient().client);
    await during(fault, () => Promise.all([list.ensureLoaded(), fields.ensureLoaded()]));
    expect([list.state.loading, fields.state.loading]).toEqual([null, false]);
    const errors = [list.state.failure?.error, fields.state.failure];
    if (fault.read === 'success') {
      expect(errors).toEqual([undefined, null]);
      expect([list.state.rows?.length, fields.state.fields?.length]).toEqual([1, 1]);
      return;
    }
    expect(errors.map((error) => error?.kind)).toEqual([fault.read, fault.read]);
    // An empty list would mean that the service has no jobs.
    expect([list.state.rows, fields.state.fields, list.isWhole]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it.each(failures)(
    'keeps the loaded jobs and fields if a refresh fails because of %s',
    async (_title, fault) => {
      startClock(fault);
      const { list, fields } = createSession(newClient().client);
      service.use(documentedResponse);
      await Promise.all([list.ensureLoaded(), fields.ensureLoaded()]);
      const before = [list.state.rows, fields.state.fields];
      await during(fault, () => Promise.all([list.refresh(), fields.refresh()]));
      expect([list.state.rows, fields.state.fields]).toEqual(before);
      expect([list.state.failure?.error.kind, fields.state.failure?.kind]).toEqual([
        fault.read,
        fault.read,
      ]);
    },
  );

  it.each(rows)('reports the outcome of a start request after %s', async (_title, fault) => {
    startClock(fault);
    const session = createSession(newClient().client);
    const change = { kind: 'startJob', key: 'wf_1', name: 'wf_1' } as const;
    const { result, requests } = await during(fault, () =>
      session.change(change, { kind: 'person' }),
    );
    expect(result.kind).toBe(fault.start);
    expectOneStart(requests);
  });

  it('reports a 2xx response as a rejection only if its body declares a failure', () => {
    const request = { method: 'POST', url: '/jobs', headers: {}, body: '' };
    const successes = rows.filter(([, fault]) => isSuccess(faultyHandler(fault)(request).status));
    const rejections = successes.filter(([, { start: outcome, declaresFailure }]) => {
      return outcome === 'rejected' && !declaresFailure;
    });
    expect(rejections).toEqual([]);
  });
});

/** Beginning of the text for a language model after a start. */
const startOpenings: Partial<Record<Fault['start'], string>> = {
  rejected: 'Failed (',
  accepted: 'Accepted, but the service did not return the job. Do not retry: find jobs first. ',
  unknown: 'It is unknown whether the job started. Do not retry: find jobs first. ',
};

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['call']>>;

/**
 * Checks the answer of a tool. An answer to a failed call has no data, which could look like an
 * empty list.
 */
function expectAnswer({ text, output, isError }: Answer, failure: string | undefined): void {
  expect(JSON.stringify([text, output])).not.toContain(secret);
  expect([isError, output === undefined]).toEqual(
    failure === undefined ? [false, false] : [true, true],
  );
  expect(text.startsWith(failure ?? 'The text from ')).toBe(true);
}

/** Checks that a text for a language model contains the sentence. */
function expectQuote(text: string, sentence: string | RegExp): void {
  if (typeof sentence === 'string') expect(text).toContain(visibleLine(sentence, 500));
  else expect(text).toMatch(sentence);
}

describe('MCP server', () => {
  it.each(rows)('returns the data or an error message after %s', async (_title, fault) => {
    const variables = { WORKFLOW_JOBS_CAN_START: '1', WORKFLOW_JOBS_KIND: 'development' };
    const { call, service: target } = await connect({ handler: faultyHandler(fault), variables });
    startClock(fault, target);
    const started = await call('start_job', { workflowKey: 'wf_1' });
    expectOneStart(target.requests);
    expectAnswer(started, startOpenings[fault.start]);
    if (fault.start !== 'succeeded') {
      const sentence = fault.startSentence ?? fault.sentence;
      expectQuote(started.text, sentenceOf(sentence, 'POST /jobs', target.port));
    }

    const tools = [call('list_fields'), call('find_jobs'), call('get_job', { key: 'job_1' })];
    const answers = await Promise.all(tools);
    const failure = fault.read === 'success' ? undefined : `Failed (${fault.read}). `;
    for (const answer of answers) expectAnswer(answer, failure);
    if (failure === undefined) return;
    for (const [index, request] of Object.keys(lists).entries()) {
      expectQuote(answers[index]?.text ?? '', sentenceOf(fault.sentence, request, target.port));
    }
  });
});
