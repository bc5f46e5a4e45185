import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import * as vscode from 'vscode';
import { suiteMark } from '../support/vscode/suiteMark.ts';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';

/** Runs every suite beside this file inside the extension host; VS Code calls it. */
export async function run(): Promise<void> {
  markConsole();
  const rejections = collectRejections();
  // Mocha keeps the console that it finds when it loads.
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({
    ui: 'tdd',
    reporter: 'spec',
    timeout: 30_000,
    forbidOnly: process.env['CI'] !== undefined,
    ...grepOption(),
  });
  const files = await readdir(__dirname, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.test.cjs')).sort()) mocha.addFile(join(__dirname, file));

  const { passes, failures, pending } = await new Promise<Mocha.Stats>((resolve, reject) => {
    const runner = mocha.run(() => (runner.stats ? resolve(runner.stats) : reject(new Error('Mocha kept no counts.'))));
  });
  // A rejection counts as unhandled only after the microtasks of its turn.
  await new Promise((resolve) => setImmediate(resolve));

  for (const reason of rejections) {
    console.error('Unhandled rejection in the extension host:', reason instanceof Error ? reason.stack : reason);
  }
  const failed = failures + rejections.size;
  await writeResults({ passed: passes, failed, skipped: pending });
  if (failed > 0) throw new Error(`${failed} failed`);
  if (passes === 0) {
    console.error('No test ran.');
    throw new Error('No test ran.');
  }
}

function grepOption(): { grep?: string } {
  const grep = process.env[suiteVariables.grep];
  return grep === undefined ? {} : { grep };
}

async function writeResults(results: { passed: number; failed: number; skipped: number }): Promise<void> {
  const file = process.env[suiteVariables.results];
  if (file !== undefined) await writeFile(file, JSON.stringify(results));
}

function markConsole(): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const original = console[method].bind(console);
    const value = (...args: unknown[]) => {
      const caller = new Error().stack?.split('\n')[2] ?? '';
      original(isOfVscode(caller) ? format(...args) : `${suiteMark}${format(...args)}`);
    };
    // The extension host's console ignores assignments.
    Object.defineProperty(console, method, { value });
  }
}

/** Unhandled rejections, except where every frame is VS Code's own. */
function collectRejections(): Set<unknown> {
  const reasons = new Set<unknown>();
  process.on('unhandledRejection', (reason) => {
    const frames = reason instanceof Error ? (reason.stack ?? '').split('\n').filter((line) => /^\s*at .*[/\\]/.test(line)) : [];
    if (frames.length === 0 || !frames.every(isOfVscode)) reasons.add(reason);
  });
  return reasons;
}

/** The window's frames reach the extension host too, by their address. */
function isOfVscode(frame: string): boolean {
  return [vscode.env.appRoot, '/out/vs/', 'node:'].some((origin) => frame.includes(origin));
}
