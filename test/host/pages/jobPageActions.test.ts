import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FromPage } from '../../../src/protocol/jobPage.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { aJob } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { closePages } from '../support/captures.ts';
import { readPages } from '../support/readPages.ts';
import { firstJob, twoJobs } from './sampleJobs.ts';
import { clickRow, messageOf, rowsOf, settled } from '../support/rows.ts';
import {
  connect,
  connected,
  extensionId,
  openPages,
  run,
  serve,
  until,
  untilPageOpen,
} from '../support/extension.ts';

const jobsView = 'workflowJobs.jobs';

suite('Job page', () => {
  test('ignores actions for a service that is no longer connected', async () => {
    const { press, posted, asked } = readPages<FromPage, ToPage<PageContent>>();
    const second = await serve(serveData(twoJobs));
    await connected(twoJobs);
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
      (message) => message.kind === 'copied' && message.sentence === 'No next job in the list',
    );
    await run('openJob');
    assert.equal((await asked()).title, 'Open Job');
  });

  test('offers to start another job, even if the job has no workflow', async () => {
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

  test('filters the list by the workflows and people of the job', async () => {
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

  test('lets the user watch the job and stop watching it', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const second = await serve(serveData(twoJobs));
    const first = await connected(twoJobs);
    const isWatched = (watched: boolean | null) =>
      posted((message) => message.kind === 'show' && message.watched === watched);
    const areWatched = async () =>
      (await rowsOf()).map(({ ariaLabel }) => ariaLabel.endsWith(', watched'));
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

  test('opens only http and https links', async () => {
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

  test('copies the text that the page sends', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected({ jobs: [firstJob] });
    await run('openJob', 'job_1');
    await posted((message) => message.kind === 'show');
    for (const [kind, sentence] of [
      ['copyValue', 'Value copied'],
      ['copyValueKey', 'Key copied'],
    ] as const) {
      press({ kind, text: kind });
      await posted((message) => message.kind === 'copied' && message.sentence === sentence);
      assert.equal(await vscode.env.clipboard.readText(), kind);
    }
  });

  test('copies no key or link for a job without a key', async () => {
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
