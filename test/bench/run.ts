import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HumanError, runCommand } from '../support/humanError.ts';
import { activation } from './activation.ts';
import type { Bench } from './bench.ts';
import { browsing } from './browsing.ts';
import { decoding } from './decoding.ts';
import { following } from './following.ts';
import { loadingAll } from './loadingAll.ts';
import { onePage } from './onePage.ts';
import { onePageMore } from './onePageMore.ts';
import { rowsSent } from './rowsSent.ts';
import { readResults, writeResults } from './results.ts';
import { soak } from './soak.ts';
import { formatTable, type Row } from './table.ts';
import { inWindow } from './window.ts';

/** In the order of the table. */
const benches: Readonly<Record<string, Bench>> = { onePage, decoding, loadingAll, onePageMore, rowsSent, browsing, following, window: inWindow, activation };

const usage = `Measures what the extension costs, beside the least that the same work can cost.

  <name>…   only these: ${Object.keys(benches).join(', ')}
  soak      instead: lives with a sandbox for --minutes (10), and tells what grew
  --before  <commit>: window and activation also measure the build of that commit, in turn with this one
  --write   keep the rows in test/bench/RESULTS.md (SOAK.md for the soak); those of benches that did not run stay as they are`;

await runCommand(async () => {
  const { values: flags, positionals: names } = parseArgs({
    allowPositionals: true,
    options: { before: { type: 'string' }, minutes: { type: 'string', default: '10' }, write: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (flags.help) {
    console.log(usage);
    return 0;
  }
  if (names[0] === 'soak') return (await inScratch((scratch) => soak(Number(flags.minutes), scratch, flags.write))) ? 0 : 1;
  const unknown = names.find((name) => benches[name] === undefined);
  if (unknown !== undefined) throw new HumanError(`There is no bench "${unknown}".\n\n${usage}`);
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  const measured: Record<string, readonly Row[]> = {};
  for (const [name, bench] of chosen) {
    const began = performance.now();
    measured[name] = await inScratch((scratch) => bench({ scratch, before: flags.before }));
    console.log(`\n${name}, ${((performance.now() - began) / 1000).toFixed(0)} s\n\n${formatTable(measured[name])}`);
  }
  if (flags.write) await writeResults({ ...(await readResults()), ...measured }, Object.keys(benches));
  return 0;
});

async function inScratch<T>(work: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'workflow-jobs-bench-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}
