import { join } from 'node:path';
import { launchBrowser } from '../support/vscode/window.ts';
import type { Bench } from './bench.ts';
import { buildFloorExtension, buildShippedExtension, bundle } from './extensionFolders.ts';
import { runInHost } from './inHost.ts';
import { type Row, median } from './table.ts';

export interface Cost {
  readonly milliseconds: number;
  /** Heap that stays, garbage collected. */
  readonly bytes: number;
}

export interface Activation {
  readonly required: Cost;
  readonly activated: Cost;
}

const ours = 'workflow-jobs.workflow-jobs';
const empty = 'workflow-jobs.bench-empty';
const windows = 7;

/** What merely having the extension costs, in the extension host of a fresh window each time. */
export const activation: Bench = async ({ scratch }) => {
  const extensionFolders = [await buildShippedExtension(join(scratch, 'shipped')), await buildFloorExtension('empty', join(scratch, 'empty'))];
  const suite = join(scratch, 'activationSuite.cjs');
  await bundle(join(import.meta.dirname, 'activationSuite.ts'), suite);
  const runs: Record<string, Activation>[] = [];
  const browser = await launchBrowser();
  try {
    for (let window = 0; window < windows; window++) {
      const told = window % 2 === 0 ? [ours, empty] : [empty, ours];
      runs.push((await runInHost({ browser, scratch, extensionFolders, suite, told, limitMs: 60_000 })) as Record<string, Activation>);
    }
  } finally {
    await browser.close();
  }
  const of = (id: string, read: (activation: Activation) => number) => median(runs.flatMap((run) => (run[id] === undefined ? [] : [read(run[id])])));
  const row = (what: string, unit: string, read: (cost: Cost) => number, parts: readonly (keyof Activation)[], most?: number): Row => {
    const sum = (activation: Activation) => parts.reduce((total, part) => total + read(activation[part]), 0);
    return { what, unit, ours: of(ours, sum), floor: of(empty, sum), limit: most === undefined ? undefined : { kind: 'value', most } };
  };
  const time = (cost: Cost) => cost.milliseconds;
  const heap = (cost: Cost) => cost.bytes / 1024;
  return [
    row('`require` + `activate` in the extension host, time; floor: an empty extension', 'ms', time, ['required', 'activated'], 6),
    row('of that, `require`', 'ms', time, ['required']),
    row('`require` + `activate` in the extension host, heap; floor: an empty extension', 'KiB', heap, ['required', 'activated'], 512),
    row('of that, `require`', 'KiB', heap, ['required']),
  ];
};
