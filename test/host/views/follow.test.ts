import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../../src/ui/connection/settings.ts';
import { rowContexts } from '../../../src/ui/feedback/contexts.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import {
  type ServiceData,
  type Service,
  envelope,
  serveData,
  errorResponse,
} from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures, closePages, contexts, onDidFillPage, serializerOf } from '../support/captures.ts';
import { advanceClock } from '../support/clock.ts';
import { onBox, onQuestion, onWindow } from '../support/prompts.ts';
import {
  captured,
  clickRow,
  descriptionOf,
  hide,
  nodesOf,
  onDidSet,
  rowsOf,
  settled,
  show,
  watchedGroup,
} from '../support/rows.ts';
import {
  connect,
  connected,
  disconnect,
  openPages,
  requestsFor,
  run,
  serve,
  setting,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';
import { next } from '../support/until.ts';

const view = 'workflowJobs.jobs';

const looking: vscode.WindowState = { focused: true, active: true };
const away: vscode.WindowState = { focused: false, active: false };

// A window without a screen may not have the focus, so the tests set the state of the window.
const look = replaceWindowState();

function replaceWindowState(): (state: vscode.WindowState) => void {
  let state = looking;
  const changed = new vscode.EventEmitter<vscode.WindowState>();
  Object.defineProperty(vscode.window, 'state', { get: () => state, configurable: true });
  Object.defineProperty(vscode.window, 'onDidChangeWindowState', {
    value: changed.event,
    configurable: true,
  });
  return (next) => {
    state = next;
    changed.fire(next);
  };
}

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_purchase', name: 'Purchase Request' }] });
const minute = 60_000;
/** Time until a watched, opened, or changed job is polled, in milliseconds. */
const onePoll = 2_500;

/** Creates a service with two jobs. A start adds a job, and `finish` completes one. */
function growing(): {
  data: Required<Pick<ServiceData, 'jobs'>>;
  finish: (key: string) => void;
  handler: ReturnType<typeof serveData>;
} {
  const data = { jobs: [aJob({ key: 'job_2' }), aJob({ key: 'job_1' })] as object[] };
  const finish = (key: string) => {
    data.jobs = data.jobs.map((job) =>
      (job as { key: string }).key === key ? { ...job, completedAt: '2026-10-02T08:00:00Z' } : job,
    );
  };
  const start = () => {
    data.jobs = [started, ...data.jobs];
    return envelope({ job: started });
  };
  return { data, finish, handler: serveData(data, { 'POST /jobs': start }) };
}

const start = () => run('startJob', 'wf_purchase');
const refresh = () => run('refreshJobs');
const watch = (node: unknown) => run('watchJob', node);
const watched = async () => (await watchedGroup())?.children.length ?? 0;

/** Hides the view and closes all job pages. */
async function lookElsewhere(): Promise<void> {
  await closePages();
  await hide();
}

/** Connects to another service and loads its jobs. */
async function switchTo(service: Service): Promise<void> {
  await connect(service);
  await settled();
}

const polls = (service: Service) => requestsFor(service, 'GET', /^\/jobs/);
const completedNotices = () => captures.notifications.filter((each) => /completed/.test(each));

suite('Following', () => {
  setup(() => void captures.notifications.splice(0));
  teardown(() => look(looking));

  test('updates the row of a started job until it finishes, and shows one notification @floor', async () => {
    const { finish, handler } = growing();
    const service = await connected(handler);
    await start();
    const [row] = await rowsOf();
    assert.match(row?.tooltip ?? '', /\nWatched until it finishes$/);
    assert.match(row?.ariaLabel ?? '', /, watched$/);
    const order = (await nodesOf()).map((node) => (node as { id: string }).id);
    const notices: unknown[][] = [];
    onQuestion('info', (...args) => {
      notices.push(args);
      return 'Open';
    });
    // The notification opens the page again.
    await closePages();
    finish('job_new');
    const before = polls(service);
    advanceClock(onePoll);
    await untilPageOpen('Purchase Request');
    assert.ok(polls(service) > before);
    assert.deepEqual(
      (await nodesOf()).map((node) => (node as { id: string }).id),
      order,
    );
    // A refresh reads the completed job again.
    await refresh();
    assert.deepEqual(notices, [['Purchase Request completed', 'Open']]);
    const [ended] = await rowsOf();
    assert.match(ended?.ariaLabel ?? '', /completed/);
    assert.doesNotMatch(`${ended?.description} ${ended?.ariaLabel}`, /watch/);
  });

  test('sends no requests while the window has no focus, and reports a finished job afterward', async () => {
    const { finish, handler } = growing();
    const service = await connected(handler);
    await start();
    await closePages();
    look(away);
    // Automatic refreshes pause, too.
    await setting('autoRefresh', 5);
    finish('job_new');
    const before = polls(service);
    advanceClock(60 * minute);
    await run('refreshFields');
    assert.equal(polls(service), before);
    assert.deepEqual(completedNotices(), []);
    const notice = onQuestion('info');
    look(looking);
    assert.match(String((await notice.asked)[0]), /^Purchase Request completed/);
  });

  test('polls the job of a page only while the page is visible', async () => {
    const { finish, handler } = growing();
    const service = await connected(handler);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await untilRequested(service, 'GET', /\/job_1$/);
    const opened = polls(service);
    advanceClock(onePoll);
    await untilRequested(service, 'GET', /^\/jobs/, opened + 1);

    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: 'In front of the page' }),
    );
    // Automatic refreshes require a visible view.
    await hide();
    await setting('autoRefresh', 5);
    finish('job_1');
    const hidden = polls(service);
    advanceClock(60 * minute);
    await run('refreshFields');
    assert.equal(polls(service), hidden);

    captures.pageMessages.splice(0);
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    advanceClock(onePoll);
    await until(
      () =>
        [...captures.pageMessages, ...captures.pageHtml].some((each) => each.includes('"state":"completed"')),
      onDidFillPage,
    );
  });

  test('keeps a completed job at the top of the watched group until it is opened or cleared', async () => {
    const { finish, handler } = growing();
    await connected(handler);
    await setting('notifyWhenFinished', false);
    await start();
    for (const node of (await nodesOf()).slice(1)) await watch(node);
    await lookElsewhere();
    finish('job_new');
    await refresh();
    finish('job_2');
    await refresh();
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
    assert.equal(await ariaLabel(), 'Watched, 2 jobs', 'the job opened last stays');
    await vscode.commands.executeCommand('_workflowJobs.clearFinished');
    assert.equal(await ariaLabel(), 'Watched, 1 job');
  });

  test('keeps the watched group expanded or collapsed, keeps the watched jobs of each service, and counts a job that is selected twice once', async () => {
    const service = await connected(growing().handler);
    const [node] = await nodesOf();
    await watch(node);
    const group = await watchedGroup();
    assert.equal(group?.startsOpen, true);
    await run('copyKey', node, [group.children[0]?.node, node]);
    assert.equal(await vscode.env.clipboard.readText(), 'job_2');
    const { view: tree } = captured();
    await show();
    // VS Code collapses only a rendered group.
    await tree.reveal(group.node);
    const closed = next(tree.onDidCollapseElement);
    await vscode.commands.executeCommand('workbench.actions.treeView.workflowJobs.jobs.collapseAll');
    await closed;
    await switchTo(await serve(growing().handler));
    assert.equal(await watchedGroup(), undefined);
    await switchTo(service);
    const again = await watchedGroup();
    assert.equal(again?.startsOpen, false);
    const opened = next(tree.onDidExpandElement);
    await tree.reveal(again.node, { expand: true });
    await opened;
    assert.equal((await watchedGroup())?.startsOpen, true);
  });

  test('“Stop Watching” asks for one of the watched jobs, even if it is not selected or not in the list', async () => {
    await connected(growing().handler);
    const info = onQuestion('info');
    await run('unwatchJob');
    assert.deepEqual(info.sentences, ['No job is watched.']);
    await watch('far away');
    await watch((await nodesOf())[0]);
    let offered: unknown[] = [];
    onBox('createQuickPick', ({ items, pick }) => {
      offered = items.flatMap(({ key }) => key ?? []);
      pick('far away');
    });
    await run('unwatchJob');
    assert.deepEqual(offered, ['job_2', 'far away']);
    assert.match((await watchedGroup())?.children[0]?.ariaLabel ?? '', /key job_2$/);
    assert.equal(await watched(), 1);
  });

  test('stops watching all jobs from a notification, with an undo', async () => {
    const { data, finish, handler } = growing();
    data.jobs = [aJob({ key: 'job_3' }), ...data.jobs];
    await connected(handler);
    const nodes = await nodesOf();
    for (const node of nodes) await watch(node);
    const notices: unknown[][] = [];
    const dismissed = Promise.withResolvers<undefined>();
    onQuestion('info', (...args) => {
      notices.push(args);
      if (args[1] !== 'Undo') return String(args.at(-1));
      assert.deepEqual(
        nodes.map(contextOf),
        Array(3).fill(rowContexts.unwatchedJob).with(0, rowContexts.job),
      );
      dismissed.resolve(undefined);
      return 'Undo';
    });
    finish('job_3');
    await refresh();
    await dismissed.promise;
    await until(
      () => contextOf(nodes[1]) === rowContexts.watchedJob,
      captured().provider.onDidChangeTreeData as vscode.Event<unknown>,
    );
    assert.equal(contextOf(nodes[2]), rowContexts.watchedJob);
    assert.deepEqual(notices, [
      ['Invoice Approval completed', 'Open', 'Stop Watching 2 Other Jobs'],
      ['Stopped watching 2 jobs', 'Undo'],
    ]);
  });

  test('shows one notification for jobs that finish together, and asks which job to open', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    const data = {
      jobs: names.map((name) => aJob({ key: `job_${name}`, activeWorkflows: [{ key: name, name }] })),
    };
    await connected(data);
    for (const node of await nodesOf()) await watch(node);
    const picks: { items: unknown; title: string | undefined }[] = [];
    onWindow('showQuickPick', (items: unknown, options: unknown) => {
      const choices = items as (vscode.QuickPickItem & { key: string })[];
      picks.push({
        items: choices.map(({ label, description }) => [label, description]),
        title: (options as vscode.QuickPickOptions).title,
      });
      return Promise.resolve(choices[1]);
    });
    const notice = onQuestion('info', () => 'Open');
    data.jobs = data.jobs.map((job) => ({ ...job, completedAt: '2026-10-02T08:00:00Z' }));
    await refresh();
    assert.deepEqual(await notice.asked, ['4 watched jobs completed: Alpha, Beta, Gamma and 1 more', 'Open']);
    await untilPageOpen('Beta');
    assert.deepEqual(picks, [{ items: names.map((name) => [name, `job_${name}`]), title: 'Open Job' }]);
    assert.deepEqual(openPages(), ['Beta']);
  });

  test('keeps the name of a restored page while the service fails, and recovers with the next poll @full', async () => {
    const { handler } = growing();
    let isDown = true;
    const service = await serve((request, index) =>
      isDown ? errorResponse(500, 'Down.') : handler(request, index),
    );
    await connect(service);
    // The page contains it in its HTML or receives it in a message.
    const shown = (pattern: RegExp) =>
      until(
        () => [...captures.pageMessages, ...captures.pageHtml].some((each) => pattern.test(each)),
        onDidFillPage,
      );
    const forget = () => void [captures.pageMessages.splice(0), captures.pageHtml.splice(0)];
    forget();
    const panel = vscode.window.createWebviewPanel(
      'workflowJobs.job',
      'Invoice Approval',
      vscode.ViewColumn.Active,
    );
    await serializerOf('workflowJobs.job').deserializeWebviewPanel(panel, {
      key: 'job_1',
      baseUrl: service.url,
    });
    await shown(/"kind":"empty",[^<]*"name":"Invoice Approval",[^<]*"notice":\{/);
    await untilPageOpen('Invoice Approval');
    isDown = false;
    advanceClock(minute);
    await shown(/"kind":"show",[^<]*"notice":null/);

    await refresh();
    isDown = true;
    forget();
    advanceClock(minute);
    await shown(
      /"sentence":"Details could not be loaded[^<]*"staleSince":null,"isUnreachable":false,"detailsAsOf":\d/,
    );
    isDown = false;
    forget();
    advanceClock(minute);
    await shown(/"notice":null,[^<]*"staleSince":null,"isUnreachable":false,"detailsAsOf":null/);
  });

  test('reports a deleted job, and stops watching it @full', async () => {
    const { data, handler } = growing();
    const service = await connected(handler);
    const nodes = await nodesOf();
    for (const node of nodes) await watch(node);
    const notices: unknown[][] = [];
    const warning = onQuestion('warning', (...args) => void notices.push(args));
    data.jobs = data.jobs.slice(1);
    // One 404 is not enough, because the service may not find a new job yet.
    for (const round of [1, 2, 3]) {
      assert.deepEqual(notices, []);
      advanceClock(minute);
      await untilRequested(service, 'GET', /\/job_2$/, round);
      // The first 404 counts only after an existing job was read.
      await untilRequested(service, 'GET', /\/job_1$/);
      // The response arrives after the poll.
      await run('refreshFields');
    }
    await warning.asked;
    assert.equal(requestsFor(service, 'GET', /\/job_2$/), 3);
    assert.deepEqual(notices, [['Job “job_2” was deleted and is no longer watched']]);
    assert.deepEqual(nodes.map(contextOf), [rowContexts.unwatchedJob, rowContexts.watchedJob]);
  });

  test('marks the row of a deleted job if notifications are off', async () => {
    const { data, handler } = growing();
    const service = await connected(handler);
    await setting('notifyWhenFinished', false);
    const [node] = await nodesOf();
    await watch(node);
    const warnings: unknown[][] = [];
    onQuestion('warning', (...args) => void warnings.push(args));
    data.jobs = data.jobs.slice(1);
    for (const round of [1, 2, 3]) {
      advanceClock(minute);
      await untilRequested(service, 'GET', /\/job_2$/, round);
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
    await refresh();
    assert.equal((await rowsOf()).length, 1);
  });

  test('stops watching after a rejected API key, and shows a row until the service accepts the key', async () => {
    const { handler } = growing();
    let isRefused = false;
    const service = await serve((request, index) =>
      isRefused && /\/jobs\/job_/.test(request.url) ? errorResponse(401, 'No.') : handler(request, index),
    );
    await connect(service);
    await settled();
    await watch((await nodesOf())[0]);
    isRefused = true;
    advanceClock(onePoll);
    const { onDidChangeTreeData = () => assert.fail() } = captured().provider;
    let rows = await rowsOf();
    while (rows[0]?.icon !== 'error') {
      await new Promise((resolve) => void onDidChangeTreeData(resolve));
      rows = await rowsOf();
    }
    assert.match(
      `${rows[0].label} ${rows[0].description}, ${rows[0].tooltip}`,
      /^Watching stopped \d+:\d\d:\d\d [AP]M( \S+)?, .*requires an API key/s,
    );
    assert.equal(rows[1]?.label, 'Invoice Approval');
    isRefused = false;
    const before = requestsFor(service, 'GET', /\/job_2$/);
    await refresh();
    await untilRequested(service, 'GET', /\/job_2$/, before + 1);
    while ((await rowsOf())[0]?.icon === 'error') {
      await new Promise((resolve) => void onDidChangeTreeData(resolve));
    }
    assert.equal(await watched(), 1);
  });

  test('refreshes both views when the service recovers', async () => {
    const data = { fields: [aField()], jobs: [aJob({ key: 'job_1' })] };
    const service = await serve(() => errorResponse(400, 'Down.'));
    await connect(service);
    const views = [view, 'workflowJobs.fields'];
    await settled();
    await run('refreshFields');
    const labels = async () => (await Promise.all(views.map((id) => rowsOf(id)))).map(([row]) => row?.label);
    assert.deepEqual(await labels(), [undefined, undefined]);
    assert.deepEqual(
      views.map((id) => contexts.get(`${id}Unread`)),
      ['other', 'jobs'],
    );
    const asked = requestsFor(service, 'GET', /^\/fields/);
    service.use(serveData(data));
    await refresh();
    advanceClock(onePoll);
    await untilRequested(service, 'GET', /^\/fields/, asked + 1);
    // Waits for the load in progress.
    await run('refreshFields');
    assert.deepEqual(await labels(), ['Invoice Approval', 'Title']);
  });

  for (const button of ['Open', 'Stop Watching 1 Other Job']) {
    test(`ignores ${button} in a notification after the window connected to another service`, async () => {
      const other = await serve(growing().handler);
      const { finish, handler } = growing();
      const service = await serve(handler);
      for (const each of [other, service]) {
        await switchTo(each);
        await watch((await nodesOf())[1]);
      }
      await watch((await nodesOf())[0]);
      const warning = onQuestion('warning');
      onQuestion('info', async (_sentence, ...buttons) => {
        if (!buttons.includes('Stop Watching 1 Other Job')) return undefined;
        await switchTo(other);
        return button;
      });
      finish('job_2');
      await refresh();
      assert.equal((await warning.asked)[0], 'Nothing was done, because the connection has changed.');
      assert.deepEqual(openPages(), []);
      assert.equal(await watched(), 1);
    });
  }

  test('adds the date to times of an earlier day, even if the window has been open since', async () => {
    const fieldsView = 'workflowJobs.fields';
    const data = { fields: [aField()], jobs: [aJob({ key: 'job_1' })] };
    const service = await connected(data);
    await run('refreshFields');
    await disconnect();
    service.use(() => errorResponse(400, 'Down.'));
    await connect(service);
    for (const id of [view, fieldsView]) {
      await until(() => / as of /.test(` ${descriptionOf(id)}`), onDidSet(id));
    }
    const seen = () => [view, fieldsView].map((id) => /as of .*\d{4},/.test(descriptionOf(id)));
    assert.deepEqual(seen(), [false, false]);
    advanceClock(24 * 60 * minute);
    look({ ...looking, active: false });
    assert.deepEqual(seen(), [true, true]);
  });

  test('refreshes automatically without moving jobs, and shows newer jobs in a row', async () => {
    const data = { jobs: [aJob({ key: 'job_1' })] };
    const service = await connected(data);
    const before = requestsFor(service, 'GET', /page=1$/);
    const startedAt = new Date().toISOString();
    data.jobs = [aJob({ key: 'job_2', startedAt }), ...data.jobs];
    await setting('autoRefresh', 5);
    advanceClock(5_000);
    await untilRequested(service, 'GET', /page=1$/, before + 1);
    await until(() => descriptionOf() === '1 of 2', onDidSet());
    assert.equal(requestsFor(service, 'GET', /page=1$/), before + 1);
    const [newer, ...jobs] = await rowsOf();
    assert.deepEqual([newer?.label, newer?.command?.command], ['1 newer job', 'workflowJobs.refreshJobs']);
    assert.equal(jobs.length, 1);
    await run('refreshJobs');
    assert.deepEqual(
      (await rowsOf()).map(({ label }) => label),
      ['Invoice Approval', 'Invoice Approval'],
    );
  });

  test('announces loaded jobs and each outage in notifications if the editor supports screen readers', async () => {
    const data = { jobs: Array.from({ length: 60 }, (_, index) => aJob({ key: `job_${index}` })) };
    const service = await connected(data);
    const editor = vscode.workspace.getConfiguration('editor');
    await editor.update('accessibilitySupport', 'on', vscode.ConfigurationTarget.Global);
    atEnd(() => editor.update('accessibilitySupport', undefined, vscode.ConfigurationTarget.Global));
    const { sentences } = onQuestion('info');
    await run('loadMoreJobs');
    assert.deepEqual(sentences.splice(0), ['Loaded 10 more jobs, 60 of 60']);
    for (const [handler, sentence] of [
      [() => errorResponse(400, 'Down.'), /^Refresh failed\. .*Down\./],
      [serveData(data), /^Refresh succeeded\.$/],
    ] as const) {
      service.use(handler);
      await refresh();
      assert.match(sentences.splice(0).join(), sentence);
    }
  });

  test('limits the interval of the automatic refresh', async () => {
    for (const [seconds, allowed] of [
      [-5, 0],
      [0.1, 5],
      [1e300, 86_400],
    ] as const) {
      await setting('autoRefresh', seconds);
      assert.equal(settings.autoRefresh(), allowed * 1000, String(seconds));
    }
  });
});

/** Returns the context value of a row, which its menus depend on. */
function contextOf(node: unknown): string {
  const item = captured().provider.getTreeItem(node);
  return item instanceof vscode.TreeItem ? (item.contextValue ?? '') : '';
}
