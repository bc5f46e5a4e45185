/** Stands in for VS Code's desktop executable under `@vscode/test-electron`: the same arguments, the same exit codes, the server instead. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { HumanError, runCommand } from '../process/humanError.ts';
import { hosts, isHostName } from './hosts.ts';
import { installVscode } from './install.ts';
import { describeOutcome } from './suiteOutcome.ts';
import { runSuite } from './suiteRun.ts';
import { suiteVariables } from './suiteVariables.ts';

await runCommand(async () => {
  const interrupted = new AbortController();
  process.on('SIGINT', () => interrupted.abort());
  process.on('SIGTERM', () => interrupted.abort());
  // Standard input is a pipe from the runner: it closes when the runner is gone.
  process.stdin.on('close', () => interrupted.abort()).resume();

  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      extensionTestsPath: { type: 'string' },
      extensionDevelopmentPath: { type: 'string', multiple: true },
      'user-data-dir': { type: 'string' },
    },
  });
  const { extensionTestsPath: suite, extensionDevelopmentPath: extensionFolders, 'user-data-dir': userData } = z
    .object({ extensionTestsPath: z.string(), extensionDevelopmentPath: z.array(z.string()), 'user-data-dir': z.string() })
    .parse(values);
  const [folder] = positionals;
  const resultsFile = process.env[suiteVariables.results];
  const host = process.env[suiteVariables.host] ?? '';
  if (folder === undefined || resultsFile === undefined || !isHostName(host)) {
    throw new HumanError('This executable is started by "npm run test:host", with a workspace folder and a file for the results.');
  }
  const outcome = await runSuite({
    inWorker: host === 'web',
    grep: process.env[suiteVariables.grep],
    installation: await installVscode(hosts[host].release),
    suite,
    extensionFolders,
    folder,
    settings: z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(join(userData, 'User/settings.json'), 'utf8'))),
    workspaceTrust: process.env[suiteVariables.workspaceTrust] === '1',
    resultsFile,
    limitSeconds: Number(process.env[suiteVariables.limit]),
    signal: interrupted.signal,
  });
  await writeFile(join(dirname(resultsFile), 'outcome.txt'), describeOutcome(outcome));
  return outcome.kind === 'passed' ? 0 : 1;
});
