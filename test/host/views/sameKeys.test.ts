import assert from 'node:assert/strict';
import { aField, aJob } from '../../support/service/builders.ts';
import { ask } from '../support/prompts.ts';
import { clickRow, rowsOf, type ShownRow } from '../support/rows.ts';
import { connected, openPages, run, untilPageOpen } from '../support/extension.ts';

const [fields, jobs] = ['workflowJobs.fields', 'workflowJobs.jobs'];
const called = (name: string) => ({ activeWorkflows: [{ key: name, name }] });
const labels = (rows: readonly ShownRow[]) => rows.map(({ label }) => label);

suite('Jobs and Fields views', () => {
  teardown(() => ask('groupJobs', 'None (service order)'));

  test('show only the first of two jobs with the same key', async () => {
    await connected({
      jobs: [
        aJob({ key: 'job_1', ...called('Alpha') }),
        aJob({ key: 'job_2', ...called('Beta') }),
        aJob({ key: 'job_1', ...called('Gamma') }),
      ],
    });
    for (const _ of ['as loaded', 'refreshed']) {
      const rows = await rowsOf(jobs);
      assert.deepEqual(labels(rows), ['Alpha', 'Beta', 'May be incomplete']);
      assert.equal(rows[2]?.ariaLabel, 'The service returned 1 job with a duplicate key.');
      await run('refreshJobs');
    }
  });

  test('distinguish a job from a row that has no key', async () => {
    await connected({
      jobs: [{ note: 'no key' }, aJob({ key: 'unreadable:1:0', ...called('Alpha') })],
    });
    for (const row of await rowsOf(jobs)) {
      await clickRow(jobs, row);
      await untilPageOpen(row.label);
    }
    assert.deepEqual(openPages(), ['Alpha']);
  });

  test('show every field and option, even if their keys are equal', async () => {
    const details = {
      options: [
        { key: 'a', label: 'Low' },
        { key: 'a', label: 'High' },
        { key: 'a#2', label: 'Odd' },
      ],
    };
    await connected({
      jobs: [aJob()],
      fields: [
        aField({ key: 'a' }),
        aField({ key: 'a', name: 'Second' }),
        aField({ key: 'a#2', name: 'Third', type: 'dropdown', details }),
      ],
    });
    await run('refreshFields');
    const rows = await rowsOf(fields);
    assert.deepEqual(
      [labels(rows), labels(rows[2]?.children ?? [])],
      [
        ['Title', 'Second', 'Third'],
        ['Low', 'High', 'Odd'],
      ],
    );
    const ids = rows
      .flatMap(({ node, children }) => [node, ...children.map((child) => child.node)])
      .map((node) => (node as { id: string }).id);
    assert.equal(new Set(ids).size, 6);
  });
});
