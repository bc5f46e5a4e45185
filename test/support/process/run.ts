import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { spawnGuarded } from './spawnGuarded.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where the program's output is appended; without it, it goes to this process's own. */
  readonly logFile?: string;
  readonly timeoutMs?: number;
}

/** Runs a program to its end and resolves with its exit code; not 0 where it could not start or was ended. */
export async function run(command: string, args: readonly string[], { logFile, timeoutMs, ...options }: RunOptions = {}): Promise<number> {
  const program = spawnGuarded(command, args, { ...options, output: logFile === undefined ? 'inherit' : 'pipe' });
  const limit = timeoutMs === undefined ? undefined : setTimeout(() => void program.stop(), timeoutMs);
  const log = logFile === undefined ? null : createWriteStream(logFile, { flags: 'a' });
  if (log) {
    program.process.stdout?.pipe(log, { end: false });
    program.process.stderr?.pipe(log, { end: false });
  }
  const code = await program.ended;
  clearTimeout(limit);
  if (log) await finished(log.end());
  return code;
}
