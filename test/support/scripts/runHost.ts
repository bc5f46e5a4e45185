import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from '@vscode/test-electron';
import { buildExtension, buildSuites, hostFolder, hostSuites } from '../vscode/build.ts';
import { describeCounts } from '../report/counts.ts';
import { readHostReport } from '../report/report.ts';
import { HumanError, runCommand } from '../process/humanError.ts';
import { projectFolder, testResultsFolder, vscodeTestFolder } from '../paths.ts';
import { findBrowser } from '../vscode/browser.ts';
import { hosts, type HostName } from '../vscode/hosts.ts';
import { installVscode } from '../vscode/install.ts';
import { quietSettings } from '../vscode/server.ts';
import { suiteVariables } from '../vscode/suiteVariables.ts';

const usage = `Runs the suites of test/host inside a real VS Code.

  --floor              use the oldest VS Code that the extension supports
  --web                use a browser's extension host, and also run the tests in test/web
  --desktop            use the desktop version, which @vscode/test-electron downloads
  --grep <pattern>     run only the tests whose title matches
  --seed <number>      repeat the order of an earlier run, which printed this seed
  --suites <folder>    folder with *.test.ts files (default: test/host)
  --extension <folder> folder of the extension (default: this project)
  --output <folder>    folder for results, logs, and a screenshot (default: in test-results)
  --no-build           do not build the extension first
  --build-only         build the extension and the suites, for the debugger`;

const resultsName = 'results.json';
/** Files and folders that the tested copy of the extension needs in addition to `package.json`. */
const extensionFiles = ['dist', 'docs', 'l10n', 'media', 'package.nls.json'];

type Flags = ReturnType<typeof readFlags>;

await runCommand(async () => {
  const flags = readFlags();
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  if (flags['build-only']) {
    await buildExtension();
    await buildSuites(resolve(flags.suites), 'current');
    return 0;
  }
  const host = hostOf(flags);
  const { title, results } = flags.desktop
    ? { title: 'the desktop VS Code', results: 'host-desktop' }
    : hosts[host];
  const output =
    flags.output === undefined ? join(testResultsFolder, results) : resolve(flags.output);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-host-'));
  try {
    if (!flags['no-build']) await buildExtension();
    const hasPassed = await runSuites({ flags, host, output, scratch });
    await conclude({ title, output, hasPassed });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  return 0;
});

function readFlags() {
  return parseArgs({
    options: {
      floor: { type: 'boolean', default: false },
      web: { type: 'boolean', default: false },
      desktop: { type: 'boolean', default: false },
      grep: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      suites: { type: 'string', default: hostSuites },
      extension: { type: 'string', default: projectFolder },
      output: { type: 'string' },
      'no-build': { type: 'boolean', default: false },
      'build-only': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

function hostOf({ floor, web }: Flags): HostName {
  if (floor) return 'floor';
  return web ? 'web' : 'current';
}

interface SuiteRun {
  readonly flags: Flags;
  readonly host: HostName;
  /** Folder for results, logs, and a screenshot. */
  readonly output: string;
  readonly scratch: string;
}

/** Runs the test suites in VS Code. Returns true if they passed. */
async function runSuites({ flags, host, output, scratch }: SuiteRun): Promise<boolean> {
  const vscodeExecutablePath = flags.desktop
    ? await downloadDesktop()
    : await createExecutable(host, scratch);
  const suite = await buildSuites(resolve(flags.suites), host);
  const userData = join(scratch, 'user-data');
  await mkdir(join(userData, 'User'), { recursive: true });
  await writeFile(
    join(userData, 'User/settings.json'),
    JSON.stringify({ ...quietSettings, 'workflowJobs.autoRefresh': 0 }),
  );
  const workspace = join(scratch, 'workspace');
  await mkdir(workspace);
  console.log(`The order of the tests: --seed ${flags.seed}`);
  try {
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: await extensionFor(host, flags.extension),
      extensionTestsPath: suite,
      launchArgs: [
        workspace,
        `--user-data-dir=${userData}`,
        `--extensions-dir=${join(scratch, 'extensions')}`,
      ],
      extensionTestsEnv: {
        [suiteVariables.host]: host,
        [suiteVariables.results]: join(output, resultsName),
        [suiteVariables.grep]: flags.grep,
        [suiteVariables.seed]: flags.seed,
        [suiteVariables.dataFolder]: userData,
      },
    });
    return true;
  } catch (error) {
    if (error instanceof TestRunFailedError) return false;
    throw error;
  }
}

/**
 * Copies the extension and removes the activation at startup, because the test suites replace VS
 * Code functions before activation. The copy contains the suites, so that the suites and the
 * extension use the same API object. Returns the folder of the extension to test.
 */
async function extensionFor(host: HostName, extension: string): Promise<string> {
  if (extension !== projectFolder) return resolve(extension);
  const folder = hostFolder(host);
  for (const name of extensionFiles) {
    await rm(join(folder, name), { recursive: true, force: true });
    await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8')) as {
    readonly activationEvents: readonly string[];
  };
  const activationEvents = manifest.activationEvents.filter(
    (event) => event !== 'onStartupFinished',
  );
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents }));
  return folder;
}

interface Conclusion {
  readonly title: string;
  readonly output: string;
  readonly hasPassed: boolean;
}

/**
 * Prints the test counts, and throws if the suites failed. Also throws if there is no results file,
 * because VS Code exits with 0 even if its extension host crashes.
 */
async function conclude({ title, output, hasPassed }: Conclusion): Promise<void> {
  const counts = (await readHostReport(join(output, resultsName)))?.counts;
  if (counts) console.log(`Host tests in ${title}: ${describeCounts(counts)}`);
  if (hasPassed && counts) return;
  const problem = await readFile(join(output, 'problem.txt'), 'utf8').catch(() => null);
  const fallback = counts ? 'The suite failed.' : 'The extension host ended before the suite did.';
  const hint = existsSync(join(output, 'console.log'))
    ? ` Logs and a screenshot are in ${relative(projectFolder, output)}.`
    : '';
  throw new HumanError(`${problem ?? fallback}${hint}`);
}

/**
 * Downloads the desktop version of VS Code.
 * @throws {HumanError} if the download fails
 */
async function downloadDesktop(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ cachePath: join(vscodeTestFolder, 'desktop') });
  } catch (error) {
    throw new HumanError(
      `The desktop VS Code could not be downloaded (${error instanceof Error ? error.message : String(error)}). "npm run test:host" runs the same tests without this download.`,
    );
  }
}

/**
 * Creates an executable that behaves like the desktop executable of VS Code. Installs VS Code and
 * the browser first, so that slow downloads are visible and do not count toward the time limit for
 * starting the suite.
 */
async function createExecutable(host: HostName, folder: string): Promise<string> {
  await installVscode(hosts[host].release);
  process.env['CHROME_PATH'] = await findBrowser();
  const program = join(import.meta.dirname, '../vscode/hostExecutable.ts');
  const windows = process.platform === 'win32';
  const file = join(folder, windows ? 'code.cmd' : 'code');
  await writeFile(
    file,
    windows
      ? `@"${process.execPath}" "${program}" %*\r\n`
      : `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
  );
  await chmod(file, 0o755);
  return file;
}
