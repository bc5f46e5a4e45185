import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface GuardedOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly output: 'pipe' | 'inherit';
}

export interface Guarded {
  /** Guard process. If the output is piped, the guard's streams contain the program's output. */
  readonly process: ChildProcess;
  /** Resolves to the exit code after the program and all its child processes have ended. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a program. If this process ends or crashes, the program and its child processes also end.
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
    // Detaches the guard, so that the guard does not receive signals from the terminal. The guard
    // ends the program when this process closes the pipe.
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
