import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPageOf, minutesAgo } from '../../support/service/builders.ts';
import { envelope, serveData, text } from '../../support/service/service.ts';
import { advanceClock } from '../support/clock.ts';
import { contexts, onDidSetContext } from '../support/captures.ts';
import { ask, onProgress, removeApiKey } from '../support/prompts.ts';
import { changesOf, descriptionOf, nodesOf, rowsOf } from '../support/rows.ts';
import { connected, run, until } from '../support/extension.ts';
import { resetBrowsing, wanted } from './browseSetup.ts';

const view = 'workflowJobs.jobs';
const minute = 60_000;

/**
 * Runs a command. `listen` receives the messages of its progress notification and can cancel it.
 */
async function withProgress(
  command: string,
  listen?: Parameters<typeof onProgress>[0],
): Promise<void> {
  onProgress(listen);
  await vscode.commands.executeCommand(command);
}

const labels = async () =>
  (await rowsOf()).map(({ label, description }) => `${label} ${description}`.trim());

suite('Jobs view', () => {
  teardown(resetBrowsing);

  test('updates the context keys of commands when its state changes', async () => {
    const names = ['jobsGrouped', 'watching', 'hasApiKey'];
    const values = () => names.map((name) => Boolean(contexts.get(`workflowJobs.${name}`)));
    const become = (...wanted: boolean[]) =>
      until(() => String(values()) === String(wanted), onDidSetContext);
    await connected({ jobs: [aJob({ key: 'job_1' })] });
    await become(false, false, false);
    await run('watchJob', 'job_1');
    await become(true, true, false);
    await ask('setApiKey', 'secret');
    await become(true, true, true);
    await removeApiKey();
    await run('unwatchJob', ...(await nodesOf()));
    await become(false, false, false);
    await ask('groupJobs', 'Workflow');
    await become(true, false, false);
  });

  test('groups jobs by workflow, step, person, state, and day', async () => {
    await connected({
      jobs: [
        aJob({ ...wanted, startedAt: '2026-10-01T12:00:00Z' }),
        aJob({
          key: 'job_2',
          activeWorkflows: [],
          activeSteps: [],
          startedAt: null,
          completedAt: '2026-10-02T12:00:00Z',
        }),
      ],
    });
    for (const [by, ...expected] of [
      ['Workflow', 'Alpha 1', 'No workflow 1'],
      ['Step', 'Review 1', 'No active step 1'],
      ['Person', 'Grace Hopper 1', 'Unassigned 1'],
      ['State', 'active 1', 'completed 1'],
      ['Start date', 'Thu, Oct 1, 2026 1', 'Unknown start time 1'],
    ] as const) {
      await ask('groupJobs', by);
      // No page has reported the time zone of the window, so the groups use the time zone of the
      // extension host.
      const withoutZone = (label: string) => label.replace(/(?<= 2026), \S+/, '');
      assert.deepEqual((await labels()).map(withoutZone), expected);
      for (const { label, startsOpen } of await rowsOf()) {
        assert.equal(startsOpen, !/^(No |Unassigned|Unknown)/.test(label), `${label} is open`);
      }
    }
  });

  test('collapses complete groups of a long list @full', async () => {
    const data = {
      jobs: Array.from({ length: 3_300 }, (_, index) => aJob({ key: `job_${index}` })),
      perPage: 1_100,
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    const service = await connected(data, {
      'GET /jobs?page=3': (...request) => promise.then(() => serveData(data)(...request)),
    });
    const groups = async () =>
      (await rowsOf())
        .filter(({ children }) => children.length > 0)
        .map(({ label, startsOpen }) => `${label} ${startsOpen ? 'open' : 'closed'}`);
    assert.deepEqual(
      await groups(),
      ['1,001 – 2,000 open'],
      'the last group stays open, because more of its jobs can be loaded',
    );
    await run('loadMoreJobs');
    assert.deepEqual(await groups(), ['1,001 – 2,000 closed', '2,001 – 3,000 open']);
    const all = run('loadAllJobs');
    await service.received(service.requests.length + 1);
    assert.deepEqual(await groups(), ['1,001 – 2,000 closed', '2,001 – 3,000 closed']);
    resolve();
    await all;
    assert.deepEqual(await groups(), [
      '1,001 – 2,000 closed',
      '2,001 – 3,000 closed',
      '3,001 – 4,000 closed',
    ]);
    await ask('groupJobs', 'Workflow');
    assert.deepEqual(await groups(), ['Invoice Approval closed']);
  });

  test('shows the Load more row below all groups', async () => {
    const data = {
      jobs: Array.from({ length: 1_200 }, (_, index) => aJob({ key: `job_${index}` })),
      perPage: 1_100,
    };
    await connected(data, { 'GET /jobs?page=2': text(400, 'no') });
    const end = async () => (await rowsOf()).slice(-3).map(({ label }) => label);
    assert.deepEqual((await end()).slice(-2), ['1,001 – 2,000', 'Load more']);
    const failure = 'More jobs not loaded';
    await run('loadMoreJobs');
    assert.deepEqual(await end(), ['1,001 – 2,000', failure, 'Load more']);
    await ask('groupJobs', 'State');
    assert.deepEqual(await end(), ['active', failure, 'Load more']);
    await ask('filterJobs', 'State', 'Active', 'Done');
    assert.deepEqual(await end(), ['active', failure, 'Search the other 100 jobs']);
  });

  test('redraws only the rows whose age changes', async () => {
    // Sets the clock to noon, because other rows change at midnight.
    advanceClock(new Date().setHours(36, 0, 0, 0) - Date.now());
    await connected({
      jobs: [
        aJob({ ...wanted, key: 'job_young', startedAt: minutesAgo(190) }),
        aJob({ ...wanted, key: 'job_old', startedAt: minutesAgo(30.5 * 24 * 60) }),
      ],
    });
    for (const by of ['None (service order)', 'Workflow']) {
      await ask('groupJobs', by);
      const events = changesOf();
      const [first] = await nodesOf();
      const young = by === 'Workflow' ? (await nodesOf(view, first))[0] : first;
      await rowsOf();
      events.changes.splice(0);
      advanceClock(minute);
      assert.deepEqual(events.changes, [], 'no age has changed yet');
      advanceClock(60 * minute);
      assert.deepEqual(events.changes, [[young]], by);
      events.dispose();
    }
  });
});

suite('Load All Jobs command', () => {
  teardown(() => run('clearJobFilter'));

  const jobs = Array.from({ length: 36 }, (_, index) =>
    aJob({ key: `job_${index}`, ...(index % 6 < 3 ? {} : { completedAt: minutesAgo(1) }) }),
  );
  const answer = serveData({ jobs, perPage: 3 });
  const numberOf = (url: string) => Number(/^\/jobs\?page=(\d+)$/.exec(url)?.[1]);
  /** Service that delays all pages after the first one until the test continues. */
  const connectedUpTo = async (page: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const service = await connected((...request) =>
      numberOf(request[0].url) > page ? promise.then(() => answer(...request)) : answer(...request),
    );
    return { service, resolve };
  };

  test('loads the remaining jobs when it runs again after a cancellation @floor', async () => {
    const { service, resolve } = await connectedUpTo(5);
    await withProgress('workflowJobs.loadAllJobs', (message, cancel) => {
      // Some requests must have been sent, so that the service can see their cancellation.
      if (message === '15 of 36') void service.received(7).then(cancel);
    });
    assert.equal(descriptionOf(), '15 of 36');
    await service.abandoned(1);
    resolve();
    await withProgress('workflowJobs.loadAllJobs');
    assert.equal(descriptionOf(), '36 of 36');
  });

  test('keeps the found jobs if the user cancels a search', async () => {
    const { resolve } = await connectedUpTo(4);
    await ask('filterJobs', 'State', 'Completed');
    assert.deepEqual(await labels(), ['No matching jobs Clear filter', 'Search the other 33 jobs']);
    const messages: string[] = [];
    await withProgress('_workflowJobs.searchOthers', (message, cancel) => {
      messages.push(message);
      if (message.endsWith('12 of 36 jobs')) cancel();
    });
    assert.deepEqual(messages, [
      'Found 3 in 6 of 36 jobs',
      'Found 3 in 9 of 36 jobs',
      'Found 6 in 12 of 36 jobs',
    ]);
    assert.equal(descriptionOf(), '6 of 12 loaded');
    resolve();
    await withProgress('_workflowJobs.searchOthers', (message) => {
      if (message.endsWith('15 of 36 jobs')) void run('clearJobFilter');
    });
    assert.match(descriptionOf(), /^(15|18|21|24) of 36$/, 'stops when the filter is cleared');
    await ask('filterJobs', 'State', 'Completed');
    await withProgress('_workflowJobs.searchOthers');
    assert.equal(descriptionOf(), '18 of 36 loaded');
    assert.deepEqual(
      (await rowsOf()).filter(({ label }) => label.startsWith('Search')),
      [],
    );
  });

  test('shows only the number of loaded jobs if the total is unknown', async () => {
    const page = (number: number) => {
      const { jobs: some, pagination } = aPageOf(jobs, number, 18);
      return envelope({ jobs: some, pagination: { ...pagination, total: null } });
    };
    await connected({}, { 'GET /jobs?page=1': page(1), 'GET /jobs?page=2': page(2) });
    await run('filterJobs', { state: 'completed' });
    const messages: string[] = [];
    await withProgress('_workflowJobs.searchOthers', (message) => messages.push(message));
    assert.deepEqual(messages, ['Found 18 in 36 jobs']);
  });
});
