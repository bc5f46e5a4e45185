import assert from 'node:assert/strict';
import { aField, aJob } from '../../support/service/builders.ts';
import { envelope, serveData } from '../../support/service/service.ts';
import { changesOf, nodesOf, rowsOf, type ShownRow, settled } from '../support/rows.ts';
import { connect, connected, run, serve } from '../support/extension.ts';

const [fields, jobs] = ['workflowJobs.fields', 'workflowJobs.jobs'];

suite('Jobs view', () => {
  test('removes the rows of the previous service before the next service responds', async () => {
    const data = { fields: [aField()], jobs: [aJob()] };
    const { promise, resolve } = Promise.withResolvers<void>();
    const second = await serve((...request) => promise.then(() => serveData(data)(...request)));
    await connected(data);
    await run('refreshFields');
    assert.deepEqual([(await nodesOf(jobs)).length, (await nodesOf(fields)).length], [1, 1]);
    await connect(second);
    await second.received(1);
    assert.deepEqual([await nodesOf(jobs), await nodesOf(fields)], [[], []]);
    resolve();
    await settled(jobs);
    assert.equal((await nodesOf(jobs)).length, 1);
  });

  test('redraws only the Load more row when the total changes', async () => {
    const data = {
      jobs: Array.from({ length: 3 }, (_, index) => aJob({ key: `job_${index}` })),
      total: 90,
    };
    await connected(data);
    const nodes = await nodesOf(jobs);
    const events = changesOf(jobs);
    data.total = 89;
    await run('refreshJobs');
    assert.deepEqual(events.changes.flat(), [nodes[3]]);
    assert.equal((await rowsOf(jobs))[3]?.ariaLabel, 'Load more, 3 of 89');
    await run('refreshJobs');
    assert.equal(events.changes.flat().length, 1);
  });

  test('redraws all rows when the filter changes', async () => {
    await connected({ jobs: [aJob()] });
    assert.equal((await rowsOf(jobs))[0]?.label, 'Invoice Approval');
    const { changes } = changesOf(jobs);
    await run('filterJobs', { workflows: ['Invoice Approval'] });
    assert.deepEqual(changes, [undefined]);
    assert.equal((await rowsOf(jobs))[0]?.label, 'Release payment');
    await run('filterJobs', {});
    assert.equal((await rowsOf(jobs))[0]?.label, 'Invoice Approval');
  });

  test('assigns commands without arguments to its rows', async () => {
    const service = await connected({
      fields: [aField(), { key: null }],
      jobs: [aJob(), { note: 'no key' }],
      total: 90,
    });
    service.use(() => envelope({ fields: null }));
    await run('refresh');
    const all = (rows: readonly ShownRow[]): ShownRow[] =>
      rows.flatMap((row) => [row, ...all(row.children)]);
    const withCommand = all([...(await rowsOf(fields)), ...(await rowsOf(jobs))]).filter(
      ({ command }) => command !== undefined,
    );
    const labels = withCommand.map(({ label }) => label);
    for (const label of ['Invoice Approval', 'Load more', 'Not refreshed']) {
      assert.ok(labels.includes(label), `${label} is not among ${labels.join(', ')}`);
    }
    // VS Code drops the arguments of a command if its row is updated during a click.
    assert.deepEqual(
      withCommand
        .filter(({ command }) => command?.arguments !== undefined)
        .map(({ label }) => label),
      [],
    );
  });
});
