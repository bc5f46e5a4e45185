import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildExtension } from './build.ts';
import { runCommand } from './humanError.ts';
import { projectFolder, testResultsFolder } from './paths.ts';
import { run } from './run.ts';
import { findBrowser } from './vscode/browser.ts';
import { installVscode } from './vscode/install.ts';

/** Arguments other than `--no-build` and `--pictures` are Playwright's: a file, `--grep`, `--headed`. */
await runCommand(async () => {
  const ours = ['--no-build', '--pictures'];
  const args = process.argv.slice(2).filter((arg) => !ours.includes(arg));
  const has = (arg: string) => process.argv.includes(arg);
  await rm(join(testResultsFolder, 'e2e'), { recursive: true, force: true });
  if (!has('--no-build')) await buildExtension();
  await installVscode();
  const executable = await findBrowser();
  const playwright = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  const config = join(projectFolder, 'test/e2e/playwright.config.ts');
  return run(process.execPath, [playwright, 'test', '--config', config, ...args], {
    cwd: projectFolder,
    env: { ...process.env, CHROME_PATH: executable, ...(has('--pictures') ? { PICTURES: '1' } : {}) },
  });
});
