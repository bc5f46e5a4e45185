import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import { collectRejections, judge, markConsole } from '../support/vscode/insideHost.ts';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';

/** Runs every suite beside this file inside the extension host; VS Code calls it. */
export async function run(): Promise<void> {
  markConsole(format);
  const rejections = collectRejections((onRejection) => process.on('unhandledRejection', onRejection));
  // Mocha keeps the console that it finds when it loads.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'tdd',
    reporter: 'spec',
    timeout: 60_000,
    forbidOnly: process.env['CI'] !== undefined,
    ...grepOption(),
  });
  const files = await readdir(__dirname, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.test.cjs')).sort()) mocha.addFile(join(__dirname, file));

  const stats = await new Promise<Mocha.Stats>((resolve, reject) => {
    const runner = mocha.run(() => (runner.stats ? resolve(runner.stats) : reject(new Error('Mocha kept no counts.'))));
  });
  // A rejection counts as unhandled only after the microtasks of its turn.
  await new Promise((resolve) => setImmediate(resolve));

  const { failed, verdict } = judge(stats, rejections);
  await writeResults({ passed: stats.passes, failed, skipped: stats.pending });
  if (verdict) throw verdict;
}

function grepOption(): { grep?: string } {
  const grep = process.env[suiteVariables.grep];
  return grep === undefined ? {} : { grep };
}

async function writeResults(results: { passed: number; failed: number; skipped: number }): Promise<void> {
  const file = process.env[suiteVariables.results];
  if (file !== undefined) await writeFile(file, JSON.stringify(results));
}
