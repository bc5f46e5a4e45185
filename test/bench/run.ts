import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HumanError, runCommand } from '../support/process/humanError.ts';
import { activation } from './activation.ts';
import type { Bench } from './support/bench.ts';
import { keys } from './keys.ts';
import { loadAllInWindow } from './loadAllInWindow.ts';
import { overview } from './overview.ts';
import { printTable } from './support/table.ts';
import { inWindow } from './window.ts';

const benches: Readonly<Record<string, Bench>> = {
  keys,
  overview,
  loadAllInWindow,
  window: inWindow,
  activation,
};

/** Runs the benchmarks that the command-line arguments name, by default all benchmarks. */
await runCommand(async () => {
  const selected = process.argv.slice(2);
  for (const name of selected.length > 0 ? selected : Object.keys(benches)) {
    const bench = benches[name];
    if (bench === undefined) {
      throw new HumanError(
        `There is no bench "${name}". Available: ${Object.keys(benches).join(', ')}.`,
      );
    }
    const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-bench-'));
    try {
      printTable(await bench({ scratch }));
    } finally {
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return 0;
});
