import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface GuardedOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly output: 'pipe' | 'inherit';
}

export interface Guarded {
  /** Carries the program's output where that is piped. */
  readonly process: ChildProcess;
  /** Resolves with the program's exit code when it and everything it started have ended. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a program that never outlives this process: not after a signal, not after a crash, not with its own
 * children.
 */
export function spawnGuarded(
  command: string,
  args: readonly string[],
  { cwd, env, output }: GuardedOptions,
): Guarded {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), command, ...args], {
    cwd,
    env,
    stdio: ['pipe', output, output],
    // Out of reach of the terminal's signals: the program ends when this process lets go.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  guard.stdin?.on('error', () => {});
  const ended = new Promise<number>((resolve, reject) => {
    guard.on('error', reject);
    guard.on('close', (code) => resolve(code ?? 1));
  });
  return {
    process: guard,
    ended,
    stop: async () => {
      guard.stdin?.end();
      await ended;
    },
  };
}
