import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';

test.use({ extensionFolders: [join(import.meta.dirname, 'faulty')] });

test('what an extension or its page throws or rejects, and nobody catches, is noticed @full', async ({ workbench, faults }) => {
  await workbench.runCommand('Faulty: Throw');
  await workbench.runCommand('Faulty: Reject');
  await workbench.runCommand('Faulty: Open Page');
  await expect.poll(() => faults.map((fault) => fault.split('\n')[0]).sort()).toEqual([
    'extension workflow-jobs.faulty: rejected by nobody’s promise',
    'extension workflow-jobs.faulty: thrown by a timer',
    'page: rejected by a page',
    'page: thrown by a page',
  ]);
  // Every test fails that leaves one; here they are wanted.
  faults.length = 0;
});
