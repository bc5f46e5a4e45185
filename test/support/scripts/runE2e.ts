import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension } from '../vscode/build.ts';
import { runCommand } from '../process/humanError.ts';
import { projectFolder, testResultsFolder } from '../paths.ts';
import { run } from '../process/run.ts';
import { findBrowser } from '../vscode/browser.ts';
import { installVscode } from '../vscode/install.ts';

/**
 * Runs the end-to-end tests in VS Code windows. With `--looks`, runs the tests of pages outside of
 * VS Code. Passes all arguments except `--looks`, `--no-build`, and `--pictures` to Playwright. The
 * environment variable `E2E_RESULTS` names the output folder, so that two runs can be concurrent.
 */
await runCommand(async () => {
  const ownFlags = ['--no-build', '--pictures', '--looks'];
  const args = process.argv.slice(2).filter((arg) => !ownFlags.includes(arg));
  const has = (arg: string) => process.argv.includes(arg);
  const isLooksRun = has('--looks');
  await rm(join(testResultsFolder, isLooksRun ? 'looks' : (process.env['E2E_RESULTS'] ?? 'e2e')), {
    recursive: true,
    force: true,
  });
  if (!has('--no-build')) await buildExtension();
  if (!isLooksRun) await installVscode();
  const executable = await findBrowser();
  const playwright = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  const config = join(
    projectFolder,
    isLooksRun ? 'test/looks/playwright.config.ts' : 'test/e2e/playwright.config.ts',
  );
  return run(process.execPath, [playwright, 'test', '--config', config, ...args], {
    cwd: projectFolder,
    env: {
      ...process.env,
      CHROME_PATH: executable,
      ...(has('--pictures') ? { PICTURES: '1' } : {}),
    },
  });
});
