import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension } from './build.ts';
import { runCommand } from './process/humanError.ts';
import { projectFolder, testResultsFolder } from './paths.ts';
import { run } from './process/run.ts';
import { findBrowser } from './vscode/browser.ts';
import { installVscode } from './vscode/install.ts';

/**
 * Runs the window tests, or with `--looks` those of pages outside of VS Code. Arguments other than
 * `--no-build` and `--pictures` are Playwright's: a file, `--grep`, `--headed`. `E2E_RESULTS` names the
 * folder of the window tests' results, so that two runs can go side by side.
 */
await runCommand(async () => {
  const ours = ['--no-build', '--pictures', '--looks'];
  const args = process.argv.slice(2).filter((arg) => !ours.includes(arg));
  const has = (arg: string) => process.argv.includes(arg);
  const isOfLooks = has('--looks');
  await rm(join(testResultsFolder, isOfLooks ? 'looks' : (process.env['E2E_RESULTS'] ?? 'e2e')), {
    recursive: true,
    force: true,
  });
  if (!has('--no-build')) await buildExtension();
  if (!isOfLooks) await installVscode();
  const executable = await findBrowser();
  const playwright = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  const config = join(
    projectFolder,
    isOfLooks ? 'test/looks/playwright.config.ts' : 'test/e2e/playwright.config.ts',
  );
  return run(process.execPath, [playwright, 'test', '--config', config, ...args], {
    cwd: projectFolder,
    env: { ...process.env, CHROME_PATH: executable, ...(has('--pictures') ? { PICTURES: '1' } : {}) },
  });
});
