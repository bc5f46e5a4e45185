import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown } from '../../../src/service/serviceError.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Answer, envelope, json, text } from '../../support/service/service.ts';
import { connected, failureOf, patient, startJob } from './harness.ts';

async function startAnsweredBy(answer: Answer) {
  const { client, service } = await connected(answer);
  return { started: client.change(startJob('wf_1'), patient()), service };
}

describe('the response to POST /jobs', () => {
  const queued = { status: 'queued', code: 202, data: {} };

  it.each<[string, Answer]>([
    ['the status "queued" and empty data', json(202, queued)],
    ['the status "accepted"', json(200, { status: 'accepted', code: 200, data: {} })],
    ['the status "pending" and no data', json(201, { status: 'pending' })],
    ['the status "created" and a null job', json(201, { status: 'created', data: { job: null } })],
    ['the status "started" and null data', json(200, { status: 'started', code: 200, data: null })],
    ['data as an empty list', envelope([])],
    ['a job without a key', envelope({ job: { activeSteps: [] } })],
    ['no body', text(204, '')],
    ['an empty body', text(202, '')],
    ['an empty body that is labeled as HTML', text(200, '', 'text/html')],
    ['plain text', text(200, 'OK')],
    ['broken JSON', text(201, '{"status":"ok","code":200,"data":{"jo', 'application/json')],
    ['JSON without an envelope', json(202, [1, 2])],
    ['JSON null', json(200, null)],
  ])('counts as accepted if it is successful but has %s', async (_what, answer) => {
    const { started, service } = await startAnsweredBy(answer);
    const error = await failureOf(started);
    expect(error).toMatchObject({ kind: 'accepted', status: answer.status, request: 'POST /jobs' });
    expect(error.message).toMatch(
      /^The service accepted the request but did not return a job \(HTTP 20\d\)\./,
    );
    expect([isOutcomeUnknown(error), service.requests.length]).toEqual([true, 1]);
  });

  it('adds the message of the service to an accepted start', async () => {
    const { started } = await startAnsweredBy(json(202, { ...queued, message: 'Starts at noon' }));
    expect((await failureOf(started)).message).toBe(
      'The service accepted the request but did not return a job (HTTP 202). The service says: Starts at noon.',
    );
  });

  it.each(['queued', 'accepted', 'pending', 'created', 'started'])(
    'returns the job next to the status "%s"',
    async (status) => {
      const { started } = await startAnsweredBy(json(202, { status, code: 202, data: { job: aJob() } }));
      expect(await started).toEqual(aJob());
    },
  );

  it('returns the key of a job whose other members are unreadable', async () => {
    const { started } = await startAnsweredBy(envelope({ job: { ...aJob(), startedBy: 'Ada' } }));
    expect(await started).toMatchObject({ key: aJob().key });
  });

  it.each<[string, unknown, string]>([
    ['the status "error"', { status: 'error', data: {} }, 'rejected'],
    ['the status "FAIL"', { status: 'FAIL', data: { job: null } }, 'rejected'],
    ['the status "Failed"', { status: 'Failed', data: { job: aJob() } }, 'rejected'],
    ['the status "failure"', { status: 'failure' }, 'rejected'],
    ['a code of 400', { status: 'queued', code: 400, data: {} }, 'rejected'],
    ['a code of 503', { status: 'ok', code: 503, data: {} }, 'serverFault'],
  ])('is an error if its envelope has %s', async (_what, body, kind) => {
    const { started } = await startAnsweredBy(json(200, body));
    expect(await failureOf(started)).toMatchObject({ kind });
  });

  it('leaves the outcome unknown if a web page arrives instead of data', async () => {
    const { started } = await startAnsweredBy(text(200, '<!doctype html><title>Sign in</title>'));
    const error = await failureOf(started);
    expect([error.kind, isOutcomeUnknown(error)]).toEqual(['webPage', true]);
  });
});

describe('the response to a read request', () => {
  it.each(['done', 'queued', 'forbidden', 'errors: none'])(
    'is used if its data is usable, although its status is "%s"',
    async (status) => {
      const { client } = await connected(json(200, { status, data: { fields: [] } }));
      expect(await client.listFields(patient())).toEqual([]);
    },
  );

  it('is not an envelope if it has an unknown status and no data, and its message is shown', async () => {
    const { client } = await connected(json(200, { status: 'denied', message: 'Not today' }));
    const error = await failureOf(client.listFields(patient()));
    expect(error.kind).toBe('notTheService');
    expect(error.message).toMatch(/The service says: Not today\.$/);
  });
});
