import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HumanError, runCommand } from '../support/humanError.ts';
import { activation } from './activation.ts';
import type { Bench } from './bench.ts';
import { decoding } from './decoding.ts';
import { loadingAll } from './loadingAll.ts';
import { onePage } from './onePage.ts';
import { onePageMore } from './onePageMore.ts';
import { readResults, writeResults } from './results.ts';
import { formatTable, type Row } from './table.ts';
import { inWindow } from './window.ts';

/** In the order of the table. */
const benches: Readonly<Record<string, Bench>> = { onePage, decoding, loadingAll, onePageMore, window: inWindow, activation };

const usage = `Measures what the extension costs, beside the least that the same work can cost.

  <name>…   only these: ${Object.keys(benches).join(', ')}
  --write   keep the rows in test/bench/RESULTS.md; those of benches that did not run stay as they are`;

await runCommand(async () => {
  const { values: flags, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  const unknown = names.find((name) => benches[name] === undefined);
  if (unknown !== undefined) throw new HumanError(`There is no bench "${unknown}".\n\n${usage}`);
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const measured: Record<string, readonly Row[]> = {};
  for (const [name, bench] of chosen) {
    const began = performance.now();
    measured[name] = await measure(bench);
    console.log(`\n${name}, ${((performance.now() - began) / 1000).toFixed(0)} s\n\n${formatTable(measured[name])}`);
  }
  if (flags.write) await writeResults({ ...(await readResults()), ...measured }, Object.keys(benches));
  return 0;
});

async function measure(bench: Bench): Promise<readonly Row[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-bench-'));
  try {
    return await bench({ scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
