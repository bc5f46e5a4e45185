import * as vscode from 'vscode';
import { suiteMark } from './suiteVariables.ts';

/** Marks each line that a suite writes to the console. */
export function markConsole(format: (...args: unknown[]) => string): void {
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

/** Gathers unhandled rejections, except where every frame is VS Code's own. */
export function collectRejections(listen: (onRejection: (reason: unknown) => void) => void): Set<unknown> {
  const reasons = new Set<unknown>();
  listen((reason) => {
    const frames =
      reason instanceof Error
        ? (reason.stack ?? '').split('\n').filter((line) => /^\s*at .*[/\\]/.test(line))
        : [];
    if (frames.length === 0 || !frames.every(isOfVscode)) reasons.add(reason);
  });
  return reasons;
}

/**
 * Where a window is a browser's, VS Code's code has an address instead of a folder; the window's frames reach
 * the extension host too.
 */
function isOfVscode(frame: string): boolean {
  return [vscode.env.appRoot, '/out/vs/', 'node:'].some((origin) => origin !== '' && frame.includes(origin));
}
