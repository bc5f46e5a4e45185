import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, testResultsFolder } from '../support/paths.ts';
import { startProgram } from './program.ts';

const runnerFolder = join(projectFolder, 'test/runner');

async function runSuites(
  name: string,
  args: readonly string[] = [],
  {
    env = {},
    results = name,
  }: { readonly env?: NodeJS.ProcessEnv; readonly results?: string } = {},
) {
  const output = join(testResultsFolder, 'runner', results);
  const program = startProgram(
    'test/support/scripts/runHost.ts',
    [
      '--no-build',
      '--extension',
      join(runnerFolder, 'extension'),
      '--suites',
      join(runnerFolder, 'suites', name),
      '--output',
      output,
      ...args,
    ],
    env,
  );
  return { code: await program.ended, printed: program.output(), output };
}

describe('Extension host test runner', () => {
  test('reports the number of passed, failed, and skipped tests', async () => {
    const env = { WORKFLOW_JOBS_RUNNER_TEST: 'inherited' };
    const { code, printed, output } = await runSuites('failing', [], { env });
    expect(code).toBe(1);
    expect(printed).toContain("'tea' == 'coffee'");
    expect(printed).toContain('Host tests in VS Code 1.139: 1 passed, 1 failed, 1 skipped');
    expect(printed).toContain(
      'The suite failed. Logs and a screenshot are in test-results/runner/failing.',
    );
    expect(JSON.parse(await readFile(join(output, 'results.json'), 'utf8'))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      tests: [expect.anything(), expect.anything()],
    });
  });

  test('fails if a browser test fails', async () => {
    const args = ['--web', '--grep', 'fails one test'];
    const { code, printed } = await runSuites('failing', args, { results: 'web' });
    expect(code).toBe(1);
    expect(printed).toContain("expected 'tea' to equal 'coffee'");
    expect(printed).toContain(
      'Host tests in VS Code 1.139, in a browser’s worker: 0 passed, 1 failed\n',
    );
    expect(printed).toContain('The suite failed.');
  });

  test('fails if the extension host crashes', async () => {
    const { code, printed, output } = await runSuites('crashing');
    expect(code).toBe(1);
    expect(printed).toContain(
      'The extension host crashed before the suite ended (code: null, signal: SIGKILL).',
    );
    expect(existsSync(join(output, 'window.png'))).toBe(true);
  });

  test('fails if the test folder contains no tests', async () => {
    const { code, printed } = await runSuites('empty');
    expect(code).toBe(1);
    expect(printed.trim()).toBe(
      'No test ran, because test/runner/suites/empty contains no *.test.ts file.',
    );
  });

  test('reports an error if the browser in CHROME_PATH does not exist', async () => {
    const env = { CHROME_PATH: '/nowhere/chrome' };
    const { code, printed, output } = await runSuites('empty', [], { env, results: 'browser' });
    expect(code).toBe(1);
    expect(printed.trim()).toBe(
      'CHROME_PATH contains /nowhere/chrome, which does not exist. Correct it, or unset it to use an installed browser.',
    );
    await rm(output, { recursive: true, force: true });
  });
});
