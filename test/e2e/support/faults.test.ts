import { expect, test } from './fixtures.ts';

test.describe('Test fixtures', () => {
  test('detect uncaught errors in an extension and its webviews @full', async ({
    workbench,
    faults,
  }) => {
    for (const command of ['Throw', 'Reject', 'Open Page'])
      await workbench.runCommand(`Faulty: ${command}`);
    await expect
      .poll(() => faults.map((fault) => fault.split('\n')[0]).sort())
      .toEqual([
        'extension workflow-jobs.faulty: rejected by nobody’s promise',
        'extension workflow-jobs.faulty: thrown by a timer',
        'page: rejected by a page',
        'page: thrown by a page',
      ]);
    // Other tests fail if this list is not empty. This test expects the errors.
    faults.length = 0;
  });
});
