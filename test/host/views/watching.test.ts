import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rowContexts } from '../../../src/ui/feedback/contexts.ts';
import { type Service, errorResponse } from '../../support/service/service.ts';
import { captures, closePages } from '../support/captures.ts';
import { advanceClock } from '../support/clock.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { captured, clickRow, hide, nodesOf, rowsOf, show, watchedGroup } from '../support/rows.ts';
import {
  connectAndLoad,
  connected,
  requestsFor,
  run,
  serve,
  setting,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';
import {
  advanceUntil,
  changingService,
  contextOf,
  minute,
  resetWindowState,
  setWindowState,
  watchedCount,
} from '../support/following.ts';
import { repeatUntil } from '../support/until.ts';

const view = 'workflowJobs.jobs';
const polls = (service: Service) => requestsFor(service, 'GET', /^\/jobs/);
const completedNotices = () => captures.notifications.filter((each) => /completed/.test(each));

suite('Jobs view', () => {
  setup(() => void captures.notifications.splice(0));
  teardown(resetWindowState);

  test('updates the row of a started job until the job is completed @floor', async () => {
    const { complete, handler } = changingService();
    const service = await connected(handler);
    await run('startJob', 'wf_purchase');
    const [row] = await rowsOf();
    assert.match(row?.tooltip ?? '', /\nWatched until it is completed$/);
    assert.match(row?.ariaLabel ?? '', /, watched$/);
    const order = (await nodesOf()).map((node) => (node as { id: string }).id);
    const notices: unknown[][] = [];
    onQuestion('info', (...args) => {
      notices.push(args);
      return 'Open';
    });
    // The notification opens the page again.
    await closePages();
    complete('job_new');
    const before = polls(service);
    await advanceUntil(untilPageOpen('Purchase Request'));
    assert.ok(polls(service) > before);
    assert.deepEqual(
      (await nodesOf()).map((node) => (node as { id: string }).id),
      order,
    );
    // A refresh reads the completed job again.
    await run('refreshJobs');
    assert.deepEqual(notices, [['Purchase Request completed', 'Open']]);
    const [ended] = await rowsOf();
    assert.match(ended?.ariaLabel ?? '', /completed/);
    assert.doesNotMatch(`${ended?.description} ${ended?.ariaLabel}`, /watch/);
  });

  test('stops polling watched jobs while the window is not focused', async () => {
    const { complete, handler } = changingService();
    const service = await connected(handler);
    await run('startJob', 'wf_purchase');
    await closePages();
    setWindowState({ focused: false, active: false });
    // Automatic refreshes pause, too.
    await setting('autoRefresh', 5);
    complete('job_new');
    const before = polls(service);
    advanceClock(60 * minute);
    await run('refreshFields');
    assert.equal(polls(service), before);
    assert.deepEqual(completedNotices(), []);
    const notice = onQuestion('info');
    resetWindowState();
    assert.match(String((await notice.asked)[0]), /^Purchase Request completed/);
  });

  test('keeps a completed job in the watched group until the user opens the job @full', async () => {
    const { complete, handler } = changingService();
    await connected(handler);
    await setting('notifyWhenFinished', false);
    await run('startJob', 'wf_purchase');
    for (const node of (await nodesOf()).slice(1)) await run('watchJob', node);
    await closePages();
    await hide();
    complete('job_new');
    await run('refreshJobs');
    complete('job_2');
    await run('refreshJobs');
    await show();
    assert.equal(captured().view.badge, undefined);
    const group = await watchedGroup();
    assert.equal(group?.ariaLabel, 'Watched, 3 jobs');
    assert.equal(contextOf(group.node), 'watchedJobs ended');
    assert.deepEqual(
      group.children.map(({ ariaLabel, icon }) => [/key (\w+)$/.exec(ariaLabel)?.[1], icon]),
      [
        ['job_new', 'pass-filled'],
        ['job_2', 'pass-filled'],
        ['job_1', 'record'],
      ],
    );
    await clickRow(view, group.children[0]);
    await clickRow(view, group.children[1]);
    const ariaLabel = async () => (await watchedGroup())?.ariaLabel;
    assert.equal(
      await ariaLabel(),
      'Watched, 2 jobs',
      'the job that was opened last stays in the group',
    );
    await vscode.commands.executeCommand('_workflowJobs.clearFinished');
    assert.equal(await ariaLabel(), 'Watched, 1 job');
  });

  test('copies a job key only once if both rows of the job are selected', async () => {
    await connected(changingService().handler);
    const [node] = await nodesOf();
    await run('watchJob', node);
    const group = await watchedGroup();
    await run('copyKey', node, [group?.children[0]?.node, node]);
    assert.equal(await vscode.env.clipboard.readText(), 'job_2');
  });

  test('restores the collapsed state of the watched group', async () => {
    const service = await connected(changingService().handler);
    const [node] = await nodesOf();
    await run('watchJob', node);
    const group = await watchedGroup();
    assert.equal(group?.startsOpen, true);
    const { view: tree } = captured();
    await show();
    await tree.reveal(group.node);
    await repeatUntil(tree.onDidCollapseElement, () =>
      vscode.commands.executeCommand('workbench.actions.treeView.workflowJobs.jobs.collapseAll'),
    );
    await connectAndLoad(await serve(changingService().handler));
    assert.equal(await watchedGroup(), undefined);
    await connectAndLoad(service);
    const again = await watchedGroup();
    assert.equal(again?.startsOpen, false);
    await repeatUntil(tree.onDidExpandElement, () => tree.reveal(again.node, { expand: true }));
    assert.equal((await watchedGroup())?.startsOpen, true);
  });

  test('suggests all watched jobs in Stop Watching, even if they are not loaded', async () => {
    await connected(changingService().handler);
    const info = onQuestion('info');
    await run('unwatchJob');
    assert.deepEqual(info.sentences, ['No job is watched.']);
    await run('watchJob', 'far away');
    await run('watchJob', (await nodesOf())[0]);
    let offered: unknown[] = [];
    onBox('createQuickPick', ({ items, pick }) => {
      offered = items.flatMap(({ key }) => key ?? []);
      pick('far away');
    });
    await run('unwatchJob');
    assert.deepEqual(offered, ['job_2', 'far away']);
    assert.match((await watchedGroup())?.children[0]?.ariaLabel ?? '', /key job_2$/);
    assert.equal(await watchedCount(), 1);
  });

  test('marks the row of a deleted job if notifications are off', async () => {
    const { data, handler } = changingService();
    const service = await connected(handler);
    await setting('notifyWhenFinished', false);
    const [node] = await nodesOf();
    await run('watchJob', node);
    const warnings: unknown[][] = [];
    onQuestion('warning', (...args) => void warnings.push(args));
    data.jobs = data.jobs.slice(1);
    for (const round of [1, 2, 3]) {
      await advanceUntil(untilRequested(service, 'GET', /\/job_2$/, round));
      await run('refreshFields');
    }
    await until(
      () => contextOf(node) === rowContexts.unwatchedJob,
      captured().provider.onDidChangeTreeData as vscode.Event<unknown>,
    );
    const [row] = await rowsOf();
    assert.match(row?.description ?? '', /^deleted · /);
    assert.match(row?.ariaLabel ?? '', /, deleted$/);
    assert.match(row?.tooltip ?? '', /\nDeleted: the service no longer has this job$/);
    assert.deepEqual(warnings, []);
    await run('refreshJobs');
    assert.equal((await rowsOf()).length, 1);
  });

  test('stops polling watched jobs while the service rejects the API key', async () => {
    const { handler } = changingService();
    let isRefused = false;
    const service = await serve((request, index) =>
      isRefused && /\/jobs\/job_/.test(request.url)
        ? errorResponse(401, 'No.')
        : handler(request, index),
    );
    await connectAndLoad(service);
    await run('watchJob', (await nodesOf())[0]);
    isRefused = true;
    const { onDidChangeTreeData = () => assert.fail() } = captured().provider;
    let rows = await rowsOf();
    while (rows[0]?.icon !== 'error') {
      await advanceUntil(new Promise((resolve) => void onDidChangeTreeData(resolve)));
      rows = await rowsOf();
    }
    assert.match(
      `${rows[0].label} ${rows[0].description}, ${rows[0].tooltip}`,
      /^Watching stopped \d+:\d\d:\d\d [AP]M( \S+)?, .*requires an API key/s,
    );
    assert.equal(rows[1]?.label, 'Invoice Approval');
    isRefused = false;
    const before = requestsFor(service, 'GET', /\/job_2$/);
    await run('refreshJobs');
    await advanceUntil(untilRequested(service, 'GET', /\/job_2$/, before + 1));
    while ((await rowsOf())[0]?.icon === 'error') {
      await new Promise((resolve) => void onDidChangeTreeData(resolve));
    }
    assert.equal(await watchedCount(), 1);
  });
});
