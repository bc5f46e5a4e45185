import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, testResultsFolder } from '../support/paths.ts';
import { startProgram } from './program.ts';

const here = join(projectFolder, 'test/runner');

async function runSuites(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const output = join(testResultsFolder, 'runner', name);
  const program = startProgram(
    'test/support/runHost.ts',
    [
      '--no-build',
      '--extension',
      join(here, 'extension'),
      '--suites',
      join(here, 'suites', name),
      '--output',
      output,
      ...args,
    ],
    env,
  );
  return { code: await program.ended, said: program.output(), output };
}

describe('the runner of host tests', () => {
  test('fails with a suite that fails, and counts what passed and was skipped', async () => {
    const { code, said, output } = await runSuites('failing', [], { WORKFLOW_JOBS_RUNNER_TEST: 'inherited' });
    expect(code).toBe(1);
    expect(said).toContain("'tea' == 'coffee'");
    expect(said).toContain('Host tests in VS Code 1.139: 1 passed, 1 failed, 1 skipped');
    expect(said).toContain('The suite failed. Logs and a screenshot are in test-results/runner/failing.');
    expect(JSON.parse(await readFile(join(output, 'results.json'), 'utf8'))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      tests: [expect.anything(), expect.anything()],
    });
  });

  test('fails with one that fails in the worker of a browser, and runs only the tests that --grep matches', async () => {
    const { code, said } = await runSuites('failing', [
      '--web',
      '--grep',
      'fails another',
      '--output',
      join(testResultsFolder, 'runner/web'),
    ]);
    expect(code).toBe(1);
    expect(said).toContain("expected 'tea' to equal 'coffee'");
    expect(said).toContain('Host tests in VS Code 1.139, in a browser’s worker: 0 passed, 1 failed\n');
    expect(said).toContain('The suite failed.');
  });

  test('fails when the extension host crashes, although VS Code ends such a run with 0', async () => {
    const { code, said, output } = await runSuites('crashing');
    expect(code).toBe(1);
    expect(said).toContain(
      'The extension host crashed before the suite ended (code: null, signal: SIGKILL).',
    );
    expect(existsSync(join(output, 'window.png'))).toBe(true);
  });

  test('fails when a folder has no tests', async () => {
    const { code, said } = await runSuites('empty');
    expect(code).toBe(1);
    expect(said.trim()).toBe('No test ran: there is no *.test.ts file in test/runner/suites/empty.');
  });

  test('says in one sentence that the named browser does not exist', async () => {
    const { code, said, output } = await runSuites(
      'empty',
      ['--output', join(testResultsFolder, 'runner/browser')],
      { CHROME_PATH: '/nowhere/chrome' },
    );
    expect(code).toBe(1);
    expect(said.trim()).toBe(
      'CHROME_PATH names /nowhere/chrome, which does not exist; correct it, or unset it to search the usual places.',
    );
    await rm(output, { recursive: true, force: true });
  });
});
