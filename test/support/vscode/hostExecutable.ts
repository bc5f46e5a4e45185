/**
 * Replaces VS Code's desktop executable for `@vscode/test-electron`. Accepts the same arguments and
 * returns the same exit codes, but uses the VS Code server.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { HumanError, runCommand } from '../process/humanError.ts';
import { hosts, isHostName } from './hosts.ts';
import { installVscode } from './install.ts';
import { runSuite } from './suiteRun.ts';
import { suiteVariables } from './suiteVariables.ts';

await runCommand(async () => {
  const interrupted = new AbortController();
  process.on('SIGINT', () => interrupted.abort());
  process.on('SIGTERM', () => interrupted.abort());
  // Standard input is a pipe from the test runner. The pipe closes when the runner exits.
  process.stdin.on('close', () => interrupted.abort()).resume();

  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      extensionTestsPath: { type: 'string' },
      extensionDevelopmentPath: { type: 'string', multiple: true },
    },
  });
  const { extensionTestsPath: suite, extensionDevelopmentPath: extensionFolders } = z
    .object({ extensionTestsPath: z.string(), extensionDevelopmentPath: z.array(z.string()) })
    .parse(values);
  const [folder] = positionals;
  const resultsFile = process.env[suiteVariables.results];
  const host = process.env[suiteVariables.host] ?? '';
  if (folder === undefined || resultsFile === undefined || !isHostName(host)) {
    throw new HumanError('Do not start this program directly. Run "npm run test:host" instead.');
  }
  const problem = await runSuite({
    inWorker: host === 'web',
    installation: await installVscode(hosts[host].release),
    suite,
    extensionFolders,
    folder,
    resultsFile,
    signal: interrupted.signal,
  });
  if (problem !== null) await writeFile(join(dirname(resultsFile), 'problem.txt'), problem);
  return problem === null ? 0 : 1;
});
