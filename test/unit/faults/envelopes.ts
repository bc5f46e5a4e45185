import type { ServiceErrorKind } from '../../../src/service/index.ts';
import { type TestResponse, json } from '../../support/service/service.ts';
import { type Fault, acceptedText } from './fault.ts';

const no = 'Not today.';

/** Parses the body of the documented response. */
const documentedBody = ({ body }: TestResponse) =>
  JSON.parse(new TextDecoder().decode(body)) as { status: string; code: number; data: object };

/** A success whose envelope has these members instead of the documented ones. */
const success = (title: string, members: object): Fault => ({
  title: `HTTP 200 with ${title}`,
  respond: (documented) => json(200, { ...documentedBody(documented), ...members }),
  read: 'success',
  start: 'succeeded',
});

/** An envelope that declares a failure in spite of HTTP 200. */
const declared = (
  title: string,
  members: object,
  kind: ServiceErrorKind,
  sentence: string,
): Fault => ({
  title: `HTTP 200 with ${title}`,
  respond: (documented) => json(200, { ...documentedBody(documented), ...members }),
  read: kind,
  start: kind === 'serverFault' ? 'unknown' : 'rejected',
  sentence,
  declaresFailure: true,
});

/** An accepted start, whose response contains no job. A list cannot be read from it. */
const withoutJob = (
  title: string,
  body: unknown,
  kind: ServiceErrorKind,
  sentence: string,
): Fault => ({
  title: `HTTP 202 with ${title}`,
  respond: () => json(202, body),
  read: kind,
  start: 'accepted',
  sentence,
  startSentence: acceptedText(202),
});

const notTheService =
  'The response to {request} is not from a workflow job service, because it does not contain “data”.';
const withoutDataObject = 'The response to {request} could not be read: data: expected object.';

/** An error response with HTTP 422. */
const explained = (title: string, body: unknown, message?: string): Fault => ({
  title: `HTTP 422 with ${title}`,
  respond: () => json(422, body),
  read: 'rejected',
  start: 'rejected',
  sentence: `{host} rejected {request} (HTTP 422).${message === undefined ? '' : ` The service reported: ${message}`}`,
});

/** Responses whose meaning depends on the envelope. */
export const envelopeFaults: readonly Fault[] = [
  ...[
    'OK',
    'success',
    'done',
    'queued',
    'accepted',
    'pending',
    'created',
    'started',
    'forbidden',
    'errors: none',
    true,
  ].map((status) => success(`the status “${status}”`, { status })),
  success('“success” set to true', { status: undefined, success: true }),
  success('no status', { status: undefined }),
  success('no code', { code: undefined }),
  success('the code 204', { code: 204 }),
  success('the code 399', { code: 399 }),
  success('the code as a string', { code: '200' }),
  success('additional properties', { meta: {}, links: [], errors: [] }),

  ...['error', 'fail', 'FAILED', 'failure', 'false', false].map((status) =>
    declared(`the status “${status}”`, { status }, 'rejected', '{host} rejected {request}.'),
  ),
  declared(
    '“success” set to false',
    { status: undefined, success: false, message: no },
    'rejected',
    `{host} rejected {request}. The service reported: ${no}`,
  ),
  declared(
    'the code 400',
    { code: 400 },
    'rejected',
    '{host} rejected {request} (HTTP 200 with code 400).',
  ),
  declared(
    'the code 401',
    { status: 'error', code: 401, errors: [{ type: 'auth', message: no }] },
    'unauthorized',
    `{host} rejected the API key (HTTP 200 with code 401). The service reported: ${no}`,
  ),
  {
    ...declared(
      'the code 404',
      { code: '404' },
      'notFound',
      '{request} was not found on {host} (HTTP 200 with code 404).',
    ),
    startSentence: '{host} rejected {request} (HTTP 200 with code 404).',
  },
  {
    ...declared(
      'the code 503',
      { code: 503 },
      'serverFault',
      '{host} failed to process {request} (HTTP 200 with code 503).',
    ),
    isTemporary: true,
  },
  declared(
    'an error code of the service',
    { status: 'error', code: 1001 },
    'serverFault',
    '{host} failed to process {request} (HTTP 200 with code 1001).',
  ),

  withoutJob('no data', { status: 'ok', code: 202 }, 'notTheService', notTheService),
  withoutJob('null data', { status: 'ok', code: 202, data: null }, 'unreadable', withoutDataObject),
  {
    ...withoutJob(
      'null data and a message',
      { message: no, data: null },
      'unreadable',
      `${withoutDataObject} The service reported: ${no}`,
    ),
    startSentence: acceptedText(202, no),
  },
  withoutJob('a list as data', { status: 'queued', data: [] }, 'unreadable', withoutDataObject),
  withoutJob('a text as data', { status: 'queued', data: 'ok' }, 'unreadable', withoutDataObject),
  withoutJob('no envelope', { hello: 'world' }, 'notTheService', notTheService),
  withoutJob('a JSON list', [1, 2], 'notTheService', notTheService),
  withoutJob('JSON null', null, 'notTheService', notTheService),
  withoutJob('a number', 7, 'notTheService', notTheService),
  {
    ...withoutJob(
      'a JSON string',
      'hello',
      'notTheService',
      `${notTheService} The service reported: hello.`,
    ),
    startSentence: acceptedText(202, 'hello.'),
  },
  {
    ...withoutJob(
      'a message without data',
      {},
      'notTheService',
      `${notTheService} The service reported: ${no}`,
    ),
    respond: () => json(202, { status: 'queued', message: no }),
    startSentence: acceptedText(202, no),
  },
  ...[
    {},
    { job: null, jobs: 7, fields: 7 },
    { job: { activeSteps: [] }, jobs: { a: {} }, fields: { a: {} } },
  ].map((data): Fault => ({
    title: `HTTP 202 with the data ${JSON.stringify(data)}`,
    respond: () => json(202, { status: 'ok', code: 202, data }),
    read: 'unreadable',
    start: 'accepted',
    sentence: /The response to .* (?:could not be read: data\.[\w.]+: expected|is not a job list)/,
    startSentence: acceptedText(202),
  })),

  explained(
    'errors as objects',
    { errors: [{ type: 'x', message: 'No.' }, { message: 'Go.' }] },
    'No. Go.',
  ),
  explained('errors as texts', { errors: ['First.', 'Second.'] }, 'First. Second.'),
  explained('errors in Chinese', { errors: ['没有。', '再试。'] }, '没有。 再试。'),
  explained('more than two errors', { errors: ['1', '2', '3'] }, '1; 2; 3.'),
  explained('errors as a text', { errors: no }, no),
  explained(
    'errors by field',
    { message: 'Invalid', errors: { workflowKey: ['is required', 'is short'], page: 'is odd' } },
    'workflowKey: is required, is short; page: is odd.',
  ),
  explained(
    'an array of messages',
    { statusCode: 422, message: ['key is short', 'x is odd'], error: 'Unprocessable' },
    'key is short; x is odd.',
  ),
  explained(
    'errors of FastAPI',
    { detail: [{ loc: ['body', 'workflowKey'], msg: 'Field required', type: 'missing' }] },
    'Field required.',
  ),
  explained('a message', { message: no }, no),
  explained('an error as a text', { error: no }, no),
  explained(
    'an OAuth error (RFC 6750)',
    { error: 'invalid_token', error_description: 'The access token expired' },
    'The access token expired.',
  ),
  explained('an error as an object', { error: { code: 7, message: no } }, no),
  explained(
    'problem details (RFC 9457)',
    { type: 'about:blank', title: 'Forbidden', detail: no },
    no,
  ),
  explained(
    'problem details with only a title',
    { type: 'about:blank', title: 'Forbidden' },
    'Forbidden.',
  ),
  explained('a blank message next to an error', { message: ' ', error: no }, no),
  explained('blank errors next to a message', { errors: ['', { message: ' ' }], message: no }, no),
  explained('blank errors by field next to a message', { errors: { key: [''] }, message: no }, no),
  explained('an error without a message next to a detail', { error: { code: 7 }, detail: no }, no),
  explained(
    'only a title that is not blank',
    { message: '', error: '', detail: '', title: no },
    no,
  ),
  explained('an empty list of errors next to a message', { errors: [], message: no }, no),
  explained('messages of other types', { message: { de: 'Nein' }, errors: 7, error: [] }),
  explained('blank messages', { message: '  ', errors: [[]] }),
  explained('a JSON list', [1, 2]),
  explained('JSON null', null),
  explained('a message with markup', { message: '<b>No</b>' }, '<b>No</b>.'),
];
