import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import type { HostResults } from '../support/report/report.ts';
import { collectRejections, markConsole } from '../support/vscode/insideHost.ts';
import { evaluateRun, suiteOptions } from '../support/report/evaluateRun.ts';
import { shuffleSuite } from '../support/vscode/order.ts';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';

/** Runs the bundled suites in the extension host. VS Code calls this function. */
export async function run(): Promise<void> {
  markConsole(format);
  const rejections = collectRejections((onRejection) =>
    process.on('unhandledRejection', onRejection),
  );
  // Mocha keeps a reference to the console when it is loaded.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ...suiteOptions, ...grepOption() });
  mocha.addFile(join(__dirname, 'stdin.cjs'));

  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const running = mocha.run(() => resolve(running));
    // Mocha has loaded the suites and runs them in the next turn of the event loop.
    shuffleSuite(mocha.suite, Number(process.env[suiteVariables.seed]));
  });
  // A rejection counts as unhandled only after all pending microtasks.
  await new Promise((resolve) => setImmediate(resolve));

  const { results, verdict } = evaluateRun(runner, rejections);
  await writeResults(results);
  if (verdict) {
    console.error(verdict.message);
    throw verdict;
  }
}

function grepOption(): { grep?: string } {
  const grep = process.env[suiteVariables.grep];
  return grep === undefined ? {} : { grep };
}

async function writeResults(results: HostResults): Promise<void> {
  const file = process.env[suiteVariables.results];
  if (file !== undefined) await writeFile(file, JSON.stringify(results));
}
