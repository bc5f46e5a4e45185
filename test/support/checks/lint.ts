/**
 * Implements `npm run lint`. Runs all checks even if one fails, so that a single run shows all
 * problems.
 */
import { runCommand } from '../process/humanError.ts';
import { run } from '../process/run.ts';

const checks = [
  ['oxfmt', '--check'],
  ['oxlint'],
  ['depcruise', 'src'],
  ['node', 'test/support/checks/generateManifest.ts', '--check'],
  ['node', 'test/support/checks/checkWords.ts'],
] as const;

await runCommand(async () => {
  const failed: string[] = [];
  for (const [command, ...args] of checks) {
    if ((await run(command, args)) !== 0)
      failed.push(command === 'node' ? args.join(' ') : command);
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
