import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage, minutesAgo } from '../../support/service/builders.ts';
import { envelope, errorResponse, serveData } from '../../support/service/service.ts';
import { ask, onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { descriptionOf, messageOf, nodesOf, rowsOf, settled } from '../support/rows.ts';
import { connect, connected, run, serve, setting } from '../support/extension.ts';
import { resetBrowsing, wanted } from './browseSetup.ts';

const keysShown = async () =>
  (await nodesOf()).flatMap(
    (node) => (node as { row?: { job: { key: string } } }).row?.job.key ?? [],
  );

suite('Jobs view', () => {
  teardown(resetBrowsing);

  // The first job matches the filter. Each other job violates one condition.
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
    test(`does not run the command ${command} if the connection changes during the prompt`, async () => {
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

  test('asks the user to select a name only for the first filter with “me”', async () => {
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
    await ask('filterJobs', 'Select Your Name…', 'Ada Byron');
    await run('filterJobs', { starters: ['@me'] });
    assert.equal(descriptionOf(), `${jobs.length - 1} of ${jobs.length} loaded`);
  });

  test('shows why the jobs could not be loaded instead of asking for the user’s name', async () => {
    await connected({}, { 'GET /jobs?page=1': errorResponse(400, 'Down.') });
    const [error, info] = [onQuestion('error'), onQuestion('info')];
    await run('filterJobs', { assignees: ['@me'] });
    assert.match(error.sentences.join(), /rejected GET \/jobs\?page=1 \(HTTP 400\)/);
    assert.deepEqual(info.sentences, []);
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

  test('saves no filter if no filter is set', async () => {
    await connected({ jobs });
    const { sentences } = onQuestion('info');
    await ask('saveFilter');
    assert.deepEqual(sentences, ['Set a filter first.']);
  });

  test('reports problems in the saved filters once for each use of the picker', async () => {
    await connected({ jobs });
    await setting('filters', [{ name: 'Odd', stat: 'active' }]);
    const { sentences } = onQuestion('warning');
    await ask('filterJobs', 'State', 'Active', 'Workflow', 'Alpha', 'Done');
    assert.equal(sentences.length, 1, sentences.join('\n'));
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
});
