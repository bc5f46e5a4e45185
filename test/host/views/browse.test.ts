import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage, minutesAgo } from '../../support/service/builders.ts';
import { envelope, serveData, text } from '../../support/service/service.ts';
import { advanceClock } from '../support/clock.ts';
import { contexts, onDidSetContext } from '../support/captures.ts';
import { ask, onBox, onProgress, onQuestion, onWindow, removeApiKey } from '../support/prompts.ts';
import { changesOf, descriptionOf, messageOf, nodesOf, rowsOf, settled } from '../support/rows.ts';
import { connect, connected, run, serve, setting, until } from '../support/extension.ts';

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

const keysShown = async () =>
  (await nodesOf()).flatMap(
    (node) => (node as { row?: { job: { key: string } } }).row?.job.key ?? [],
  );
const labels = async () =>
  (await rowsOf()).map(({ label, description }) => `${label} ${description}`.trim());

suite('Jobs view', () => {
  teardown(async () => {
    await run('clearJobFilter');
    await ask('groupJobs', 'None (service order)');
  });

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

  // The first job matches the filter. Each other job violates one condition.
  const wanted = {
    activeWorkflows: [{ key: 'w', name: 'Alpha' }],
    activeSteps: [{ key: 's', name: 'Review' }],
    assignedTo: { key: 'u1', firstName: 'Grace', lastName: 'Hopper' },
    startedBy: { key: 'u2', firstName: 'Ada', lastName: 'Byron' },
    startedAt: minutesAgo(20),
    updatedAt: minutesAgo(10),
  };
  const parts: {
    part: string;
    set: (string | readonly string[])[];
    unset: string | readonly string[];
    misses: object;
  }[] = [
    { part: 'State', set: ['Active'], unset: 'Any', misses: { completedAt: minutesAgo(1) } },
    {
      part: 'Workflow',
      set: ['Alpha'],
      unset: 'Any',
      misses: { activeWorkflows: [{ key: 'v', name: 'Beta' }] },
    },
    {
      part: 'Step',
      set: ['Review'],
      unset: 'Any',
      misses: { activeSteps: [{ key: 't', name: 'Release' }] },
    },
    { part: 'Assigned to', set: ['Grace Hopper'], unset: 'Any', misses: { assignedTo: null } },
    {
      part: 'Started by',
      set: ['Select Multiple…', ['Ada Byron']],
      unset: 'Any',
      misses: { startedBy: { key: null, firstName: null, lastName: null } },
    },
    { part: 'Text in a name or the key', set: ['JOB_'], unset: '', misses: { key: 'another' } },
    {
      part: 'Started',
      set: ['Started within 1 h'],
      unset: 'Any',
      misses: { startedAt: minutesAgo(70) },
    },
    {
      part: 'Updated',
      set: ['Updated within 1 h'],
      unset: 'Any',
      misses: { updatedAt: minutesAgo(70) },
    },
  ];
  const jobs = [
    aJob({ ...wanted, key: 'job_wanted' }),
    ...parts.map(({ part, misses }) => aJob({ ...wanted, key: `job_${part}`, ...misses })),
  ];

  for (const { command, before, last } of [
    { command: 'filterJobs', before: ['State'], last: 'Completed' },
    { command: 'groupJobs', before: [], last: 'State' },
  ]) {
    test(`ignores a choice in the command ${command} if the connected service changes`, async () => {
      const other = await serve(serveData({ jobs }));
      await connected({ jobs });
      const { sentences } = onQuestion('warning');
      const replies = [
        ...before.map((label) => () => label),
        () => connect(other).then(() => last),
      ];
      onBox('createQuickPick', async ({ items, accept }) => {
        const label = await replies.shift()?.();
        accept(items.findIndex((each) => each.label === label));
      });
      onWindow('showQuickPick', async (items: { label: string }[]) => {
        const label = await replies.shift()?.();
        return items.find((each) => each.label === label);
      });
      await run(`${command}`);
      await settled();
      assert.equal((await keysShown()).length, jobs.length);
      assert.deepEqual(sentences, ['Nothing was done, because the connection has changed.']);
    });
  }

  test('shows only jobs that match all filter conditions', async () => {
    await connected(
      { jobs },
      {
        'GET /jobs?page=1': envelope(
          aPage(jobs, { hasMore: true, nextPage: 2, lastPage: 17, total: 150 }),
        ),
      },
    );
    await ask('filterJobs', ...parts.flatMap(({ part, set }) => [part, ...set]), 'Done');
    assert.deepEqual(await keysShown(), ['job_wanted']);
    assert.equal(descriptionOf(), `1 of ${jobs.length} loaded`);
    assert.equal(
      messageOf(),
      'Filter: Alpha, Review, active, assigned to Grace Hopper, started by Ada Byron, “JOB_”, started within 1 h, updated within 1 h',
    );
    for (const { part, set, unset, misses } of parts) {
      await ask('filterJobs', part, unset, 'Done');
      assert.deepEqual(await keysShown(), [
        'job_wanted',
        (misses as { key?: string }).key ?? `job_${part}`,
      ]);
      await ask('filterJobs', part, ...set, 'Done');
    }
    await ask('filterJobs', 'Clear the filter');
    assert.equal((await keysShown()).length, jobs.length);
  });

  test('applies the typed filter when the user presses Enter', async () => {
    await connected({ jobs });
    onBox('createQuickPick', ({ type, accept }) => {
      type('Ada');
      accept(0);
    });
    await run('filterJobs');
    assert.equal(messageOf(), 'Filter: “Ada”');
    await run('clearJobFilter');
    await ask('filterJobs', 'Assigned to Grace Hopper');
    assert.equal(messageOf(), 'Filter: assigned to Grace Hopper');
  });

  test('asks for the user’s name only for the first filter by “me”', async () => {
    await connected({ jobs });
    const note = async () => (await rowsOf())[0]?.label;
    await setting('filters', [{ name: 'My own', assignees: ['@me'] }]);
    await ask('filterJobs', 'My own', undefined);
    assert.deepEqual([messageOf(), await note()], ['Filter: My own', 'Select your name']);
    await ask('filterJobs', 'Assigned to me', 'Grace Hopper');
    const mine = await keysShown();
    assert.ok(mine.includes('job_wanted') && mine.length < jobs.length, String(mine));
    await ask('filterJobs', 'Started by me');
    assert.deepEqual(
      [messageOf(), await keysShown()],
      ['Filter: assigned to me, started by me', []],
    );
    await run('clearJobFilter');
    await ask('groupJobs', 'Person');
    assert.equal(await note(), 'Grace Hopper (me)');
    await ask('filterJobs', 'Select Your Name…', 'Ada Byron');
    assert.equal(await note(), 'Grace Hopper');
    await run('filterJobs', { starters: ['@me'] });
    assert.equal(descriptionOf(), `${jobs.length - 1} of ${jobs.length} loaded`);
  });

  test('filters by the workflow, step, or person of a row', async () => {
    await connected({ jobs });
    const [row] = await nodesOf();
    for (const part of ['Workflow', 'Step', 'Person']) {
      await run(`filterBy${part}`, row);
    }
    assert.equal(messageOf(), 'Filter: Alpha, Review, assigned to Grace Hopper');
  });

  test('applies a saved filter by name', async () => {
    await connected({ jobs });
    await ask('filterJobs', 'State', 'Active', 'Done');
    await ask('saveFilter', 'In progress', 'User Settings');
    assert.deepEqual(
      vscode.workspace.getConfiguration('workflowJobs').inspect('filters')?.globalValue,
      [{ name: 'In progress', state: 'active' }],
    );
    assert.equal(messageOf(), 'Filter: In progress');
    await run('clearJobFilter');
    await ask('filterJobs', 'In progress');
    assert.equal(messageOf(), 'Filter: In progress');
    await run('filterJobs', { state: 'completed' });
    assert.equal(messageOf(), 'Filter: completed');
    await run('filterJobs', 'In progress');
    assert.equal(messageOf(), 'Filter: In progress');
  });

  test('rejects an unknown filter name or condition', async () => {
    await connected({ jobs });
    const { sentences } = onQuestion('error');
    await run('filterJobs', 'Mine');
    await run('filterJobs', { stat: 'active' });
    assert.match(sentences[0] ?? '', /^No filter is named “Mine”\. Saved filters: none\./);
    assert.match(
      sentences[1] ?? '',
      /^“stat” is not a valid condition\. Valid conditions are workflows, steps, state,/,
    );
    assert.equal((await keysShown()).length, jobs.length);
  });

  test('opens the filter picker from the toolbar even if a row has focus', async () => {
    await connected({ jobs: [aJob(wanted)] });
    const [row] = await nodesOf();
    let shownTitle = '';
    onBox('createQuickPick', ({ title, hide }) => {
      shownTitle = title;
      hide();
    });
    await run('filterJobs', row);
    assert.equal(shownTitle, 'Filter Jobs');
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
      // No page has reported the time zone of the window, so the groups use that of the extension
      // host.
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
    assert.deepEqual(await groups(), ['1,001 – 2,000 open'], 'the last goes on with Load more');
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
    // At midnight, the shown days change, too.
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
});
