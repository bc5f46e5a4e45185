import { describe, expect, it } from 'vitest';
import { type ServiceErrorKind, isOutcomeUnknown } from '../../../../src/service/serviceError.ts';
import { parseRetryAfter } from '../../../../src/service/http/transport.ts';
import { aJob } from '../../../support/service/builders.ts';
import { type TestResponse, envelope, json, text, withHeaders } from '../../../support/service/service.ts';
import {
  connected,
  containing,
  failureOf,
  patient,
  readFailure,
  start,
  startFailure,
  startJob,
  withoutHost,
} from '../harness.ts';

const checkBaseUrl = 'Check the base URL, including its region and path.';
const withFields = { data: { fields: [] } };

describe('an error response', () => {
  const kinds: Partial<Record<ServiceErrorKind, number[]>> = {
    rejected: [400, 402, 404, 405, 409, 410, 418, 422],
    unauthorized: [401, 403],
    rateLimited: [429],
    serverFault: [408, 500, 501, 502, 503, 504, 599],
  };

  it.each(
    Object.entries(kinds).flatMap(([kind, statuses]) => statuses.map((status) => [status, kind] as const)),
  )('with status %i is reported as %s, with the status, the host, and the message', async (status, kind) => {
    const { client, service } = await connected(json(status, { message: 'So it is.' }));
    const error = await failureOf(start(client));
    expect(error).toMatchObject({ kind, status, request: 'POST /jobs' });
    for (const part of [String(status), `127.0.0.1:${service.port}`, 'The service reported: So it is.']) {
      expect(error.message).toContain(part);
    }
  });

  it.each([404, 410])(
    'with status %i questions the base URL only if a whole list is missing',
    async (status) => {
      const { client } = await connected(json(status, { message: 'There is none.' }));
      const lists = [client.listFields(patient()), client.listJobs(1, patient())].map(failureOf);
      const others = [client.getJob('a/b', patient()), client.listJobs(12, patient())].map(failureOf);
      for (const error of await Promise.all(lists)) {
        expect(error).toMatchObject({ kind: 'notFound', status, advice: checkBaseUrl });
      }
      for (const error of await Promise.all(others)) {
        expect(error).toMatchObject({ kind: 'notFound', status, advice: undefined });
      }
      const failure = await failureOf(client.change(startJob('wf_mistyped'), patient()));
      expect(failure).toMatchObject({ kind: 'rejected', status, advice: undefined });
      expect(withoutHost(failure.message)).toBe(
        `rejected POST /jobs (HTTP ${status}). The service reported: There is none.`,
      );
    },
  );

  it.each([
    [401, 'rejected the API key (HTTP 401).', 'Set another API key.'],
    [
      403,
      'denied permission for POST /jobs (HTTP 403).',
      'Ask the owner of the service for permission, or set another API key.',
    ],
    [418, 'rejected POST /jobs (HTTP 418).', checkBaseUrl],
    [300, 'returned no data for POST /jobs (HTTP 300).', containing('check the service and your proxy')],
  ])('with status %i and no body is explained', async (status, sentence, advice) => {
    const error = await startFailure(text(status, ''));
    expect([withoutHost(error.message), error.advice]).toEqual([sentence, advice]);
  });

  it.each([
    ['Not today', 'Not today.'],
    ['Not today.', 'Not today.'],
    ['Why?', 'Why?'],
    ['今日は無理です。', '今日は無理です。'],
    ['आज नहीं।', 'आज नहीं।'],
    ['لماذا؟', 'لماذا؟'],
    ['No such key: “a”', 'No such key: “a”.'],
  ])('with the message %j ends as a sentence', async (message, shown) => {
    expect((await startFailure(json(400, { message }))).message.split('The service reported: ')[1]).toBe(
      shown,
    );
  });

  const no = 'Not today.';
  const type = 'about:blank';

  it.each<[string, unknown]>([
    [
      'No such workflow. Try wf_2.',
      { status: 'error', errors: [{ type: 'key', message: 'No such workflow.' }, { message: 'Try wf_2.' }] },
    ],
    ['First. Second.', { errors: ['First.', 'Second.'] }],
    ['没有。 再试。', { errors: ['没有。', '再试。'] }],
    [
      'workflowKey: is required, is short; page: is odd.',
      { message: 'Invalid', errors: { workflowKey: ['is required', 'is short'], page: 'is odd' } },
    ],
    [
      'workflowKey is short; x is odd.',
      { statusCode: 422, message: ['workflowKey is short', 'x is odd'], error: 'Unprocessable' },
    ],
    [
      'Field required.',
      { detail: [{ loc: ['body', 'workflowKey'], msg: 'Field required', type: 'missing' }] },
    ],
    [no, { message: no }],
    [no, { errors: no }],
    [no, { error: no }],
    [no, { error: { code: 7, message: no } }],
    // RFC 9457
    [no, { type, title: 'Forbidden', detail: no }],
    ['Forbidden.', { type, title: 'Forbidden' }],
    [no, { message: ' ', error: no }],
    [no, { errors: ['', { message: ' ' }], message: no }],
    [no, { errors: { key: [''] }, message: no }],
    [no, { error: { code: 7 }, detail: no }],
    [no, { message: '', error: '', detail: '', title: no }],
    [no, { errors: [], message: no }],
  ])('is shown as “%s” if its body is %j', async (message, body) => {
    expect((await startFailure(json(422, body))).message.split('The service reported: ')[1]).toBe(message);
  });

  it('is shown with its plain text', async () => {
    expect((await startFailure(text(429, 'Too Many Attempts.'))).message).toContain(
      'The service reported: Too Many Attempts.',
    );
  });

  it.each([
    ['HTML', text(502, '<html><body>nginx at 10.0.0.7</body></html>', 'text/html')],
    ['unlabeled markup', text(502, '<?xml version="1.0"?><oops/>')],
    ['an empty body', text(502, '')],
    ['white space', text(502, ' \n ')],
    ['JSON null', json(502, null)],
    ['a list', json(502, [1, 2])],
    ['messages of another type', json(502, { message: { de: 'Nein' }, errors: 7, error: [] })],
    ['blank messages', json(502, { message: '  ' })],
  ])('is shown without a message if it contains %s', async (_what, answer) => {
    const error = await startFailure(answer);
    expect(error).toMatchObject({ kind: 'serverFault', status: 502 });
    expect(error.message).not.toMatch(/The service reported|[<>]|nginx/);
  });

  it.each([
    [json(422, { errors: ['1', '2', '3'] }), '1; 2; 3.'],
    [json(422, { message: 'x'.repeat(600) }), `${'x'.repeat(499)}…`],
    [text(422, 'x'.repeat(600)), `${'x'.repeat(299)}…`],
  ])('is shown with at most 500 characters of JSON and 300 of plain text', async (answer, shown) => {
    expect((await startFailure(answer)).message.split('The service reported: ')[1]).toBe(shown);
  });

  const nested = (levels: number) => `${'{"error":'.repeat(levels)}{"message":"deep"}${'}'.repeat(levels)}`;

  it.each([
    [8, 'The service reported: deep.'],
    [9, '(HTTP 422).'],
  ])('nested %i levels deep is shown as “%s”', async (levels, end) => {
    const { message } = await startFailure(text(422, nested(levels), 'application/json'));
    expect(message.endsWith(end)).toBe(true);
  });

  it('nested thousands of levels deep is reported by its status', async () => {
    expect(await startFailure(text(401, nested(50_000), 'application/json'))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
  });

  it.each<[object, ServiceErrorKind]>([
    [{ status: 'error', code: 200 }, 'rejected'],
    [{ status: 'error', errors: [{ message: 'No.' }] }, 'rejected'],
    [{ status: 'error', code: 401, errors: [{ type: 'auth', message: 'No.' }] }, 'unauthorized'],
    [{ status: 'ok', code: 400, ...withFields }, 'rejected'],
    [{ status: 'ok', code: 503, ...withFields }, 'serverFault'],
    [{ status: 'error', code: 1001 }, 'serverFault'],
    [{ status: 'Failed', data: { job: aJob() } }, 'rejected'],
    [{ status: 'error', code: 409, data: {} }, 'rejected'],
  ])('is recognized despite HTTP 200: %j', async (body, kind) => {
    expect(await startFailure(json(200, { message: 'No.', ...body }))).toMatchObject({
      kind,
      message: containing('The service reported: No.'),
    });
  });

  it.each([
    [{ status: 'error' }, 'rejected POST /jobs.'],
    [{ status: 'error', code: 422 }, 'rejected POST /jobs (HTTP 200 with code 422).'],
  ])('with HTTP 200 is reported with its code: %j', async (body, sentence) => {
    expect(withoutHost((await startFailure(json(200, body))).message)).toBe(sentence);
  });

  it.each([300, 304, 305, 399])('with status %i is not a redirect', async (status) => {
    const error = await startFailure(withHeaders(text(status, ''), { location: 'https://x.example/jobs' }));
    expect([error.kind, isOutcomeUnknown(error)]).toEqual(['unreadable', true]);
    expect(withoutHost(error.message)).toBe(`returned no data for POST /jobs (HTTP ${status}).`);
  });

  it('is recognized by its HTTP status even if its envelope claims success', async () => {
    expect(await startFailure(json(500, { status: 'ok', code: 200, ...withFields }))).toMatchObject({
      kind: 'serverFault',
      status: 500,
    });
  });

  it.each([
    [429, '119', { kind: 'rateLimited', retryAfter: 119_000, advice: 'Try again in 2 min.' }],
    [429, '119 ', { kind: 'rateLimited', retryAfter: 119_000 }],
    [429, '119, 119', { kind: 'rateLimited', retryAfter: 119_000 }],
    [429, '0', { kind: 'rateLimited', retryAfter: undefined, advice: 'Try again in a moment.' }],
    [503, '120', { kind: 'serverFault', retryAfter: 120_000 }],
  ])('with status %i and Retry-After %s is reported with the delay', async (status, seconds, expected) => {
    const answer = withHeaders(json(status, {}), { 'retry-after': seconds });
    expect(await startFailure(answer)).toMatchObject(expected);
  });

  it('with status 401 reports a missing API key if none was sent', async () => {
    const credential = () => Promise.resolve(undefined);
    const { message, advice } = await readFailure(text(401, ''), { credential });
    expect([withoutHost(message), advice]).toEqual([
      'requires an API key (HTTP 401).',
      'Set an API key for this service.',
    ]);
  });

  it('with status 407 is not returned by fetch, so the advice mentions the proxy', async () => {
    expect(await startFailure(json(407, {}))).toMatchObject({
      kind: 'unreachable',
      advice: containing('http.proxy'),
    });
  });
});

describe('a 2xx response', () => {
  const webPage = '<!doctype html><title>Anmeldung für Gäste</title>';
  const latin = (body: string) => Buffer.from(body, 'latin1');

  it.each([
    { status: 'OK', code: 200, ...withFields },
    { status: 'ok', code: 399, ...withFields },
    { status: 'ok', code: 204, ...withFields },
    withFields,
    { status: 'success', code: 200, ...withFields },
    { status: 'ok', code: 200, data: { fields: [], extra: 1 }, meta: {} },
  ])('is accepted with the body %j', async (body) => {
    const { client } = await connected(json(200, body));
    expect(await client.listFields(patient())).toEqual([]);
  });

  it.each<[string, TestResponse, ServiceErrorKind]>([
    ['no data', json(200, { status: 'ok', code: 200 }), 'notTheService'],
    ['a JSON list', json(200, [1, 2]), 'notTheService'],
    ['a JSON text', json(200, 'hello'), 'notTheService'],
    ['JSON null', json(200, null), 'notTheService'],
    ['a web page', text(200, webPage, 'text/html; charset=utf-8'), 'webPage'],
    ['a web page that is labeled as text', text(200, '  <HTML><body>hi', 'text/plain'), 'webPage'],
    ['a web page that is labeled as JSON', text(200, webPage, 'application/json'), 'webPage'],
    [
      'a web page in another charset',
      { ...text(200, '', 'text/html; charset=iso-8859-1'), body: latin(webPage) },
      'webPage',
    ],
    [
      'an unlabeled web page in another charset',
      { ...text(200, ''), body: latin('\n<!-- Portal für Gäste --><html>') },
      'webPage',
    ],
    ['XML', text(200, '<?xml version="1.0"?><Error/>', 'application/xml'), 'webPage'],
    ['no body', text(204, ''), 'unreadable'],
    ['plain text', text(200, 'OK'), 'unreadable'],
    ['broken JSON', text(200, '{"status":"ok","code":200,"data":{"fie', 'application/json'), 'unreadable'],
    ['null data', envelope(null), 'unreadable'],
    ['a list as data', envelope([]), 'unreadable'],
  ])('is an error for a list if it contains %s', async (_what, answer, kind) => {
    expect(await readFailure(answer)).toMatchObject({ kind, status: answer.status });
  });

  it('is shown with its plain text', async () => {
    expect((await readFailure(text(200, 'Down until noon'))).message).toBe(
      'The response to GET /fields is not valid JSON. It may be damaged or incomplete. The service reported: Down until noon.',
    );
  });

  it('may start with a byte order mark', async () => {
    const { client } = await connected(
      text(200, `\ufeff${JSON.stringify({ status: 'ok', ...withFields })}`, 'application/json'),
    );
    expect(await client.listFields(patient())).toEqual([]);
  });

  it('is reported with advice about signing in if it is a web page', async () => {
    const { message, advice } = await readFailure(text(200, webPage, 'text/html'));
    expect([withoutHost(message), advice]).toEqual([
      'returned a web page instead of data for GET /fields.',
      'It may be a sign-in page or a page of a proxy. Sign in, and then try again. If you have just connected, check the base URL.',
    ]);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 9, 1);
  const date = 'Thu, 01 Oct 2026 00:01:30 GMT';
  const obsoleteDate = 'Thursday, 01-Oct-26 00:01:30 GMT';
  const day = 86_400_000;

  it.each([
    ['0', undefined],
    ['120', 120_000],
    [' 5 ', 5000],
    [date, 90_000],
    [obsoleteDate, 90_000],
    ['Wed, 30 Sep 2026 00:00:00 GMT', undefined],
    ['40.5', 40_500],
    ['2040', 2_040_000],
    ['86401', day],
    ['9'.repeat(400), day],
    ['Thu, 01 Oct 2126 00:00:00 GMT', day],
    [`${date}, ${date}`, 90_000],
    [`${obsoleteDate}, ${obsoleteDate}`, 90_000],
    [`120, ${date}`, 120_000],
    ['-2040', undefined],
    ['120s', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('parses %j to %s', (value, expected) => {
    expect(parseRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(expected);
  });

  it('returns undefined without the header', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeUndefined();
  });
});
