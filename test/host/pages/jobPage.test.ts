import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FromPage } from '../../../src/protocol/jobPage.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { envelope, serveData, delayed } from '../../support/service/service.ts';
import { captures, closePages, onDidFillPage, serializerOf } from '../support/captures.ts';
import { readPages } from '../support/readPages.ts';
import { firstJob, jobDocument, pageType, readText, secondJob, twoJobs } from './sampleJobs.ts';
import {
  connect,
  connected,
  openPages,
  requestsFor,
  run,
  serve,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';

suite('Job page', () => {
  test('closes after a reload if its saved state is invalid or duplicated', async () => {
    const { url } = await connected(twoJobs);
    const restore = (state: unknown) =>
      serializerOf(pageType).deserializeWebviewPanel(
        vscode.window.createWebviewPanel(pageType, 'Restored', vscode.ViewColumn.Active),
        state,
      );
    const state = { key: 'job_1', baseUrl: url };
    for (const damaged of [
      undefined,
      null,
      'job_1',
      [state],
      {},
      { key: 'job_1' },
      { ...state, key: 7 },
      { ...state, row: 7 },
    ]) {
      await restore(damaged);
    }
    await until(() => openPages().length === 0, vscode.window.tabGroups.onDidChangeTabs);
    await restore(state);
    await untilPageOpen('Invoice Approval');
    await restore(state);
    await until(
      () => openPages().join() === 'Invoice Approval',
      vscode.window.tabGroups.onDidChangeTabs,
    );
  });

  test('shows the job key in its title if two jobs have the same name @floor @everyHost', async () => {
    await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await run('openJob', 'job_2');
    await untilPageOpen('Invoice Approval (job_2)');
    await run('openJob', 'job_1');
    assert.deepEqual(openPages().sort(), ['Invoice Approval (job_1)', 'Invoice Approval (job_2)']);
  });

  test('shows a new job as started until the service lists the job', async () => {
    const created = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'New' }] });
    const now = { jobs: [firstJob, secondJob] };
    await connected(now, { 'POST /jobs': envelope({ job: created }) });
    const page = readPages<FromPage, ToPage<PageContent>>();
    captures.pageHtml.splice(0);
    captures.pageMessages.splice(0);
    await run('startJob', 'wf_a');
    const sent = () => [...captures.pageHtml, ...captures.pageMessages].join('\n');
    await until(
      () => /no longer exists|The service does not list it yet/.test(sent()),
      onDidFillPage,
    );
    assert.match(sent(), /This job was started\. The service does not list it yet\./);
    now.jobs = [created, firstJob, secondJob];
    page.press({ kind: 'refresh' });
    await page.posted(
      (message) => message.kind === 'show' && !message.isLoading && message.notice === null,
    );
    assert.doesNotMatch(sent(), /no longer exists/);
  });

  test('cancels the pending request when the user closes the page', async () => {
    let answer = delayed(envelope({ job: firstJob }), 60_000);
    captures.notifications.splice(0);
    const logged = captures.logLines.length;
    const service = await connected(twoJobs, { 'GET /jobs/job_1': () => answer });
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await untilRequested(service, 'GET', /^\/jobs\/job_1$/);
    await closePages();
    await service.abandoned(1);
    assert.deepEqual(openPages(), []);
    // A second request for the same job finishes after all effects of the canceled request.
    answer = envelope({ job: firstJob });
    await readText(jobDocument('job_1', service.url));
    assert.deepEqual(
      captures.logLines
        .slice(logged)
        .filter((line) => / cancelled$/.test(line))
        .map((line) => line.replace(/\d+ ms/, '… ms').replace(/ \S*\/jobs/, ' /jobs')),
      ['GET /jobs/job_1 — … ms cancelled'],
    );
    assert.deepEqual(captures.notifications, []);
  });

  test('opens separate tabs for jobs with the same key in different services', async () => {
    const second = await serve(
      serveData({ jobs: [{ ...firstJob, note: 'of the second' }, secondJob] }),
    );
    const first = await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await connect(second);
    await untilRequested(second, 'GET', /^\/jobs\?/);
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    await until(
      () => openPages().join() === 'Invoice Approval (job_1),Invoice Approval (job_1)',
      vscode.window.tabGroups.onDidChangeTabs,
    );
    const before = requestsFor(first, 'GET', /^\/jobs\/job_1$/);
    // The first page shows that its service is not connected.
    await until(
      () => captures.pageHtml.some((html) => html.includes('Not connected to')),
      onDidFillPage,
    );
    assert.equal(requestsFor(first, 'GET', /^\/jobs\/job_1$/), before);
  });

  test('keeps the field names when the window connects to another service', async () => {
    const job = { ...firstJob, content: { fields: [{ key: 'fld_1', value: 'x' }] } };
    const named = (name: string) => ({ fields: [aField({ name })], jobs: [job] });
    const { posted } = readPages<FromPage, ToPage<PageContent>>();
    const second = await serve(serveData(named('Theirs')));
    const first = await connected(named('Ours'));
    await run('openJob', 'job_1');
    await posted((message) => message.kind === 'show' && message.job.fields[0]?.name === 'Ours');
    await connect(second);
    await run('refreshFields');
    captures.pageMessages.splice(0);
    await connect(first);
    await posted(
      (message) => message.kind === 'show' && message.isConnected && message.notice === null,
    );
    assert.doesNotMatch(captures.pageMessages.join(), /Theirs/);
  });

  test('blocks external resources and scripts in the data of a job', async () => {
    await connected(twoJobs, {
      'GET /jobs/job_1': envelope({
        job: { ...firstJob, note: '</script><!--<script>alert(1)</script>' },
      }),
    });
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    await until(() => captures.pageHtml.length > 0, onDidFillPage);
    const html = captures.pageHtml.at(-1) ?? '';
    const [, nonce = ''] = /script-src 'nonce-([0-9a-f]{32})'/.exec(html) ?? [];
    assert.ok(
      html.includes(
        `content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'"`,
      ),
    );
    assert.equal(html.split(/<script\b/).length - 1, 2);
    assert.equal(html.split(/<\/script/).length - 1, 2);
    assert.doesNotMatch(html, /<!--|\bsrc=|\bhref=|\bon\w+="/);
  });
});
