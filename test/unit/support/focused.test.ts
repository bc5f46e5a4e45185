import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { projectFolder, testResultsFolder } from '../../support/paths.ts';

it.each(['vitest.config.mts', 'test/runner/vitest.config.ts'])(
  'a test that is focused with .only fails the run of %s',
  async (config) => {
    await mkdir(testResultsFolder, { recursive: true });
    // Within the project, where its packages are found.
    const root = await mkdtemp(join(testResultsFolder, 'focused-'));
    onTestFinished(() => rm(root, { recursive: true }));
    for (const folder of ['test/unit', 'test/runner']) {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(
        join(root, folder, 'focused.test.ts'),
        "import { it } from 'vitest';\nit.only('is focused', () => undefined);\nit('is left out', () => undefined);\n",
      );
    }
    const vitest = [
      join(projectFolder, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      root,
      '--config',
      join(projectFolder, config),
    ];
    const { CI: _, ...env } = process.env;
    const failure: unknown = await promisify(execFile)(process.execPath, vitest, { env }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Unexpected .only modifier') as string,
    });
  },
);
