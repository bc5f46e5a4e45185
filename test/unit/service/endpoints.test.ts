import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/service/serviceError.ts';
import { aJob } from '../../support/service/builders.ts';
import { type TestResponse, envelope, json, text } from '../../support/service/service.ts';
import { connected, failureOf, patient, readFailure, start, startFailure } from './harness.ts';

const startAt = async (answer: TestResponse) => start((await connected(answer)).client);
const successes = ['queued', 'accepted', 'pending', 'created', 'started'];

describe('a 2xx response to POST /jobs', () => {
  it.each<[string, TestResponse]>([
    ...successes.map((status): [string, TestResponse] => [
      `the status "${status}" and empty data`,
      json(202, { status, code: 202, data: {} }),
    ]),
    ['no data', json(201, { status: 'pending' })],
    ['a null job', json(201, { status: 'created', data: { job: null } })],
    ['null data', json(200, { status: 'started', code: 200, data: null })],
    ['data as an empty list', envelope([])],
    ['a job without a key', envelope({ job: { activeSteps: [] } })],
    ['no body', text(204, '')],
    ['an empty body', text(202, '')],
    ['an empty body that is labeled as HTML', text(200, '', 'text/html')],
    ['plain text', text(200, 'OK')],
    ['broken JSON', text(201, '{"status":"ok","code":200,"data":{"jo', 'application/json')],
    ['JSON without an envelope', json(202, [1, 2])],
    ['JSON null', json(200, null)],
  ])('counts as accepted if it has %s', async (_what, answer) => {
    const { client, service } = await connected(answer);
    const error = await failureOf(start(client));
    expect(error).toMatchObject({ kind: 'accepted', status: answer.status, request: 'POST /jobs' });
    expect(error.message).toMatch(
      /^The service accepted the request but did not return a job \(HTTP 20\d\)\./,
    );
    expect([isOutcomeUnknown(error), service.requests.length]).toEqual([true, 1]);
  });

  it('adds the message of the service if it is accepted', async () => {
    const answer = json(202, { status: 'queued', code: 202, data: {}, message: 'Starts at noon' });
    expect((await startFailure(answer)).message).toBe(
      'The service accepted the request but did not return a job (HTTP 202). The service reported: Starts at noon.',
    );
  });

  it.each(successes)('returns the job if it has the status "%s"', async (status) => {
    expect(await startAt(json(202, { status, code: 202, data: { job: aJob() } }))).toEqual(aJob());
  });

  it('returns the key of a job if its other members are unreadable', async () => {
    const job = { ...aJob(), startedBy: ['Ann', 'Ben'] };
    expect(await startAt(envelope({ job }))).toEqual({ key: job.key });
  });

  it.each<[unknown, string]>([
    [{ status: 'error', data: {} }, 'rejected'],
    [{ status: 'FAIL', data: { job: null } }, 'rejected'],
    [{ status: 'Failed', data: { job: aJob() } }, 'rejected'],
    [{ status: 'failure' }, 'rejected'],
    [{ status: 'queued', code: 400, data: {} }, 'rejected'],
    [{ status: 'ok', code: 503, data: {} }, 'serverFault'],
  ])('is an error if it is %j', async (body, kind) => {
    expect(await startFailure(json(200, body))).toMatchObject({ kind });
  });

  it('leaves the outcome unknown if it is a web page', async () => {
    const error = await startFailure(text(200, '<!doctype html><title>Sign in</title>'));
    expect([error.kind, isOutcomeUnknown(error)]).toEqual(['webPage', true]);
  });
});

describe('a response to a GET', () => {
  it.each(['done', 'queued', 'forbidden', 'errors: none'])(
    'is used if it has data and the status "%s"',
    async (status) => {
      const { client } = await connected(json(200, { status, data: { fields: [] } }));
      expect(await client.listFields(patient())).toEqual([]);
    },
  );

  it('is reported with its message if it has an unknown status and no data', async () => {
    const error = await readFailure(json(200, { status: 'denied', message: 'Not today' }));
    expect(error.kind).toBe('notTheService');
    expect(error.message).toMatch(/The service reported: Not today\.$/);
  });
});
