import { expect, test } from './fixtures.ts';

test('what an extension or its page throws or rejects, and nobody catches, is noticed @full', async ({
  workbench,
  faults,
}) => {
  for (const command of ['Throw', 'Reject', 'Open Page']) await workbench.runCommand(`Faulty: ${command}`);
  await expect
    .poll(() => faults.map((fault) => fault.split('\n')[0]).sort())
    .toEqual([
      'extension workflow-jobs.faulty: rejected by nobody’s promise',
      'extension workflow-jobs.faulty: thrown by a timer',
      'page: rejected by a page',
      'page: thrown by a page',
    ]);
  // Every test fails that leaves one; here they are wanted.
  faults.length = 0;
});
