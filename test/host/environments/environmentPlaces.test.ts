import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { aField, aJob } from '../../support/service/builders.ts';
import {
  type Routes,
  type Service,
  envelope,
  serveData,
  delayed,
} from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures, onDidFillPage } from '../support/captures.ts';
import { ask, onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { descriptionOf, messageOf, nodesOf, onDidSet, rowsOf } from '../support/rows.ts';
import { statusItem } from '../support/statusItem.ts';
import {
  connect,
  inWorkspace,
  run,
  serve,
  setting,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';

const fieldsView = 'workflowJobs.fields';
const finishedAt = '2026-10-02T08:00:00Z';

interface Entry {
  name: string;
  kind: string;
  readOnly?: boolean;
}
const live: Entry = { name: 'Live', kind: 'production' };
const trial: Entry = { name: 'Trial', kind: 'staging' };

/** Defines environments for these services in the settings. */
async function nameServices(...named: readonly [Service, Entry][]): Promise<void> {
  await setting(
    'environments',
    named.map(([{ url }, entry]) => ({ baseUrl: url, ...entry })),
  );
}

/** Connects to a service and waits until the Jobs view shows this number of jobs. */
async function connectTo(service: Service, count: number): Promise<void> {
  await connect(service);
  await until(() => descriptionOf().startsWith(`${count} of ${count}`), onDidSet());
}

/** Starts the services Live, with one job, and Trial, with two jobs. Connects to Live. */
async function connectToLive(jobs: object[] = [aJob({ key: 'job_live' })], others: Routes = {}) {
  const ofLive = { fields: [aField()], jobs };
  const first = await serve(serveData(ofLive, others));
  const second = await serve(
    serveData({ fields: [aField()], jobs: [aJob({ key: 'job_one' }), aJob({ key: 'job_two' })] }),
  );
  await nameServices([first, live], [second, trial]);
  await connectTo(first, ofLive.jobs.length);
  return { first, second, ofLive };
}

const lastPage = () => captures.pageMessages.at(-1) ?? captures.pageHtml.at(-1) ?? '';

suite('Connected environment', () => {
  test('appears only in the status bar if no environments are defined', async () => {
    const service = await serve(serveData({ jobs: [aJob()] }));
    await connectTo(service, 1);
    assert.deepEqual([messageOf(), messageOf(fieldsView)], ['', '']);
    assert.deepEqual(statusItem(), {
      text: `$(plug) 127.0.0.1:${service.port}`,
      tooltip: `Workflow Jobs: 127.0.0.1:${service.port}\nClick to switch environments.`,
      background: undefined,
      ariaLabel: `Workflow Jobs: 127.0.0.1:${service.port}`,
      command: 'workflowJobs.switchEnvironment',
    });
  });

  test('appears as a host name if the workspace sets the base URL', async () => {
    const service = await serve(serveData({ jobs: [aJob()] }));
    await connect(await serve(serveData({ jobs: [] })));
    await inWorkspace('baseUrl', service.url);
    const host = `127.0.0.1:${service.port}`;
    await until(() => messageOf() === host, onDidSet());
    assert.equal(statusItem()?.text, `$(plug) ${host}`);
    const titles: string[] = [];
    onBox('createQuickPick', ({ title, hide: dismiss }) => {
      titles.push(title);
      dismiss();
    });
    await run('startJob');
    const question = onQuestion('warning');
    await setting('confirmStart', 'always');
    await run('startJob', 'wf_a');
    assert.deepEqual(titles, [`Start Job in ${host}`]);
    assert.match(question.sentences.join(), /^Start a job for workflow .* on 127\.0\.0\.1:\d+\?/);
    await setting('baseUrl', service.url);
    await inWorkspace('baseUrl', undefined);
    await until(() => messageOf() === '', onDidSet());
  });

  test('appears in the status bar and above the jobs', async () => {
    const { first, second } = await connectToLive();
    const host = (service: Service) => `127.0.0.1:${service.port}`;
    assert.deepEqual(statusItem(), {
      text: '$(flame) Live',
      tooltip: `Workflow Jobs: Live, Production\n${host(first)}\nClick to switch environments.`,
      background: 'statusBarItem.warningBackground',
      ariaLabel: `Workflow Jobs: Live, Production, ${host(first)}`,
      command: 'workflowJobs.switchEnvironment',
    });
    assert.deepEqual([messageOf(), messageOf(fieldsView)], ['Live · Production', '']);

    await connectTo(second, 2);
    assert.deepEqual(
      [statusItem()?.text, statusItem()?.background, messageOf()],
      ['$(beaker) Trial', undefined, 'Trial · Staging'],
    );

    await nameServices(
      [first, live],
      [second, { name: 'Development', kind: 'development', readOnly: true }],
    );
    assert.deepEqual(
      [statusItem()?.text, messageOf()],
      ['$(tools) Development $(lock)', 'Development · read-only'],
    );
    assert.match(statusItem()?.tooltip ?? '', /\nRead-only: jobs cannot be started\.\n/);
    assert.equal(statusItem()?.ariaLabel, `Workflow Jobs: Development, ${host(second)}, read-only`);

    await nameServices([first, live]);
    assert.deepEqual(
      [statusItem()?.text, statusItem()?.background, messageOf()],
      [`$(plug) ${host(second)}`, undefined, host(second)],
    );
    await setting('baseUrl', undefined);
    assert.deepEqual([statusItem()?.text, messageOf()], ['$(debug-disconnect) Not connected', '']);
    await setting('environments', undefined);
    assert.equal(statusItem(), undefined, 'the item is hidden');
  });

  test('shows its name as plain text and truncates a long name', async () => {
    const service = await serve(serveData({ jobs: [aJob()] }));
    await connectTo(service, 1);
    await nameServices([
      service,
      { name: `$(flame)\n[x](command:y) ${'long '.repeat(9)}`, kind: 'development' },
    ]);
    assert.equal(statusItem()?.text, '$(tools) \\$(flame) [x](command:y) long …');
    assert.equal(messageOf(), `$(flame) [x](command:y)${' long'.repeat(7)} … · Development`);
  });

  test('appears in the view description if the view has no rows', async () => {
    const service = await serve(serveData({}));
    await nameServices([service, live]);
    await connect(service);
    await until(() => /Production/.test(descriptionOf()), onDidSet());
    assert.deepEqual([messageOf(), messageOf(fieldsView)], ['', '']);
    assert.match(descriptionOf(), /^Live · Production/);
  });

  test('appears in picker titles and suggested file names', async () => {
    const { second } = await connectToLive();
    const titles: string[] = [];
    onBox('createQuickPick', ({ title, hide }) => {
      titles.push(title);
      hide();
    });
    const offered: unknown[] = [];
    onWindow('showSaveDialog', (options: vscode.SaveDialogOptions) => {
      offered.push(options.defaultUri?.path.split('/').at(-1));
      return Promise.resolve(undefined);
    });
    await run('startJob');
    await ask('exportJobs', 'CSV');
    await connectTo(second, 2);
    await run('startJob');
    await ask('exportJobs', 'JSON');
    assert.deepEqual(
      [titles, offered],
      [
        ['Start Job in Live', 'Start Job in Trial'],
        ['jobs-live.csv', 'jobs-trial.json'],
      ],
    );
  });

  test('appears on job pages if it is a production environment', async () => {
    const { first, second } = await connectToLive();
    const says = (words: string) => until(() => lastPage().includes(words), onDidFillPage);
    captures.pageMessages.splice(0);
    await run('openJob', 'job_live');
    await untilPageOpen('Invoice Approval');
    await says('"environment":{"line":"Live · Production","kind":"production"}');
    await connectTo(second, 2);
    await says(`Not connected to Live (127.0.0.1:${first.port}).`);
    assert.match(lastPage(), /"line":"Live · Production"/);
    await nameServices([first, { ...live, name: 'Prod EU' }], [second, trial]);
    await says(`Not connected to Prod EU (127.0.0.1:${first.port}).`);
    assert.match(lastPage(), /"line":"Prod EU · Production"/);
    await nameServices([first, { name: 'Lab', kind: 'development' }], [second, trial]);
    await says('"environment":{"line":"Lab · Development","kind":"development"}');
    await connectTo(first, 1);
    await says('"notice":null');
    assert.match(lastPage(), /"environment":null/);
  });
});

suite('Switch Environment command', () => {
  /** Switches the environment of this window, which does not change a setting. */
  const switchTo = async (name: string, count: number) => {
    await ask('switchEnvironment', name);
    await until(() => descriptionOf().startsWith(`${count} of ${count}`), onDidSet());
  };

  test('aborts pending requests', async () => {
    const { first } = await connectToLive(undefined, {
      'GET /jobs/job_live': delayed(envelope({}), 60_000),
    });
    await run('openJob', 'job_live');
    await untilRequested(first, 'GET', /^\/jobs\/job_live$/);
    const before = first.requests.length;
    first.use(() => delayed(envelope({}), 60_000));
    void run('refreshJobs');
    await first.received(before + 1);
    await switchTo('Trial', 2);
    await first.abandoned(2);
    assert.equal((await rowsOf()).length, 2);
  });

  test('keeps a separate field sort order for each environment', async () => {
    await connectToLive();
    await run('sortFields');
    assert.equal(descriptionOf(fieldsView), 'required fields first');
    await switchTo('Trial', 2);
    await until(() => descriptionOf(fieldsView) === '', onDidSet(fieldsView));
    await switchTo('Live', 1);
    await until(() => descriptionOf(fieldsView) === 'required fields first', onDidSet(fieldsView));
    await run('sortFields');
  });

  test('reports a watched job that completed in another environment only once', async () => {
    const { ofLive } = await connectToLive();
    const notices = onQuestion('info').sentences;
    await watchAll();
    await switchTo('Trial', 2);
    ofLive.jobs[0] = aJob({ key: 'job_live', completedAt: finishedAt });
    await run('refreshJobs');
    assert.deepEqual(notices, []);
    const notification = onQuestion('info');
    await switchTo('Live', 1);
    await notification.asked;
    await switchTo('Trial', 2);
    await switchTo('Live', 1);
    assert.deepEqual(notification.sentences, ['Invoice Approval completed (Live)']);
  });
});

async function watchAll(): Promise<void> {
  const nodes = await nodesOf();
  for (const node of nodes) await run('watchJob', node);
  atEnd(() => run('unwatchJob', nodes[0], nodes));
}
