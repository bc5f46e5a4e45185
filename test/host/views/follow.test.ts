import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.ts';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures } from '../support/captures.ts';
import { onQuestion, onWindow } from '../support/prompts.ts';
import { descriptionOf, hide, nodesOf, rowsOf, settled } from '../support/rows.ts';
import { connected, extensionId, noFields, openPages, requestsFor, reset, routes, setting, tidyUp, until, untilPageOpen } from '../support/extension.ts';

const view = 'workflowJobs.jobs';

const looking: vscode.WindowState = { focused: true, active: true };
const away: vscode.WindowState = { focused: false, active: false };

interface Shared {
  workflowJobsLook?: (state: vscode.WindowState) => void;
  workflowJobsViews?: Map<string, { provider: vscode.TreeDataProvider<unknown>; view: vscode.TreeView<unknown> }>;
}
const shared = globalThis as Shared;

// Whether a window without a screen has the focus is not for a test to rely on: here the test says so, before the extension asks.
const look = (shared.workflowJobsLook ??= replaceWindowState());

function replaceWindowState(): (state: vscode.WindowState) => void {
  let state = looking;
  const changed = new vscode.EventEmitter<vscode.WindowState>();
  Object.defineProperty(vscode.window, 'state', { get: () => state, configurable: true });
  Object.defineProperty(vscode.window, 'onDidChangeWindowState', { value: changed.event, configurable: true });
  return (next) => {
    state = next;
    changed.fire(next);
  };
}

function jobsView() {
  const captured = shared.workflowJobsViews?.get(view);
  assert.ok(captured, 'the Jobs view was not captured');
  return { treeView: captured.view, onDidChange: captured.provider.onDidChangeTreeData as vscode.Event<unknown> };
}

/** A sandbox for this test alone, whose clock stands still until the test lets it run. */
async function standing(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ jobs: 120, clockSpeed: 0, ...options });
  atEnd(() => sandbox.close());
  return sandbox;
}

/** Runs a story with a sandbox whose first page is loaded. */
async function withSandbox(options: SandboxOptions, story: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await standing(options);
  await show(sandbox);
  await story(sandbox);
}

async function show(sandbox: Sandbox): Promise<void> {
  await vscode.extensions.getExtension(extensionId)?.activate();
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  await setting('baseUrl', sandbox.url);
  await settled(view);
  await until(() => descriptionOf(view).includes(' of '), jobsView().onDidChange);
}

/** Starts a job from a keybinding; resolves to its key. */
async function start(): Promise<string> {
  await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_purchase_request');
  const [node] = await nodesOf(view);
  return keyOf(node);
}

/** Leaves neither the view nor a page of a job in sight. */
async function lookElsewhere(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await hide(view);
}

function keyOf(node: unknown): string {
  return (node as { row: { job: { key: string } } }).row.job.key;
}

/** Resolves once the first row reads as asked. */
async function untilFirstRow(test: (spoken: string) => boolean): Promise<void> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const subscription = jobsView().onDidChange(() => resolve());
    try {
      const [row] = await rowsOf(view);
      if (row !== undefined && test(row.spoken)) return;
      await promise;
    } finally {
      subscription.dispose();
    }
  }
}

const lists = (sandbox: Sandbox) => sandbox.requests.filter(({ method, path }) => method === 'GET' && /\/jobs\?page=/.test(path)).length;
const finishedNotices = () => captures.notifications.filter((each) => /finished/.test(each));

/** Asks the service itself, as nobody else does, until a job came to its end there. */
async function untilOver(sandbox: Sandbox, key: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${sandbox.url}/jobs/${key}?test`);
    const { data } = (await response.json()) as { data: { job: { completedAt: string | null } } };
    if (data.job.completedAt !== null) return;
  }
}

/** Has a job that was just started come to its end, which takes the service's clock some two minutes. */
const finish = (sandbox: Sandbox) => sandbox.setClockSpeed(100);

suite('Follow', () => {
  setup(() => void captures.notifications.splice(0));
  teardown(async () => {
    look(looking);
    for (const name of ['notifyWhenFinished', 'autoRefresh']) await setting(name, undefined);
    await tidyUp();
  });
  suiteTeardown(reset);

  test('a job that was started here is followed to its end in its row, and one notification tells it @floor', () =>
    withSandbox({}, async (sandbox) => {
      const key = await start();
      const [row] = await rowsOf(view);
      assert.match(row?.tooltip ?? '', /\nWatched: followed to its end$/);
      assert.match(row?.spoken ?? '', /, watched, 1 of 121$/);
      assert.equal(row?.icon, 'eye');
      const order = (await nodesOf(view)).map((node) => (node as { id: string }).id);
      const before = lists(sandbox);
      const notices: unknown[][] = [];
      onQuestion('showInformationMessage', (...args) => {
        notices.push(args);
        return 'Open';
      });
      // The page is opened again by the notification.
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      finish(sandbox);
      await untilFirstRow((spoken) => /completed/.test(spoken));
      await untilPageOpen('Purchase Request');
      assert.deepEqual((await nodesOf(view)).map((node) => (node as { id: string }).id), order);
      // Who reads it again finds it completed again.
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      assert.deepEqual(notices, [['Purchase Request finished (job_000121).', 'Open']]);
      const [ended] = await rowsOf(view);
      assert.doesNotMatch(`${ended?.description} ${ended?.spoken}`, /watch/);
      assert.equal(key, 'job_000121');
      // At 2 s at least between two looks, the second of which finds the job at its end, or the third.
      assert.ok(lists(sandbox) - before <= 8, `${lists(sandbox) - before} list requests`);
    }));

  test('nothing is sent while the window has no focus, though the job ends meanwhile; the end is told once back @full', () =>
    withSandbox({ latency: 50 }, async (sandbox) => {
      const key = await start();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      look(away);
      // Nor do views refresh by themselves.
      await setting('autoRefresh', 5);
      const before = sandbox.requests.filter(({ path }) => !path.endsWith('?test')).length;
      sandbox.setClockSpeed(20);
      await untilOver(sandbox, key);
      assert.equal(sandbox.requests.filter(({ path }) => !path.endsWith('?test')).length, before);
      assert.deepEqual(finishedNotices(), []);
      const notice = onQuestion('showInformationMessage');
      look(looking);
      await untilFirstRow((spoken) => /completed/.test(spoken));
      assert.match(String((await notice.asked)[0]), /finished/);
    }));

  test('an open page is followed while it is seen, and nothing is sent for it while it is hidden @full', () =>
    // With latency, for requests in a row would leave the extension no turn.
    withSandbox({ latency: 50 }, async (sandbox) => {
      const asked = () => sandbox.requests.filter(({ method, path }) => method === 'GET' && !path.endsWith('?test')).length;
      const response = await fetch(`${sandbox.url}/jobs`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ workflowKey: 'wf_purchase_request' }) });
      const { data } = (await response.json()) as { data: { job: { key: string } } };
      const { key } = data.job;
      await vscode.commands.executeCommand('workflowJobs.openJob', key);
      await untilPageOpen('Purchase Request');
      const opened = asked();
      while (asked() < opened + 2) await fetch(`${sandbox.url}/fields?test`);

      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'In front of the page' }));
      // Views that refresh by themselves do so while they are seen.
      await hide(view);
      await setting('autoRefresh', 5);
      const hidden = asked();
      captures.pageMessages.splice(0);
      sandbox.setClockSpeed(20);
      await untilOver(sandbox, key);
      // One may have been under way.
      assert.ok(asked() - hidden <= 1, `${asked() - hidden} requests while nobody looked`);

      await vscode.commands.executeCommand('workflowJobs.openJob', key);
      const tells = () => [...captures.pageMessages, captures.pageHtml.at(-1) ?? ''].some((each) => each.includes('"state":"completed"'));
      while (!tells()) await fetch(`${sandbox.url}/fields?test`);
    })).timeout(60_000);

  test('the badge counts what finished while nobody looked at the view, also where notifications are off', () =>
    withSandbox({}, async (sandbox) => {
      await setting('notifyWhenFinished', false);
      await start();
      const { treeView } = jobsView();
      await lookElsewhere();
      finish(sandbox);
      await untilFirstRow((spoken) => /completed/.test(spoken));
      assert.deepEqual(treeView.badge, { value: 1, tooltip: '1 watched job finished' });
      await vscode.commands.executeCommand('workflowJobs.jobs.focus');
      await until(() => treeView.visible, treeView.onDidChangeVisibility);
      assert.equal(treeView.badge, undefined);
      assert.deepEqual(finishedNotices(), []);
    }));

  test('opening the page of a finished job takes it off the badge', () =>
    withSandbox({}, async (sandbox) => {
      const key = await start();
      const { treeView } = jobsView();
      await lookElsewhere();
      finish(sandbox);
      await untilFirstRow((spoken) => /completed/.test(spoken));
      assert.equal(treeView.badge?.value, 1);
      await vscode.commands.executeCommand('workflowJobs.openJob', key);
      assert.equal(treeView.badge, undefined);
    }));

  test('a notification lets the jobs go that are still watched', async () => {
    const held = { jobs: ['job_ending', 'job_going'].map((key) => aJob({ key })) as object[] };
    await connected(held);
    const nodes = await nodesOf(view);
    for (const node of nodes) await vscode.commands.executeCommand('workflowJobs.watchJob', node);
    assert.deepEqual(nodes.map(contextOf), ['job key watched', 'job key watched']);
    onQuestion('showInformationMessage', (_sentence, ...buttons) => (buttons.includes('Stop watching') ? 'Stop watching' : undefined));
    held.jobs[0] = aJob({ key: 'job_ending', completedAt: '2026-10-02T08:00:00Z' });
    await until(() => contextOf(nodes[1]) === 'job key unwatched', jobsView().onDidChange);
  });

  test('jobs that finish together are one notification, whose “Open” asks which', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    let jobs = names.map((name) => aJob({ key: `job_${name}`, activeWorkflows: [{ key: name, name }] }));
    await connected(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': () => envelope(aPage(jobs)), 'GET /jobs/job_Beta': () => envelope({ job: jobs[1] }) }));
    for (const node of await nodesOf(view)) await vscode.commands.executeCommand('workflowJobs.watchJob', node);
    const picks: { items: unknown; title: string | undefined }[] = [];
    onWindow('showQuickPick', (items: unknown, options: unknown) => {
      const choices = items as (vscode.QuickPickItem & { key: string })[];
      picks.push({ items: choices.map(({ label, description }) => [label, description]), title: (options as vscode.QuickPickOptions).title });
      return Promise.resolve(choices[1]);
    });
    const notice = onQuestion('showInformationMessage', () => 'Open');
    jobs = jobs.map((job) => Object.assign(job, { completedAt: '2026-10-02T08:00:00Z' }));
    await vscode.commands.executeCommand('workflowJobs.refreshJobs');
    assert.deepEqual(await notice.asked, ['4 watched jobs finished: Alpha, Beta, Gamma and 1 more.', 'Open']);
    await untilPageOpen('Beta');
    assert.deepEqual(picks, [{ items: names.map((name) => [name, `job_${name}`]), title: 'Open Job' }]);
    assert.deepEqual(openPages(), ['Beta']);
  });

  test('a watched job that is deleted is told of, and watched no more', async () => {
    const stays = aJob({ key: 'job_stays' });
    let jobs = [aJob({ key: 'job_deleted' }), stays];
    const service = await connected(routes({
      'GET /fields': noFields,
      'GET /jobs?page=1': () => envelope(aPage(jobs)),
      'GET /jobs?page=2': () => envelope(aPage([], { currentPage: 2, total: jobs.length })),
      'GET /jobs/job_stays': envelope({ job: stays }),
    }));
    const nodes = await nodesOf(view);
    for (const node of nodes) await vscode.commands.executeCommand('workflowJobs.watchJob', node);
    const told: unknown[][] = [];
    onQuestion('showWarningMessage', (...args) => void told.push(args));
    const { now } = Date;
    try {
      jobs = [stays];
      for (let minutes = 1; told.length === 0; minutes++) {
        Date.now = () => now() + minutes * 60_000;
        look(looking);
        await fetch(`${service.url}/fields?test`);
      }
    } finally {
      Object.assign(Date, { now });
    }
    assert.deepEqual(told, [['The service does not know the job “job_deleted” any more. It is not watched any more.']]);
    assert.equal(requestsFor(service, 'GET', /\/job_deleted$/), 3, 'a job that was just started may be unknown for a moment');
    assert.deepEqual(nodes.map(contextOf), ['job key unwatched', 'job key watched']);
  });

  for (const button of ['Open', 'Stop watching']) {
    test(`“${button}” in a notification does nothing to the jobs of a service that is connected by then`, async () => {
      const other = await standing();
      await withSandbox({}, async (sandbox) => {
        const watchOne = async () => {
          const active = (await nodesOf(view)).find((node) => (node as { kind: string }).kind === 'job' && contextOf(node) === 'job key unwatched');
          await vscode.commands.executeCommand('workflowJobs.watchJob', active);
        };
        await show(other);
        await watchOne();
        await show(sandbox);
        await watchOne();
        await start();
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        const warning = onQuestion('showWarningMessage');
        onQuestion('showInformationMessage', async (_sentence, ...buttons) => {
          if (!buttons.includes('Stop watching')) return undefined;
          await show(other);
          return button;
        });
        finish(sandbox);
        assert.equal((await warning.asked)[0], 'The connection has changed since then: nothing was done.');
        assert.deepEqual(openPages(), []);
        assert.equal((await rowsOf(view)).filter(({ icon }) => icon === 'eye').length, 1);
      });
    });
  }

  test('watches of one service are none of another, and are found again', async () => {
    const other = await standing();
    await withSandbox({}, async (sandbox) => {
      const watched = async () => (await rowsOf(view)).filter(({ icon }) => icon === 'eye').length;
      const active = (await nodesOf(view)).find((node) => (node as { kind: string }).kind === 'job' && /unwatched/.test(contextOf(node)));
      await vscode.commands.executeCommand('workflowJobs.watchJob', active);
      assert.equal(await watched(), 1);
      await show(other);
      assert.equal(await watched(), 0);
      await show(sandbox);
      assert.equal(await watched(), 1);
      const again = (await nodesOf(view)).find((node) => contextOf(node).endsWith(' watched'));
      await vscode.commands.executeCommand('workflowJobs.unwatchJob', again);
    });
  });

  test('views refresh by themselves where the setting says so @full', async () => {
    const service = await connected({ jobs: [aJob()] });
    const before = requestsFor(service, 'GET', /page=1$/);
    await setting('autoRefresh', 5);
    while (requestsFor(service, 'GET', /page=1$/) === before) await service.received(service.requests.length + 1);
    assert.equal(requestsFor(service, 'GET', /page=1$/), before + 1);
  });
});

/** What the menus of a row go by. */
function contextOf(node: unknown): string {
  const item = shared.workflowJobsViews?.get(view)?.provider.getTreeItem(node);
  return item instanceof vscode.TreeItem ? (item.contextValue ?? '') : '';
}
