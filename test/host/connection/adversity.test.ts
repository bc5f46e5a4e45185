import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { type Answer, type Handler, type Service, endless, envelope, gzipped, inTurn, json, late, redirect, refusal, reset as broken, stalled, text, truncated, withHeaders } from '../../support/service/service.ts';
import { marks } from '../../support/marks.ts';
import { inWorker } from '../support/needsNode.ts';
import { descriptionOf, messageOf, rowsOf, settled } from '../support/rows.ts';
import { countRequests } from '../support/sentRequests.ts';
import { connect, noFields, onQuestion, reset, routes, serve, setting } from '../support/extension.ts';

const jobsView = 'workflowJobs.jobs';
const fieldsView = 'workflowJobs.fields';
const html = '<!DOCTYPE html><html><body>Sign in</body></html>';
const bytes = (body: Uint8Array): Answer => ({ ...text(200, '', 'application/json'), body });
const onePage = (job: object, pagination = {}): Answer => envelope(aPage([job], pagination));
const fifty = (from = 0) => Array.from({ length: 50 }, (_, index) => aJob({ key: `job_${from + index}` }));

interface Adversity {
  readonly name: string;
  /** Whether it represents its kind of error in the quick tier; the unit tests of the client hold the others. */
  readonly isQuick?: boolean;
  /** Whether each kind of extension host has its own way to send, end, redirect or decode it. */
  readonly dependsOnHost?: boolean;
  /** Answers to `GET /jobs?page=1` in turn; or the whole service. */
  readonly jobs: Answer | Answer[] | Handler;
  /** What the message of the view, or its rows, say. */
  readonly sees: RegExp;
  /** The same in a browser, which does not tell why a request failed. */
  readonly seesInBrowser?: RegExp;
  /** Whether an answer is waited for in vain. */
  readonly stalls?: true;
  /** Whether much has to come before anything is seen: what ends it then is not the time that a slow machine needs. */
  readonly isLong?: true;
  /** Requests for jobs that were sent. */
  readonly requests: number;
}

const blocked = /could not be reached.*probably the service’s CORS rules/s;

const page1: Adversity[] = [
  // Errors, in every shape that deployments use.
  { name: '401, errors as a list', isQuick: true, jobs: refusal(401, 'Token expired.'), sees: /valid API key.*Token expired\..*Set API Key…/s, requests: 1 },
  { name: '401, empty body', jobs: text(401, ''), sees: /valid API key \(HTTP 401\)/, requests: 1 },
  { name: '403', jobs: json(403, { message: 'No right to list jobs' }), sees: /does not allow.*No right to list jobs/s, requests: 1 },
  { name: '404 with a web page', isQuick: true, jobs: text(404, html, 'text/html'), sees: /does not know GET \/jobs.*Check the base URL/s, requests: 1 },
  { name: '400, errors as a map', isQuick: true, jobs: json(400, { errors: { page: ['must be a number'] } }), sees: /refused.*page: must be a number/s, requests: 1 },
  { name: '400, error as text', jobs: json(400, { error: 'bad things' }), sees: /bad things/, requests: 1 },
  { name: '400, error as object', jobs: json(400, { error: { code: 'x', message: 'nested words' } }), sees: /nested words/, requests: 1 },
  { name: '400, RFC 9457', jobs: json(400, { type: 'about:blank', title: 'Title', detail: 'The details' }), sees: /The details/, requests: 1 },
  { name: '400, an unexpected array', jobs: json(400, [1, 2]), sees: /refused GET \/jobs\?page=1 \(HTTP 400\)/, requests: 1 },
  { name: '405', jobs: text(405, 'Method not allowed'), sees: /HTTP 405.*Method not allowed/s, requests: 1 },
  { name: '409', jobs: refusal(409, 'Conflict.'), sees: /Conflict\./, requests: 1 },
  { name: '410', jobs: text(410, ''), sees: /does not know/, requests: 1 },
  { name: '418, the wrong region', jobs: text(418, 'teapot'), sees: /wrong region/, requests: 1 },
  { name: '200 with an envelope that says error', jobs: json(200, { status: 'error', code: 400, errors: [{ message: 'Said inside.' }] }), sees: /Said inside\./, requests: 1 },
  { name: '200 with code 401 in the envelope', jobs: json(200, { status: 'error', code: 401 }), sees: /valid API key/, requests: 1 },
  { name: '200 with status ok but code 500', jobs: json(200, { status: 'ok', code: 500, data: {} }), sees: /failed to answer.*HTTP 200 with code 500/s, requests: 3 },
  // What passes by itself is asked again, at most twice.
  { name: '500 three times', jobs: text(500, ''), sees: /failed to answer GET \/jobs\?page=1 \(HTTP 500\)/, requests: 3 },
  { name: '502 with a web page', jobs: text(502, html, 'text/html'), sees: /HTTP 502/, requests: 3 },
  { name: '503, then well', isQuick: true, jobs: [text(503, ''), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: '504, 500, then well', jobs: [text(504, ''), text(500, ''), onePage(aJob())], sees: /Invoice Approval/, requests: 3 },
  { name: '501', jobs: text(501, ''), sees: /HTTP 501/, requests: 1 },
  { name: '408, then well', dependsOnHost: true, jobs: [text(408, ''), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: '425, then well', jobs: [text(425, ''), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: '429 with Retry-After in seconds', jobs: [withHeaders(text(429, 'Too Many Attempts.'), { 'retry-after': '1' }), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: '429 with Retry-After past the cap', isQuick: true, jobs: withHeaders(text(429, 'Too Many Attempts.'), { 'retry-after': '3600' }), sees: /Too Many Attempts\..*Try again in 1 h/s, requests: 1 },
  { name: '503 with Retry-After as a date past the cap', jobs: () => withHeaders(text(503, ''), { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }), sees: /Try again in 1 h/, requests: 1 },
  { name: '503 with Retry-After as a date in the past, then well', jobs: [withHeaders(text(503, ''), { 'retry-after': new Date(0).toUTCString() }), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: '503 with a Retry-After that cannot be read, then well', jobs: [withHeaders(text(503, ''), { 'retry-after': 'soon' }), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  // Connections that break or hang.
  { name: 'reset, always', isQuick: true, jobs: broken(), sees: /closed the connection before GET \/jobs\?page=1 was answered/, seesInBrowser: blocked, requests: 3 },
  { name: 'reset, then well', dependsOnHost: true, jobs: [broken(), onePage(aJob())], sees: /Invoice Approval/, requests: 2 },
  { name: 'a stall before the head', isQuick: true, jobs: late(onePage(aJob()), 60_000), stalls: true, sees: /did not answer .* completely within 1 s/, requests: 3 },
  { name: 'a stall in the body', dependsOnHost: true, jobs: stalled(onePage(aJob()), 30), stalls: true, sees: /did not answer .* completely within 1 s/, requests: 3 },
  { name: 'a truncated body', dependsOnHost: true, jobs: truncated(onePage(aJob()), 30), sees: /closed the connection/, seesInBrowser: blocked, requests: 3 },
  // Redirects are refused, whatever their kind.
  ...[301, 302, 303, 307, 308].map((status) => ({ name: `redirect ${status}`, isQuick: status === 302, dependsOnHost: true, jobs: redirect('http://elsewhere.invalid/jobs?token=x', status), sees: /redirects .* to http:\/\/elsewhere\.invalid\/jobs\. Redirects are not followed/, seesInBrowser: /redirects .* elsewhere\. Redirects are not followed/, requests: 1 })),
  { name: 'redirect without a target', dependsOnHost: true, jobs: text(302, ''), sees: /redirects .* elsewhere/, requests: 1 },
  // Bodies that are not what they should be.
  { name: 'a sign-in page with status 200', isQuick: true, jobs: text(200, html, 'text/html'), sees: /with a web page, not with data/, requests: 1 },
  { name: 'a web page that claims to be JSON', jobs: text(200, html, 'application/json'), sees: /with a web page/, requests: 1 },
  { name: 'an empty body', jobs: text(200, '', 'application/json'), sees: /is empty \(HTTP 200\)/, requests: 1 },
  { name: '204', dependsOnHost: true, jobs: text(204, ''), sees: /is empty \(HTTP 204\)/, requests: 1 },
  { name: 'broken JSON', isQuick: true, jobs: text(200, '{"status":"ok","data":{"jobs":[', 'application/json'), sees: /not valid JSON/, requests: 1 },
  { name: 'text that is not JSON', jobs: text(200, 'OK'), sees: /not valid JSON/, requests: 1 },
  { name: 'invalid UTF-8', dependsOnHost: true, jobs: bytes(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)), sees: /not valid UTF-8/, requests: 1 },
  { name: 'a byte order mark', dependsOnHost: true, jobs: bytes(Uint8Array.of(0xef, 0xbb, 0xbf, ...onePage(aJob()).body)), sees: /Invoice Approval/, requests: 1 },
  { name: 'an endless body', dependsOnHost: true, jobs: endless(' '.repeat(1 << 20)), isLong: true, sees: /larger than 32 MiB and was abandoned/, requests: 1 },
  { name: 'JSON of another kind of service', jobs: json(200, { hello: 'world' }), sees: /not in the envelope/, requests: 1 },
  { name: 'a bare array', jobs: json(200, [aJob()]), sees: /not in the envelope/, requests: 1 },
  { name: 'null', jobs: json(200, null), sees: /not in the envelope/, requests: 1 },
  { name: 'data that is null', jobs: envelope(null), sees: /data: expected object/, requests: 1 },
  { name: 'data that is an array', jobs: envelope([]), sees: /data: expected object/, requests: 1 },
  { name: 'data without a list', jobs: envelope({ pagination: {} }), sees: /not a job list/, requests: 1 },
  { name: 'two lists, neither called jobs', jobs: envelope({ a: [aJob()], b: [aJob()] }), sees: /not a job list/, requests: 1 },
  { name: 'pagination that is text', jobs: envelope({ jobs: [], pagination: 'no' }), sees: /data\.pagination: expected/, requests: 1 },
  { name: 'a total that is text', jobs: envelope({ jobs: [aJob()], pagination: { currentPage: 1, total: 'many' } }), sees: /data\.pagination\.total: expected number/, requests: 1 },
  // What is only another way of saying it.
  { name: 'gzip', isQuick: true, jobs: gzipped(onePage(aJob())), sees: /Invoice Approval/, requests: 1 },
  { name: '201 with a list', jobs: { ...onePage(aJob()), status: 201 }, sees: /Invoice Approval/, requests: 1 },
  { name: 'a list under another name', jobs: envelope({ items: [aJob()], pagination: { currentPage: 1, hasMore: false, total: 1 } }), sees: /Invoice Approval/, requests: 1 },
  { name: 'no pagination at all', jobs: envelope({ jobs: [aJob()] }), sees: /Invoice Approval/, requests: 1 },
  { name: 'next page absent on the last page', jobs: envelope({ jobs: [aJob()], pagination: { currentPage: 1, lastPage: 1, perPage: 50, total: 1 } }), sees: /Invoice Approval/, requests: 1 },
  { name: 'an empty list, from and to null', jobs: envelope({ jobs: [], pagination: { currentPage: 1, lastPage: 1, from: null, to: null, total: 0, hasMore: false } }), sees: /^\[0 of 0\]$/, requests: 1 },
  { name: 'an empty list, from 1 to 0', jobs: envelope({ jobs: [], pagination: { currentPage: 1, lastPage: 1, from: 1, to: 0, total: 0 } }), sees: /^\[0 of 0\]$/, requests: 1 },
  { name: 'assigned to one person', jobs: onePage(aJob({ assignedTo: { key: 'u1', firstName: 'Grace', lastName: null } })), sees: /Assigned to: Grace/, requests: 1 },
  { name: 'assigned to several', jobs: onePage(aJob({ assignedTo: [{ firstName: 'Grace' }, { lastName: 'Byron' }] })), sees: /Assigned to: Grace, Byron/, requests: 1 },
  { name: 'a timestamp without colon in the offset', jobs: onePage(aJob({ startedAt: '2026-10-01T09:12:00.123456+0000' })), sees: /Started: 2026-10-01T09:12:00\.123456\+0000 \(/, requests: 1 },
  { name: 'a timestamp that is none', jobs: onePage(aJob({ startedAt: 'yesterday' })), sees: /Started: yesterday/, requests: 1 },
  { name: 'no workflows', jobs: onePage(aJob({ activeWorkflows: [], activeSteps: [] })), sees: /job_1/, requests: 1 },
  { name: 'members left out', jobs: envelope({ jobs: [{ key: 'job_slim', startedAt: '2026-10-01T09:12:00Z' }] }), sees: /job_slim.*state unknown/s, requests: 1 },
  // One damaged job is one marked row.
  { name: 'a number where a timestamp belongs', jobs: envelope(aPage([aJob(), aJob({ key: 'job_2', startedAt: 7 })])), sees: /Invoice Approval.*job_2.*could not be read.*data\.jobs\[1\]\.startedAt: expected string/s, requests: 1 },
  { name: 'a job without a key', jobs: envelope(aPage([aJob(), { name: 'nameless' }])), sees: /nameless.*data\.jobs\[1\]\.key: expected string/s, requests: 1 },
  { name: 'null among the jobs', jobs: envelope({ jobs: [aJob(), null] }), sees: /Invoice Approval.*Unreadable entry/s, requests: 1 },
  { name: 'the same job twice', jobs: envelope(aPage([aJob(), aJob()])), sees: /^\[2 of 2\]\nInvoice Approval \| repeated key/, requests: 1 },
  // Hostile text stays text.
  { name: 'line breaks and bidirectional controls in a name', jobs: onePage(aJob({ activeWorkflows: [{ key: 'w', name: 'safe\u202egnp.exe\n\nsecond line' }] })), sees: /safe\[RLO\]gnp\.exe second line/, requests: 1 },
  { name: 'a name of 100,000 characters', jobs: onePage(aJob({ activeWorkflows: [{ key: 'w', name: 'x'.repeat(100_000) }] })), sees: /x{199}…/, requests: 1 },
  { name: 'a lone surrogate in a name', jobs: text(200, JSON.stringify({ status: 'ok', code: 200, data: aPage([aJob()]) }).replace('Invoice Approval', 'Invoice \\ud800'), 'application/json'), sees: /Invoice \ufffd/, requests: 1 },
];

/** Everything a person can read in the Jobs view: `[description] message` and rows with their tooltips and children. */
async function seen(view: string): Promise<string> {
  const lines = (rows: Awaited<ReturnType<typeof rowsOf>>): string[] => rows.flatMap((row) => [`${row.label} | ${row.description} | ${row.tooltip}`, ...lines(row.children)]);
  return [`[${descriptionOf(view)}] ${messageOf(view)}`.trim(), ...lines(await rowsOf(view))].join('\n');
}

const answersOf = (jobs: Adversity['jobs']): Answer[] => (typeof jobs === 'function' ? [] : Array.isArray(jobs) ? jobs : [jobs]);

const table: { name: string; sees: string; requests: number }[] = [];

function record(name: string, text: string, requests: number): void {
  const sentence = text.split('\n').find((line) => line !== '[]') ?? '';
  table.push({ name, sees: sentence.replace(/127\.0\.0\.1:\d+/g, '<service>').slice(0, 110), requests });
}

/** Shows a service in place of the one before: to connect to none in between would take as long as the rest of a test. */
async function show(handler: Handler): Promise<Service> {
  const service = await serve(handler);
  await connect(service);
  await service.received(1);
  await settled(jobsView);
  return service;
}

suite('What a service may do, and what a person sees', () => {
  suiteTeardown(async () => {
    await reset();
    const width = Math.max(...table.map(({ name }) => name.length));
    console.log(`\n  ${'behaviour'.padEnd(width)} | requests | what the person sees`);
    for (const { name, sees, requests } of table) console.log(`  ${name.padEnd(width)} | ${String(requests).padStart(8)} | ${sees}`);
    console.log(`  ${table.length} adverse behaviours\n`);
  });

  for (const { name, isQuick, dependsOnHost, jobs, sees, seesInBrowser, stalls, isLong, requests } of page1) {
    const tier = dependsOnHost ? `${marks.full} ${marks.everyHost}` : marks.full;
    test(isQuick ? name : `${name} ${tier}`, async function () {
      if (isLong) this.timeout(120_000);
      const answers = typeof jobs === 'function' ? jobs : Array.isArray(jobs) ? inTurn(...(jobs as [Answer, ...Answer[]])) : () => jobs;
      let asked = 0;
      const sent = countRequests();
      await setting('requestTimeout', stalls ? 1 : isLong ? 600 : undefined);
      const service = await show((request, index) => (request.url === '/fields' ? noFields : answers(request, index < 0 ? index : asked++)));
      const text = await seen(jobsView);
      record(name, text, asked);
      assert.match(text, inWorker ? (seesInBrowser ?? sees) : sees);
      const breaks = answersOf(jobs).some(({ delivery }) => delivery.kind === 'reset');
      assert.equal(breaks ? sent(service, 'GET', /^\/jobs/) : asked, requests);
    });
  }

  const paging: { name: string; second: Answer; sees: RegExp }[] = [
    { name: 'a page number that is ignored', second: envelope(aPage(fifty(), { currentPage: 1, hasMore: true, total: 100 })), sees: /asked for page 2, the service answered with page 1/ },
    { name: 'an empty page that says there is more', second: envelope(aPage([], { currentPage: 2, hasMore: true, total: 100 })), sees: /page 2 is empty, although/ },
    { name: 'an empty page past the end', second: envelope(aPage([], { currentPage: 2, hasMore: false, total: 50 })), sees: /^\[50 of 50\]/ },
    { name: 'rows that shifted', second: envelope(aPage([...fifty().slice(-2), aJob({ key: 'job_a' })], { currentPage: 2, total: 53 })), sees: /^\[51 of 53\].*2 newer jobs/s },
    { name: 'a next page that fails', second: text(400, 'no'), sees: /^\[50 of 100\].*More jobs not loaded.*Try again.*Load more/s },
  ];
  for (const { name, second, sees } of paging) {
    test(`paging: ${name} ${marks.full}`, async () => {
      const first = envelope(aPage(fifty(), { hasMore: true, nextPage: 2, lastPage: 2, total: 100, nextPageUrl: 'http://internal.invalid/jobs?page=2' }));
      const service = await show(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': first, 'GET /jobs?page=2': second }));
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      const text = await seen(jobsView);
      const asked = service.requests.filter(({ url }) => url.endsWith('page=2')).length;
      record(`paging: ${name}`, text, asked);
      assert.match(text, sees);
      assert.equal(asked, 1);
    });
  }

  test('a refresh that fails keeps the rows and says so', async () => {
    const service = await show(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': onePage(aJob()) }));
    service.use(() => text(400, 'gone mad'));
    await vscode.commands.executeCommand('workflowJobs.refreshJobs');
    const message = await seen(jobsView);
    record('a refresh that fails', message, 1);
    assert.match(message, /Jobs not refreshed.*Try again.*Invoice Approval/s);
  });

  const fields: { name: string; answer: Answer; sees: RegExp }[] = [
    { name: 'an unknown type', answer: envelope({ fields: [aField({ type: 'signature' })] }), sees: /Title \| signature/ },
    { name: 'a dropdown whose details are null', answer: envelope({ fields: [aField({ type: 'dropdown' })] }), sees: /No options/ },
    { name: 'the same key twice', answer: envelope({ fields: [aField(), aField({ name: 'Twin' })] }), sees: /Title.*Twin/s },
    { name: 'one that cannot be read', answer: envelope({ fields: [aField(), { key: 5, name: 'Broken' }] }), sees: /Title.*Broken \| unreadable.*could not be read.*data\.fields\[1\]\.key: expected string/s },
    { name: 'no list of fields', answer: envelope({}), sees: /data\.fields: expected array/ },
  ];
  for (const { name, answer, sees } of fields) {
    test(`fields: ${name} ${marks.full}`, async () => {
      await show(routes({ 'GET /fields': answer, 'GET /jobs?page=1': onePage(aJob()) }));
      await vscode.commands.executeCommand('workflowJobs.refreshFields');
      const text = await seen(fieldsView);
      record(`fields: ${name}`, text, 1);
      assert.match(text, sees);
    });
  }

  test('a message of the service cannot become a link in a notification', async () => {
    const error = onQuestion('showErrorMessage');
    await show(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': onePage(aJob()), 'POST /jobs': refusal(422, '[click me](command:workbench.action.quit)') }));
    await vscode.commands.executeCommand('workflowJobs.startJob', 'wf');
    const sentence = String((await error.asked)[0]);
    record('a link in an error message', sentence, 1);
    assert.match(sentence, /click me/);
    assert.doesNotMatch(sentence, /\]\(/);
  });
});
