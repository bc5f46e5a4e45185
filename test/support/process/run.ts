import { spawnGuarded } from './spawnGuarded.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/**
 * Runs a program and returns the exit code. The program writes to the output streams of this
 * process. The exit code is not 0 if the program could not be started or was terminated.
 */
export async function run(
  command: string,
  args: readonly string[],
  { timeoutMs, ...options }: RunOptions = {},
): Promise<number> {
  const program = spawnGuarded(command, args, { ...options, output: 'inherit' });
  const limit =
    timeoutMs === undefined ? undefined : setTimeout(() => void program.stop(), timeoutMs);
  const code = await program.ended;
  clearTimeout(limit);
  return code;
}
