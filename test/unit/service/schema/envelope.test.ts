import { describe, expect, it } from 'vitest';
import { type ServiceErrorKind, isOutcomeUnknown } from '../../../../src/service/serviceError.ts';
import { parseRetryAfter } from '../../../../src/service/http/transport.ts';
import { aJob } from '../../../support/service/builders.ts';
import { type Answer, envelope, json, text, withHeaders } from '../../../support/service/service.ts';
import { connected, failureOf, patient, startJob } from '../harness.ts';

const failureWith = async (answer: Parameters<typeof connected>[0]) =>
  failureOf((await connected(answer)).client.change(startJob('wf_1'), patient()));

describe('an error answer', () => {
  const kinds: Partial<Record<ServiceErrorKind, number[]>> = {
    rejected: [400, 402, 404, 405, 409, 410, 418, 422],
    unauthorized: [401, 403],
    rateLimited: [429],
    serverFault: [408, 500, 501, 502, 503, 504, 599],
  };

  it.each(
    Object.entries(kinds).flatMap(([kind, statuses]) => statuses.map((status) => [status, kind] as const)),
  )('with status %i is %s, names the status and the service', async (status, kind) => {
    const { client, service } = await connected(json(status, { message: 'So it is.' }));
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error).toMatchObject({ kind, status, request: 'POST /jobs' });
    expect(error.message).toContain(String(status));
    expect(error.message).toContain(`127.0.0.1:${service.port}`);
    expect(error.message).toContain('The service says: So it is.');
  });

  it.each([404, 410])(
    'with status %i doubts the base URL only where a whole listing is unknown, not a page that it may have had',
    async (status) => {
      const { client } = await connected(json(status, { message: 'There is none.' }));
      for (const ask of [() => client.listFields(patient()), () => client.listJobs(1, patient())]) {
        expect(await failureOf(ask())).toMatchObject({
          kind: 'notFound',
          status,
          advice: 'Check the base URL, with its region and path.',
        });
      }
      const [job, later] = [
        await failureOf(client.getJob('a/b', patient())),
        await failureOf(client.listJobs(12, patient())),
      ];
      for (const error of [job, later]) {
        expect(error).toMatchObject({ kind: 'notFound', status, advice: undefined });
      }
      const start = await failureOf(client.change(startJob('wf_mistyped'), patient()));
      expect(start).toMatchObject({ kind: 'rejected', status, advice: undefined });
      expect(start.message).toMatch(
        /^127\.0\.0\.1:\d+ refused POST \/jobs \(HTTP 4\d\d\)\. The service says: There is none\.$/,
      );
      for (const { message } of [job, start]) expect(message).not.toMatch(/base URL/);
    },
  );

  it.each([
    [401, 'did not accept the API key (HTTP 401).', 'Replace it with Set API Key…'],
    [
      403,
      'does not allow POST /jobs (HTTP 403).',
      'Ask the owner of the service for permission, or set an API key that has it.',
    ],
    [418, 'refused POST /jobs (HTTP 418).', 'Check the base URL, with its region and path.'],
  ])('with status %i and no words says what it means, and what helps', async (status, sentence, advice) => {
    const error = await failureWith(text(status, ''));
    expect([error.message.replace(/^127\.0\.0\.1:\d+ /, ''), error.advice]).toEqual([sentence, advice]);
  });

  it.each([
    ['Not today', 'Not today.'],
    ['Not today.', 'Not today.'],
    ['Why?', 'Why?'],
    ['今日は無理です。', '今日は無理です。'],
    ['आज नहीं।', 'आज नहीं।'],
    ['لماذا؟', 'لماذا؟'],
    ['No such key: “a”', 'No such key: “a”.'],
  ])('ends the words of the service, so that a sentence can follow: %s', async (message, said) => {
    expect((await failureWith(json(400, { message }))).message).toMatch(
      new RegExp(`The service says: ${said.replace(/[.?]/g, '\\$&')}$`),
    );
  });

  it.each<[string, unknown, string]>([
    [
      'a list of typed errors without data',
      {
        status: 'error',
        code: 422,
        errors: [{ type: 'key', message: 'No such workflow.' }, { message: 'Try wf_2.' }],
      },
      'No such workflow. Try wf_2.',
    ],
    ['a list of texts', { errors: ['First.', 'Second.'] }, 'First. Second.'],
    ['a list of sentences in Chinese', { errors: ['没有。', '再试。'] }, '没有。 再试。'],
    [
      'a map of field to messages',
      { message: 'Invalid', errors: { workflowKey: ['is required', 'is short'], page: 'is odd' } },
      'workflowKey: is required, is short; page: is odd',
    ],
    ['message', { message: 'Not today.' }, 'Not today.'],
    [
      'a list of messages beside the name of the status',
      { statusCode: 422, message: ['workflowKey is short', 'x is odd'], error: 'Unprocessable' },
      'workflowKey is short; x is odd',
    ],
    [
      'a list of details',
      { detail: [{ loc: ['body', 'workflowKey'], msg: 'Field required', type: 'missing' }] },
      'Field required',
    ],
    ['errors as text', { errors: 'Not today.' }, 'Not today.'],
    ['error as text', { error: 'Not today.' }, 'Not today.'],
    ['error as object', { error: { code: 7, message: 'Not today.' } }, 'Not today.'],
    ['RFC 9457', { type: 'about:blank', title: 'Forbidden', detail: 'Not today.' }, 'Not today.'],
    ['RFC 9457 without detail', { type: 'about:blank', title: 'Forbidden' }, 'Forbidden'],
    ['error beside a blank message', { message: ' ', error: 'Not today.' }, 'Not today.'],
    [
      'a message beside blank errors',
      { errors: ['', { message: ' ' }], message: 'Not today.' },
      'Not today.',
    ],
    [
      'a message beside blank errors of fields',
      { errors: { key: [''] }, message: 'Not today.' },
      'Not today.',
    ],
    ['detail beside an error no text', { error: { code: 7 }, detail: 'Not today.' }, 'Not today.'],
    ['title beside what is blank', { message: '', error: '', detail: '', title: 'Not today.' }, 'Not today.'],
    ['a message beside an empty list', { errors: [], message: 'Not today.' }, 'Not today.'],
  ])('speaks in the service’s words: %s', async (_shape, body, words) => {
    const error = await failureWith(json(422, body));
    expect(error.message.endsWith(`The service says: ${words.replace(/[.。]?$/, (end) => end || '.')}`)).toBe(
      true,
    );
  });

  it('speaks in the service’s words: plain text', async () => {
    expect((await failureWith(text(429, 'Too Many Attempts.'))).message).toContain(
      'The service says: Too Many Attempts.',
    );
  });

  it.each([
    ['HTML', text(502, '<html><body>nginx at 10.0.0.7</body></html>', 'text/html')],
    ['unlabelled markup', text(502, '<?xml version="1.0"?><oops/>')],
    ['an empty body', text(502, '')],
    ['white space', text(502, ' \n ')],
    ['JSON null', json(502, null)],
    ['a list', json(502, [1, 2])],
    ['messages of another kind', json(502, { message: { de: 'Nein' }, errors: 7, error: [] })],
    ['blank messages', json(502, { message: '  ' })],
  ])('speaks for itself where the service says nothing readable: %s', async (_what, answer) => {
    const error = await failureWith(answer);
    expect(error).toMatchObject({ kind: 'serverFault', status: 502 });
    expect(error.message).not.toContain('The service says');
    expect(error.message).not.toMatch(/[<>]|nginx/);
  });

  it('tells messages in five hundred characters, and plain text in three hundred', async () => {
    const said = async (answer: Answer) => (await failureWith(answer)).message.split('The service says: ')[1];
    expect(await said(json(422, { errors: ['1', '2', '3'] }))).toBe('1; 2; 3.');
    expect(await said(json(422, { message: 'x'.repeat(600) }))).toBe(`${'x'.repeat(499)}…`);
    expect(await said(text(422, 'x'.repeat(600)))).toBe(`${'x'.repeat(299)}…`);
  });

  it.each([
    [8, 'The service says: deep.'],
    [9, '(HTTP 422).'],
  ])('speaks in the service’s words down to eight levels: %i', async (levels, end) => {
    const body = `${'{"error":'.repeat(levels)}{"message":"deep"}${'}'.repeat(levels)}`;
    expect((await failureWith(text(422, body, 'application/json'))).message.endsWith(end)).toBe(true);
  });

  it('is judged by its status, however deeply its body is nested', async () => {
    const deep = `${'{"error":'.repeat(50_000)}{"message":"deep"}${'}'.repeat(50_000)}`;
    expect(await failureWith(text(401, deep, 'application/json'))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
  });

  it.each([
    ['status "error" alone', { status: 'error', code: 200, message: 'No.' }, 'rejected'],
    ['status "error" without a code', { status: 'error', errors: [{ message: 'No.' }] }, 'rejected'],
    [
      'a failing code',
      { status: 'error', code: 401, errors: [{ type: 'auth', message: 'No.' }] },
      'unauthorized',
    ],
    [
      'the lowest failing code',
      { status: 'ok', code: 400, data: { fields: [] }, message: 'No.' },
      'rejected',
    ],
    [
      'a failing code beside status "ok" and data',
      { status: 'ok', code: 503, data: { fields: [] }, message: 'No.' },
      'serverFault',
    ],
    ['a failing code above 599', { status: 'error', code: 1001, message: 'No.' }, 'serverFault'],
    [
      'a word of failure beside a job',
      { status: 'Failed', data: { job: aJob() }, message: 'No.' },
      'rejected',
    ],
    ['status "error" with data', { status: 'error', code: 409, data: {}, message: 'No.' }, 'rejected'],
  ])('is recognised behind HTTP 200: %s', async (_what, body, kind) => {
    const error = await failureWith(json(200, body));
    expect(error).toMatchObject({
      kind,
      message: expect.stringContaining('The service says: No.') as string,
    });
  });

  it.each([
    [{ status: 'error' }, 'refused POST /jobs.'],
    [{ status: 'error', code: 422 }, 'refused POST /jobs (HTTP 200 with code 422).'],
  ])('behind HTTP 200 is named by its code, where it has one: %j', async (body, sentence) => {
    const { message } = await failureWith(json(200, body));
    expect(message.replace(/^127\.0\.0\.1:\d+ /, '')).toBe(sentence);
  });

  it.each([300, 304, 305, 399])('with status %i is unreadable and not a redirect', async (status) => {
    const error = await failureWith(withHeaders(text(status, ''), { location: 'https://x.example/jobs' }));
    expect([error.kind, isOutcomeUnknown(error)]).toEqual(['unreadable', true]);
    expect(error.message).toMatch(
      new RegExp(`^127\\.0\\.0\\.1:\\d+ answered POST /jobs without data \\(HTTP ${status}\\)\\.$`),
    );
    expect(error.advice).toBe('Try again. If that does not help, check the service and your proxy.');
  });

  it('is recognised by HTTP status whatever the envelope claims', async () => {
    expect(await failureWith(json(500, { status: 'ok', code: 200, data: { fields: [] } }))).toMatchObject({
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
  ])('with status %i and Retry-After %s tells how long to wait', async (status, seconds, expected) => {
    expect(await failureWith(withHeaders(json(status, {}), { 'retry-after': seconds }))).toMatchObject(
      expected,
    );
  });
});

describe('an answer that is no error', () => {
  it.each([
    ['status in capitals', { status: 'OK', code: 200, data: { fields: [] } }],
    ['the highest code that is no failure', { status: 'ok', code: 399, data: { fields: [] } }],
    ['code beside another 2xx', { status: 'ok', code: 204, data: { fields: [] } }],
    ['no status and code', { data: { fields: [] } }],
    ['another word of success', { status: 'success', code: 200, data: { fields: [] } }],
    ['unknown members', { status: 'ok', code: 200, data: { fields: [], extra: 1 }, meta: {} }],
  ])('is opened with %s', async (_what, body) => {
    const { client } = await connected(json(200, body));
    expect(await client.listFields(patient())).toEqual([]);
  });

  it.each([
    ['no data', json(200, { status: 'ok', code: 200 }), 'notTheService'],
    ['another JSON', json(200, [1, 2]), 'notTheService'],
    ['a JSON text', json(200, 'hello'), 'notTheService'],
    ['a web page', text(200, '<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8'), 'webPage'],
    ['a web page labelled as text', text(200, '  <HTML><body>hi', 'text/plain'), 'webPage'],
    [
      'a web page labelled as JSON',
      text(200, '<!DOCTYPE html><html><body>Sign in</body></html>', 'application/json'),
      'webPage',
    ],
    [
      'a web page in another charset',
      {
        ...text(200, '', 'text/html; charset=iso-8859-1'),
        body: Buffer.from('<!doctype html><title>Anmeldung für Gäste</title>', 'latin1'),
      },
      'webPage',
    ],
    [
      'an unlabelled web page in another charset',
      { ...text(200, ''), body: Buffer.from('\n<!-- Portal für Gäste --><html>', 'latin1') },
      'webPage',
    ],
    ['markup that is no HTML', text(200, '<?xml version="1.0"?><Error/>', 'application/xml'), 'webPage'],
    ['JSON null', json(200, null), 'notTheService'],
    ['no body', text(204, ''), 'unreadable'],
    ['text that is no JSON', text(200, 'OK'), 'unreadable'],
    ['broken JSON', text(200, '{"status":"ok","code":200,"data":{"fie', 'application/json'), 'unreadable'],
    ['data null', envelope(null), 'unreadable'],
    ['data as a list', envelope([]), 'unreadable'],
  ])('is an error for a list if it has %s', async (_what, answer, kind) => {
    const { client } = await connected(answer);
    const error = await failureOf(client.listFields(patient()));
    expect(error).toMatchObject({ kind, status: answer.status });
  });

  it('shows the text of the service if it is not JSON', async () => {
    const { client } = await connected(text(200, 'Down until noon'));
    expect((await failureOf(client.listFields(patient()))).message).toBe(
      'The answer to GET /fields is not valid JSON: it is damaged or cut off. The service says: Down until noon.',
    );
  });

  it('is read with a byte order mark', async () => {
    const { client } = await connected(
      text(
        200,
        `\ufeff${JSON.stringify({ status: 'ok', code: 200, data: { fields: [] } })}`,
        'application/json',
      ),
    );
    expect(await client.listFields(patient())).toEqual([]);
  });
});

it('status 401 reports a missing key if none was sent', async () => {
  const { client } = await connected(text(401, ''), { credential: () => Promise.resolve(undefined) });
  const { message, advice } = await failureOf(client.listFields(patient()));
  expect([message.replace(/^127\.0\.0\.1:\d+ /, ''), advice]).toEqual([
    'requires an API key, and none was sent (HTTP 401).',
    'Set the API key of this service.',
  ]);
});

it('a web page mentions a sign-in page first and the base URL last', async () => {
  const { client } = await connected(text(200, '<html><title>Sign in</title>', 'text/html'));
  const { message, advice } = await failureOf(client.listFields(patient()));
  expect([message.replace(/^127\.0\.0\.1:\d+ /, ''), advice]).toEqual([
    'answered GET /fields with a web page instead of data.',
    'It may be a sign-in page or a page of a proxy: sign in, then try again. If the connection is new, check the base URL.',
  ]);
});

it('status 407 of a service has no response that fetch returns, so the advice mentions the proxy', async () => {
  expect(await failureWith(json(407, {}))).toMatchObject({
    kind: 'unreachable',
    advice: expect.stringContaining('http.proxy') as string,
  });
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 9, 1);
  it.each([
    ['0', undefined],
    ['120', 120_000],
    [' 5 ', 5000],
    ['Thu, 01 Oct 2026 00:01:30 GMT', 90_000],
    ['Thursday, 01-Oct-26 00:01:30 GMT', 90_000],
    ['Wed, 30 Sep 2026 00:00:00 GMT', undefined],
    ['40.5', 40_500],
    ['2040', 2_040_000],
    ['86401', 86_400_000],
    ['9999999999', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Thu, 01 Oct 2126 00:00:00 GMT', 86_400_000],
    ['Thu, 01 Oct 2026 00:01:30 GMT, Thu, 01 Oct 2026 00:01:30 GMT', 90_000],
    ['Thursday, 01-Oct-26 00:01:30 GMT, Thursday, 01-Oct-26 00:01:30 GMT', 90_000],
    ['120, Thu, 01 Oct 2026 00:01:30 GMT', 120_000],
    ['-2040', undefined],
    ['120s', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('reads %j', (value, expected) => {
    expect(parseRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(expected);
  });

  it('takes a date by the clock of the service, which may differ from ours', () => {
    const at = { date: 'Thu, 01 Oct 2026 01:00:00 GMT', 'retry-after': 'Thu, 01 Oct 2026 01:00:05 GMT' };
    expect(parseRetryAfter(new Headers(at), now)).toBe(5000);
    expect(parseRetryAfter(new Headers({ ...at, date: `${at.date}, ${at.date}` }), now)).toBe(5000);
    expect(parseRetryAfter(new Headers({ ...at, date: 'today' }), now)).toBe(3_605_000);
  });

  it('knows its absence', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeUndefined();
  });
});
