import * as vscode from 'vscode';
import { suiteMark } from './suiteVariables.ts';

/** Adds a prefix to each message that a test suite writes to the console. */
export function markConsole(format: (...args: unknown[]) => string): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) {
    const original = console[method].bind(console);
    const value = (...args: unknown[]) => {
      const caller = new Error().stack?.split('\n')[2] ?? '';
      original(isOfVscode(caller) ? format(...args) : `${suiteMark}${format(...args)}`);
    };
    // Uses `defineProperty`, because the extension host ignores assignments to console methods.
    Object.defineProperty(console, method, { value });
  }
}

/** Collects unhandled rejections, except rejections that VS Code itself has caused. */
export function collectRejections(
  listen: (onRejection: (reason: unknown) => void) => void,
): Set<unknown> {
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
 * Returns true if a stack frame belongs to VS Code. VS Code's code has a file path in Node.js and a
 * URL in a browser. Errors from the window also reach the extension host.
 */
function isOfVscode(frame: string): boolean {
  return [vscode.env.appRoot, '/out/vs/', 'node:'].some(
    (origin) => origin !== '' && frame.includes(origin),
  );
}
