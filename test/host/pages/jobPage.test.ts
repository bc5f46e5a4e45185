import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FromPage } from '../../../src/protocol/jobPage.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { setBugListener } from '../../../src/service/index.ts';
import type { Connection } from '../../../src/ui/connection/connection.ts';
import { ReadOnlyDocuments } from '../../../src/ui/documents/readOnlyDocuments.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { envelope, serveData, delayed, errorResponse } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures, closePages, onDidFillPage, serializerOf } from '../support/captures.ts';
import { onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { clickRow, messageOf, rowsOf, settled } from '../support/rows.ts';
import {
  connect,
  connected,
  extensionId,
  openPages,
  requestsFor,
  run,
  serve,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';

const [jobsView, pageType] = ['workflowJobs.jobs', 'workflowJobs.job'];
const firstJob = aJob({ key: 'job_1' });
const secondJob = aJob({ key: 'job_2' });
const twoJobs = { jobs: [firstJob, secondJob] };
const documentOf = (key: string, baseUrl: string, row?: string) =>
  vscode.Uri.from({
    scheme: 'workflow-job',
    path: `/${key}.json`,
    query: JSON.stringify({ key, baseUrl, row }),
  });
const read = async (uri: vscode.Uri) => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

suite('The job page', () => {
  test('is closed if VS Code restores it with a damaged state, or if the job has another open page', async () => {
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
    await until(() => openPages().join() === 'Invoice Approval', vscode.window.tabGroups.onDidChangeTabs);
  });

  test('opens once for each job; titles with equal names contain the keys @floor @everyHost', async () => {
    await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await run('openJob', 'job_2');
    await untilPageOpen('Invoice Approval (job_2)');
    await run('openJob', 'job_1');
    assert.deepEqual(openPages().sort(), ['Invoice Approval (job_1)', 'Invoice Approval (job_2)']);
  });

  test('shows a new job as started, not as deleted, until the service lists it', async () => {
    const created = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'New' }] });
    const now = { jobs: [firstJob, secondJob] };
    await connected(now, { 'POST /jobs': envelope({ job: created }) });
    const page = readPages<FromPage, ToPage<PageContent>>();
    captures.pageHtml.splice(0);
    captures.pageMessages.splice(0);
    await run('startJob', 'wf_a');
    const sent = () => [...captures.pageHtml, ...captures.pageMessages].join('\n');
    await until(() => /no longer exists|The service does not list it yet/.test(sent()), onDidFillPage);
    assert.match(sent(), /Started\. The service does not list it yet\./);
    now.jobs = [created, firstJob, secondJob];
    page.press({ kind: 'refresh' });
    await page.posted((message) => message.kind === 'show' && !message.isLoading && message.notice === null);
    assert.doesNotMatch(sent(), /no longer exists|"deletedAt":\d/);
  });

  test('stops polling a service that rejects requests for single jobs', async () => {
    const service = await connected(twoJobs, {
      'GET /jobs/job_1': errorResponse(405, 'No.'),
      'GET /jobs/job_2': errorResponse(405, 'No.'),
    });
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    const asked = read(documentOf('job_2', service.url));
    assert.deepEqual(JSON.parse(await asked), secondJob);
    await run('openJob', 'job_2');
    await untilPageOpen('Invoice Approval (job_2)');
    const before = requestsFor(service, 'GET', /^\/jobs\/job_/);
    assert.ok(before === 1 || before === 2, `${before} requests`);
    await read(documentOf('job_1', service.url));
    assert.equal(requestsFor(service, 'GET', /^\/jobs\/job_/), before);
  });
});

suite('The life of a job page', () => {
  test('cancels its request without a message when it is closed', async () => {
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
    await read(documentOf('job_1', service.url));
    assert.deepEqual(
      captures.logLines
        .slice(logged)
        .filter((line) => / cancelled$/.test(line))
        .map((line) => line.replace(/\d+ ms/, '… ms').replace(/ \S*\/jobs/, ' /jobs')),
      ['GET /jobs/job_1 — … ms cancelled'],
    );
    assert.deepEqual(captures.notifications, []);
  });

  test('is separate for the same key in another service', async () => {
    const second = await serve(serveData({ jobs: [{ ...firstJob, note: 'of the second' }, secondJob] }));
    const first = await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await connect(second);
    await untilRequested(second, 'GET', /^\/jobs\?/);
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    await untilPageOpen(`Invoice Approval (job_1) · 127.0.0.1:${second.port}`);
    assert.deepEqual(
      openPages().sort(),
      [first, second].map(({ port }) => `Invoice Approval (job_1) · 127.0.0.1:${port}`).sort(),
    );
    const asked = requestsFor(first, 'GET', /^\/jobs\/job_1$/);
    // The first page shows that its service is not connected.
    await until(() => captures.pageHtml.some((html) => html.includes('Not connected to')), onDidFillPage);
    assert.equal(requestsFor(first, 'GET', /^\/jobs\/job_1$/), asked);
  });

  test('uses the field names of its service after the window connected to another service', async () => {
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
    await posted((message) => message.kind === 'show' && message.isConnected && message.notice === null);
    assert.doesNotMatch(captures.pageMessages.join(), /Theirs/);
  });

  test('cannot load resources, and runs only its own script', async () => {
    await connected(twoJobs, {
      'GET /jobs/job_1': envelope({ job: { ...firstJob, note: '</script><!--<script>alert(1)</script>' } }),
    });
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    await until(() => captures.pageHtml.length > 0, onDidFillPage);
    const html = captures.pageHtml.at(-1) ?? '';
    const [, nonce = ''] = /script-src 'nonce-([0-9a-f]{32})'/.exec(html) ?? [];
    assert.ok(
      html.includes(`content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'"`),
    );
    assert.equal(html.split(/<script\b/).length - 1, 2);
    assert.equal(html.split(/<\/script/).length - 1, 2);
    assert.doesNotMatch(html, /<!--|\bsrc=|\bhref=|\bon\w+="/);
  });
});

suite('An action on a job page', () => {
  test('is sent to the page’s service, never to another connected service', async () => {
    const { press, posted, asked } = readPages<FromPage, ToPage<PageContent>>();
    const second = await serve(serveData(twoJobs));
    const first = await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    for (const [kind, title] of [
      ['startAnother', 'Start Job'],
      ['compare', 'Compare job_1 With…'],
    ] as const) {
      press({ kind });
      assert.equal((await asked()).title, title);
    }
    press({ kind: 'copyLink' });
    await posted((message) => message.kind === 'copied' && message.sentence === 'Link copied');
    assert.match(await vscode.env.clipboard.readText(), /\/job\/job_1$/);

    await connect(second);
    await posted((message) => message.kind === 'show' && !message.isConnected);
    for (const kind of ['startAnother', 'compare', 'copyLink', 'copyKey'] as const) press({ kind });
    await posted((message) => message.kind === 'copied' && message.sentence === 'Key copied');
    assert.equal(await vscode.env.clipboard.readText(), 'job_1');
    await run('nextJob');
    await posted(
      (message) =>
        message.kind === 'copied' &&
        message.sentence ===
          `The Jobs view shows another service. This page belongs to 127.0.0.1:${first.port}.`,
    );
    await run('openJob');
    assert.equal((await asked()).title, 'Open Job');
  });

  test('asks for the workflow of another job, even if the job has no workflow', async () => {
    const { press, asked } = readPages<FromPage, ToPage<PageContent>>();
    await connected({ jobs: [firstJob, aJob({ key: 'job_2', activeWorkflows: [] })] });
    for (const [key, title] of [
      ['job_1', 'Invoice Approval'],
      ['job_2', 'job_2'],
    ] as const) {
      await run('openJob', key);
      await untilPageOpen(title);
      press({ kind: 'startAnother' });
      assert.equal((await asked()).title?.startsWith('Start Job'), true);
    }
  });

  test('keeps the page open after a double click on its row', async () => {
    const { posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected(twoJobs);
    const [row] = await rowsOf();
    await Promise.all([clickRow(jobsView, row), clickRow(jobsView, row)]);
    await posted((message) => message.kind === 'show' && message.page.key === 'job_1' && !message.isPreview);
  });

  test('opens the next or previous job in the same tab, and shows a message at the ends of the list', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    // Screen readers do not announce messages in the status bar.
    const isConfirmed = (sentence: string) =>
      posted((message) => message.kind === 'copied' && message.sentence === sentence);
    const info = onQuestion('info');
    await connected(twoJobs);
    await run('nextJob');
    assert.deepEqual(info.sentences, ['Open the page of a job first.']);
    await run('openJob', 'job_1');
    const isAt = (key: string, previous: boolean, next: boolean) =>
      posted(
        (message) =>
          message.kind === 'show' &&
          message.job.key === key &&
          message.neighbours.previous === previous &&
          message.neighbours.next === next,
      );
    await isAt('job_1', false, true);
    await run('previousJob');
    await isConfirmed('This is the first job in the list.');
    press({ kind: 'nextJob' });
    await isAt('job_2', true, false);
    assert.deepEqual(openPages(), ['Invoice Approval']);
    await run('nextJob');
    await isConfirmed('This is the last loaded job in the list.');
    await run('previousJob');
    await isAt('job_1', false, true);
    assert.deepEqual(openPages(), ['Invoice Approval']);
  });

  test('reuses the preview tab until the page is kept open; a new tab opens only on demand @full', async () => {
    let listeners = 0;
    const { createWebviewPanel } = vscode.window;
    onWindow('createWebviewPanel', (...args: Parameters<typeof createWebviewPanel>) => {
      const panel = createWebviewPanel(...args);
      const { onDidDispose } = panel;
      Object.defineProperty(panel, 'onDidDispose', {
        value: (listener: () => void) => {
          listeners++;
          return onDidDispose(listener);
        },
      });
      return panel;
    });
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    await connected({
      jobs: names.map((name) => aJob({ key: `job_${name}`, activeWorkflows: [{ key: `wf_${name}`, name }] })),
    });
    const rows = await rowsOf();
    const node = (name: string) => rows[names.indexOf(name)];
    const isAt = (name: string, isPreview: boolean) =>
      posted(
        (message) =>
          message.kind === 'show' && message.page.key === `job_${name}` && message.isPreview === isPreview,
      );
    const click = async (name: string) => {
      await clickRow(jobsView, node(name));
      await isAt(name, true);
      await untilPageOpen(name);
    };
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await click(name);
    assert.deepEqual([openPages(), listeners], [['F'], 1]);
    await run('previousJob');
    await isAt('E', true);
    await untilPageOpen('E');
    press({ kind: 'keepOpen' });
    await isAt('E', false);
    await click('A');
    press({ kind: 'toggleWatch' });
    await posted((message) => message.kind === 'show' && message.watched === true && !message.isPreview);
    await click('B');
    assert.deepEqual(openPages().sort(), ['A', 'B', 'E']);
    await run('openInNewTab', node('C')?.node);
    await isAt('C', false);
    await untilPageOpen('C');
    await run('keepOpen', node('D')?.node);
    await untilPageOpen('D');
    assert.deepEqual(openPages().sort(), ['A', 'C', 'D', 'E']);
    await clickRow(jobsView, node('G'));
    await untilPageOpen('G');
    assert.deepEqual(openPages().sort(), ['A', 'C', 'D', 'E', 'G']);
  });

  test('does not update a hidden page if only its neighbors change, until the page is visible again', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected({
      jobs: [firstJob, aJob({ key: 'job_2', activeWorkflows: [{ key: 'wf_other', name: 'Other' }] })],
    });
    const isAt = (key: string, ...around: boolean[]) =>
      posted(
        (message) =>
          message.kind === 'show' &&
          message.job.key === key &&
          [message.neighbours.previous, message.neighbours.next].join() === around.join(),
      );
    await run('openJob', 'job_1');
    await isAt('job_1', false, true);
    await run('openJob', 'job_2');
    await isAt('job_2', true, false);
    const written = captures.pageHtml.length;
    press({ kind: 'filterJobs', by: 'workflows' });
    await isAt('job_2', false, false);
    assert.equal(captures.pageHtml.length, written);
    await run('openJob', 'job_1');
    await isAt('job_1', false, false);
    await run('clearJobFilter');
  });

  test('filters the list by the workflows, assignees, and starters of the job', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const [grace, ada] = [
      { key: 'u1', firstName: 'Grace', lastName: 'Hopper' },
      { key: 'u2', firstName: 'Ada', lastName: 'Byron' },
    ];
    const other = aJob({
      key: 'job_3',
      activeWorkflows: [{ key: 'wf_other', name: 'Other' }],
      assignedTo: grace,
      startedBy: ada,
    });
    await connected({ jobs: [firstJob, other] });
    await run('openJob', 'job_3');
    for (const [by, filter] of [
      ['workflows', 'Other'],
      ['assignees', 'assigned to Grace Hopper'],
      ['starters', 'started by Ada Byron'],
    ] as const) {
      await posted((message) => message.kind === 'show' && message.neighbours.previous);
      press({ kind: 'filterJobs', by });
      await posted((message) => message.kind === 'show' && !message.neighbours.previous);
      assert.deepEqual(
        [messageOf(), (await rowsOf()).map(({ ariaLabel }) => ariaLabel.split(',')[0])],
        [`Filter: ${filter}`, ['Other']],
      );
      await run('clearJobFilter');
    }
  });

  test('watches the job and stops watching it, but not in another connected service', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const second = await serve(serveData(twoJobs));
    const first = await connected(twoJobs);
    const isWatched = (watched: boolean | null) =>
      posted((message) => message.kind === 'show' && message.watched === watched);
    const areWatched = async () => (await rowsOf()).map(({ ariaLabel }) => ariaLabel.endsWith(', watched'));
    await run('openJob', 'job_1');
    await isWatched(false);
    press({ kind: 'toggleWatch' });
    await isWatched(true);
    assert.deepEqual(await areWatched(), [true, false]);
    press({ kind: 'toggleWatch' });
    await isWatched(false);
    assert.deepEqual(await areWatched(), [false, false]);

    await connect(second);
    await isWatched(null);
    press({ kind: 'toggleWatch' });
    await settled();
    assert.deepEqual(await areWatched(), [false, false]);
    await connect(first);
    await isWatched(false);
  });

  test('shows a job when the list has loaded it, if the service has no endpoint for single jobs', async () => {
    const { posted } = readPages<FromPage, ToPage<PageContent>>();
    const others = Array.from({ length: 20 }, (_, index) => aJob({ key: `other_${index}` }));
    const service = await connected(
      { jobs: [...others, secondJob], perPage: 1 },
      { 'GET /jobs/job_2': errorResponse(405, 'No.') },
    );
    await run('openJob', 'job_2');
    await posted(
      (message) =>
        message.kind === 'empty' && message.notice?.sentence.includes('among the first 20 jobs') === true,
    );
    await run('loadAllJobs');
    await posted((message) => message.kind === 'show' && message.job.key === 'job_2');
    assert.equal(requestsFor(service, 'GET', /page=21$/), 1);
  });

  test('opens an http or https link unchanged, and no other link', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const { openExternal } = vscode.env;
    const opened: string[] = [];
    const replaceOpen = (value: unknown) =>
      Object.defineProperty(vscode.env, 'openExternal', { value, configurable: true });
    replaceOpen((address: unknown) => Promise.resolve(opened.push(String(address)) > 0));
    atEnd(() => replaceOpen(openExternal));
    await connected(twoJobs);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    const refused = [
      '',
      '//example.com',
      'javascript:alert(1)',
      'file:///etc/hosts',
      'command:workbench.action.quit',
      `vscode://${extensionId}/job/a`,
      'data:text/html,x',
      'ftp://example.com',
      ' https://example.com',
      'httpsx://example.com',
    ];
    const signed = 'https://example.com/a%2Fb?key=c%26d&sign=%2B%2f%C3%A9#d';
    for (const url of [...refused, 'http://example.com/', signed]) press({ kind: 'openLink', url });
    press({ kind: 'copyKey' });
    await posted((message) => message.kind === 'copied' && message.sentence === 'Key copied');
    assert.deepEqual(opened, ['http://example.com/', signed]);
  });

  test('copies a field value as the service sent it, also if the field is repeated', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected({
      jobs: [
        {
          ...firstJob,
          content: {
            fields: [
              { key: 'fld_text', value: 'opt_h' },
              { key: 'fld_text', value: 'second' },
              { key: 'fld_list', value: ['a', 1] },
            ],
          },
        },
      ],
    });
    await run('openJob', 'job_1');
    await posted((message) => message.kind === 'show' && message.job.fields.length > 0);
    for (const [index, copied] of ['opt_h', 'second', '[\n  "a",\n  1\n]'].entries()) {
      press({ kind: 'copyValue', index: 3 });
      press({ kind: 'copyValue', index });
      await posted((message) => message.kind === 'copied' && message.sentence === 'Value copied');
      assert.equal(await vscode.env.clipboard.readText(), copied);
    }
  });

  test('copies the key of a step, but nothing for a member without keys', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected({ jobs: [firstJob] });
    await run('openJob', 'job_1');
    await posted((message) => message.kind === 'show');
    for (const [member, index] of [
      ['startedBy', 0],
      ['steps', 7],
      ['steps', 0],
    ] as const) {
      press({ kind: 'copyMemberKey', member, index });
    }
    await posted((message) => message.kind === 'copied' && message.sentence === 'Key copied');
    assert.equal(await vscode.env.clipboard.readText(), firstJob.activeSteps[0]?.key);
  });

  test('does not copy the key or link of a job without a key, and its page cannot be reopened', async () => {
    const { press, posted, asked } = readPages<FromPage, ToPage<PageContent>>();
    await connected({ jobs: [firstJob, { note: 'no key' }] });
    await vscode.env.clipboard.writeText('as it was');
    const [, row] = await rowsOf();
    await clickRow(jobsView, row);
    await untilPageOpen('Unreadable entry');
    for (const kind of ['copyKey', 'copyLink', 'startAnother', 'compare'] as const) press({ kind });
    await asked();
    assert.equal(await vscode.env.clipboard.readText(), 'as it was');

    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await posted((message) => message.kind === 'show' && message.job.key === 'job_1');
    await closePages();
    await until(() => openPages().length === 0, vscode.window.tabGroups.onDidChangeTabs);
    await run('openJob');
    const { labels } = await asked();
    assert.deepEqual(
      labels.filter((label) => /^recently closed|Invoice Approval|[Uu]nreadable/.test(label)),
      ['recently closed', 'Invoice Approval'],
    );
  });
});

suite('A closed job page', () => {
  test('is listed as recently closed until it is opened again', async () => {
    await connected(twoJobs);
    const offered: string[][] = [];
    onBox('createQuickPick', ({ items, hide }) => {
      offered.push(items.map(({ label }) => label));
      hide();
    });
    const offer = () => run('openJob');
    const open = async (key: string) => {
      await run('openJob', key);
      await untilPageOpen('Invoice Approval');
    };
    await open('job_2');
    await closePages();
    await offer();
    await open('job_2');
    await offer();
    assert.deepEqual(
      offered.map((labels) => labels.includes('recently closed')),
      [true, false],
    );
  });
});

suite('A job as a document', () => {
  test('is complete read-only JSON, which can be read again from its address @everyHost', async () => {
    const whole = { ...firstJob, logs: [{ message: 'Began' }] };
    const service = await connected(twoJobs, { 'GET /jobs/job_1': envelope({ job: whole }) });
    const uri = documentOf('job_1', service.url);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, 'json');
    assert.equal(document.getText(), `${JSON.stringify(whole, null, 2)}\n`);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('workflow-job'), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
  });

  test('shows a message if it belongs to a service that is not connected', async () => {
    const service = await connected(twoJobs);
    await assert.rejects(
      read(documentOf('job_1', 'https://elsewhere.example.com')),
      /no longer connected to the service of this job/,
    );
    assert.equal(requestsFor(service, 'GET', /^\/jobs\/job_/), 0);
  });

  test('without a key does not request a job when it is read again', async () => {
    const service = await connected(twoJobs);
    await assert.rejects(
      read(documentOf('', service.url, 'unreadable:1:0')),
      /This job has no unique key and cannot be loaded again/,
    );
    assert.equal(requestsFor(service, 'GET', /^\/jobs\//), 0);
  });

  test('shows a message and logs the error if the extension has a bug', async () => {
    const logged: unknown[] = [];
    setBugListener((where, fault) => logged.push(where, fault));
    atEnd(() => setBugListener(() => undefined));
    const fault = new TypeError('read is not a function');
    const service = {
      client: { baseUrl: { href: 'https://eu.example.com' } },
      signal: new AbortController().signal,
      readJob: () => Promise.reject(fault),
    };
    const documents = new ReadOnlyDocuments({ require: () => service } as unknown as Connection);
    await assert.rejects(
      async () => documents.readFile(documentOf('job_1', 'https://eu.example.com')),
      /An unexpected error occurred in the Workflow Jobs extension\. See the log for details\./,
    );
    assert.deepEqual(logged, ['document', fault]);
    documents.dispose();
  });

  test('from an earlier window explains what to do if it contains no job', async () => {
    await assert.rejects(
      read(vscode.Uri.from({ scheme: 'workflow-job', path: '/report.md' })),
      /earlier session\. Open it again/,
    );
  });
});
