import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { format } from 'node:util';
import type { VscodeInstallation } from './install.ts';
import {
  reducedWindow,
  startVscodeServer,
  writeUserSettings,
  type VscodeServer,
} from './server.ts';
import { startWebHost } from '../web/host.ts';
import { suiteMark, suiteVariables } from './suiteVariables.ts';
import { openUnwatchedPage } from './unwatchedPage.ts';
import { launchBrowser, windowUrl } from './window.ts';

export interface SuiteRunOptions {
  readonly installation: VscodeInstallation;
  /** True if the extension runs in the browser worker instead of a server process. */
  readonly inWorker: boolean;
  readonly extensionFolders: readonly string[];
  /** Path of the file that exports `run()`. */
  readonly suite: string;
  readonly folder: string;
  /** Path of the file that the suite writes only when it ends. */
  readonly resultsFile: string;
  readonly signal: AbortSignal;
}

/** Maximum time to wait for the last output after the extension host has ended, in milliseconds. */
const finalOutputMs = 5000;

/**
 * Time limit for opening the window and starting the test suite. The tests have separate time
 * limits.
 */
const startLimitSeconds = 180;

/**
 * Runs a test suite in the extension host of a VS Code window, and prints its console output. If
 * the suite fails, writes logs and a screenshot next to the results. Returns a description of the
 * problem, or null if the suite passed.
 */
export async function runSuite(options: SuiteRunOptions): Promise<string | null> {
  const output = dirname(options.resultsFile);
  await mkdir(output, { recursive: true });
  const log = new SuiteLog(join(output, 'console.log'));
  const ended = Promise.withResolvers<string | null>();
  const hostExit = Promise.withResolvers<string>();
  const crashed = (how: string) =>
    ended.resolve(`The extension host crashed before the suite ended (${how}).`);

  const server = await startVscodeServer({
    installation: options.installation,
    onLine: (line) => {
      log.write('server', line);
      const exit = /Extension Host Process exited with (code: \w+, signal: \w+)/.exec(line)?.[1];
      if (exit === undefined) return;
      hostExit.resolve(exit);
      void delay(finalOutputMs, exit, { ref: false }).then(crashed);
    },
  });
  const browser = await launchBrowser().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const web = options.inWorker ? await serveToWorker(options, server) : null;
  try {
    const codeAutomationExit = (code: number) => {
      if (code !== 0) return ended.resolve('The suite failed.');
      // VS Code exits with 0 even if the extension host crashes.
      if (existsSync(options.resultsFile)) return ended.resolve(null);
      // Waits for the server's report, because the window may report the exit first.
      void Promise.race([
        hostExit.promise,
        delay(finalOutputMs, 'it ended without results', { ref: false }),
      ]).then(crashed);
    };
    const codeAutomationLog = (type: string, args: unknown[]) => log.console(type, args);
    // A small window is sufficient for these tests.
    const page = await openUnwatchedPage(
      browser,
      { width: 800, height: 500 },
      { codeAutomationExit, codeAutomationLog },
      () => crashed('the page of the window crashed'),
    );
    void server.ended.then(() => crashed("VS Code's server ended"));
    const onAbort = () => ended.resolve('The run was interrupted.');
    options.signal.addEventListener('abort', onAbort, { once: true });
    if (options.signal.aborted) onAbort();
    const limit = setTimeout(
      () => ended.resolve(`The suite did not begin within ${startLimitSeconds} s.`),
      startLimitSeconds * 1000,
    );
    void log.suiteBegan.then(() => clearTimeout(limit));
    await writeUserSettings(server.dataFolder, reducedWindow);
    const extension = web
      ? { port: web.port, extensionFolders: [] }
      : { port: server.port, extensionFolders: options.extensionFolders, suite: options.suite };
    await page.goto(windowUrl({ folder: options.folder, ...extension }));
    const problem = await ended.promise;
    clearTimeout(limit);
    if (problem !== null) {
      if (!log.hasSuiteLines) log.showErrors();
      await page.screenshot().then(
        (image) => writeFile(join(output, 'window.png'), image),
        (error: unknown) => console.error(`No screenshot: ${String(error)}`),
      );
      await cp(join(server.dataFolder, 'data/logs'), join(output, 'logs'), {
        recursive: true,
        force: true,
      });
    }
    return problem;
  } finally {
    await browser.close();
    await web?.close();
    await server.stop();
    await log.flushed;
  }
}

function serveToWorker(
  { extensionFolders, suite, resultsFile, folder }: SuiteRunOptions,
  { port, dataFolder }: VscodeServer,
) {
  const [extensionFolder] = extensionFolders;
  if (extensionFolder === undefined) throw new Error('There is no extension to run.');
  // A suite in a browser worker cannot read environment variables.
  const grep = process.env[suiteVariables.grep];
  const seed = Number(process.env[suiteVariables.seed]);
  const control = { resultsFile, dataFolders: [dataFolder, folder], grep, seed };
  return startWebHost({ server: port, extensionFolder, suite, control });
}

/**
 * Writes the output of the server, the window, and the extension host to a file, and prints the
 * output of the test suite.
 */
class SuiteLog {
  hasSuiteLines = false;
  flushed: Promise<void> = Promise.resolve();
  readonly #begin = Promise.withResolvers<void>();
  readonly suiteBegan = this.#begin.promise;
  readonly #file: string;
  readonly #errors: string[] = [];

  constructor(file: string) {
    this.#file = file;
    this.flushed = writeFile(file, '');
  }

  write(source: string, text: string): void {
    this.flushed = this.flushed.then(() => appendFile(this.#file, `${source}: ${text}\n`));
  }

  console(type: string, args: readonly unknown[]): void {
    const text = format(...args);
    this.write(type, text);
    if (text.startsWith(suiteMark)) {
      this.hasSuiteLines = true;
      this.#begin.resolve();
      console.log(text.slice(suiteMark.length));
    } else if (type === 'error') {
      this.#errors.push(text);
    }
  }

  /** Prints the errors from VS Code, which explain why a suite did not start. */
  showErrors(): void {
    for (const error of this.#errors) console.error(error);
  }
}
