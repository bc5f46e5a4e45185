import { spawnGuarded } from './spawnGuarded.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/**
 * Runs a program to its end, its output to this process's own, and resolves with its exit code; not 0 where
 * it could not start or was ended.
 */
export async function run(
  command: string,
  args: readonly string[],
  { timeoutMs, ...options }: RunOptions = {},
): Promise<number> {
  const program = spawnGuarded(command, args, { ...options, output: 'inherit' });
  const limit = timeoutMs === undefined ? undefined : setTimeout(() => void program.stop(), timeoutMs);
  const code = await program.ended;
  clearTimeout(limit);
  return code;
}
