import { join } from 'node:path';
import { launchBrowser } from '../support/vscode/window.ts';
import { extensionId as ours, publisher } from '../../src/manifest.ts';
import type { Bench } from './support/bench.ts';
import {
  activateOnDemand,
  buildEmptyExtension,
  buildShippedExtension,
  bundle,
} from './support/extensionFolders.ts';
import { runInHost } from './support/inHost.ts';
import { type Limit, type Row, median } from './support/table.ts';

export interface Cost {
  readonly milliseconds: number;
  /** Heap that is still in use after a garbage collection, in bytes. */
  readonly bytes: number;
}

export interface Activation {
  readonly required: Cost;
  readonly activated: Cost;
}

const empty = `${publisher}.bench-empty`;
const windows = 7;

/** Measures time and memory for the activation of the extension, in new windows. */
export const activation: Bench = async ({ scratch }) => {
  const shipped = await buildShippedExtension(join(scratch, 'shipped'));
  await activateOnDemand(shipped);
  const extensionFolders = [shipped, await buildEmptyExtension(join(scratch, 'empty'))];
  const suite = join(scratch, 'activationSuite.cjs');
  await bundle('activationSuite.ts', suite);
  const runs: Record<string, Activation>[] = [];
  const browser = await launchBrowser();
  try {
    for (let window = 0; window < windows; window++) {
      // Alternates the order, because the first activation in a window takes longer.
      const input = window % 2 === 0 ? [ours, empty] : [empty, ours];
      const run = await runInHost({
        browser,
        scratch,
        extensionFolders,
        suite,
        input,
        limitMs: 60_000,
      });
      runs.push(run as Record<string, Activation>);
    }
  } finally {
    await browser.close();
  }
  const row = (
    name: string,
    unit: string,
    read: (activation: Activation) => number,
    limit?: (floor: number) => Limit,
  ): Row => {
    const of = (id: string) =>
      median(runs.flatMap((run) => (run[id] === undefined ? [] : [read(run[id])])));
    const floor = of(empty);
    return { name, unit, ours: of(ours), floor, limit: limit?.(floor) };
  };
  const both = (read: (cost: Cost) => number) => (each: Activation) =>
    read(each.required) + read(each.activated);
  const time = (cost: Cost) => cost.milliseconds;
  const heap = (cost: Cost) => cost.bytes / 1024;
  return [
    row('time of `require` and `activate`; floor: an empty extension', 'ms', both(time), maxTime),
    row('of that time, `require`', 'ms', ({ required }) => time(required)),
    row('heap of `require` and `activate`; floor: an empty extension', 'KiB', both(heap), () => ({
      kind: 'value',
      max: 1024,
    })),
    row('of that heap, `require`', 'KiB', ({ required }) => heap(required)),
  ];
};

/** Returns the time limit: 20 ms, or on a slow machine, 40 times the time of an empty extension. */
function maxTime(floor: number): Limit {
  return floor <= 0.5 ? { kind: 'value', max: 20 } : { kind: 'ratio', max: 40 };
}
