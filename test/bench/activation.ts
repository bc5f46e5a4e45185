import { join } from 'node:path';
import { launchBrowser } from '../support/vscode/window.ts';
import { extensionId as ours, publisher } from '../../src/manifest.ts';
import type { Bench } from './support/bench.ts';
import {
  buildEarlierExtension,
  buildFloorExtension,
  buildShippedExtension,
  bundle,
} from './support/extensionFolders.ts';
import { runInHost } from './support/inHost.ts';
import { type Limit, type Row, median } from './support/table.ts';

export interface Cost {
  readonly milliseconds: number;
  /** Retained heap after a garbage collection. */
  readonly bytes: number;
}

export interface Activation {
  readonly required: Cost;
  readonly activated: Cost;
}

const empty = `${publisher}.bench-empty`;
const windows = 7;

/** Measures the cost of activation in the extension host of new windows. */
export const activation: Bench = async ({ scratch, before }) => {
  const floor = await buildFloorExtension('empty', join(scratch, 'empty'));
  const builds = [
    await buildShippedExtension(join(scratch, 'shipped')),
    ...(before === undefined ? [] : [await buildEarlierExtension(before, join(scratch, 'before'))]),
  ];
  const suite = join(scratch, 'activationSuite.cjs');
  await bundle(join(import.meta.dirname, 'activationSuite.ts'), suite);
  const runs = builds.map((): Record<string, Activation>[] => []);
  const browser = await launchBrowser();
  try {
    for (let window = 0; window < windows; window++) {
      // The order alternates, because the first of each pair takes longer.
      const isEven = window % 2 === 0;
      const told = isEven ? [ours, empty] : [empty, ours];
      for (const [index, build] of isEven ? [...builds.entries()] : [...builds.entries()].reverse()) {
        runs[index]?.push(
          (await runInHost({
            browser,
            scratch,
            extensionFolders: [build, floor],
            suite,
            told,
            limitMs: 60_000,
          })) as Record<string, Activation>,
        );
      }
    }
  } finally {
    await browser.close();
  }
  const of = (id: string, read: (activation: Activation) => number, which = runs[0]) =>
    median((which ?? []).flatMap((run) => (run[id] === undefined ? [] : [read(run[id])])));
  const sum =
    (read: (cost: Cost) => number, parts: readonly (keyof Activation)[]) => (activation: Activation) =>
      parts.reduce((total, part) => total + read(activation[part]), 0);
  const row = (
    what: string,
    unit: string,
    read: (activation: Activation) => number,
    limit?: (floor: number) => Limit,
  ): Row => {
    const floor = of(empty, read);
    return { what, unit, ours: of(ours, read), floor, limit: limit?.(floor) };
  };
  const time = (cost: Cost) => cost.milliseconds;
  const heap = (cost: Cost) => cost.bytes / 1024;
  const both = ['required', 'activated'] as const;
  return [
    row(
      '`require` + `activate` in the extension host, time; floor: an empty extension',
      'ms',
      sum(time, both),
      mostTime,
    ),
    row('of that time, `require`', 'ms', sum(time, ['required'])),
    row(
      '`require` + `activate` in the extension host, heap; floor: an empty extension',
      'KiB',
      sum(heap, both),
      () => ({ kind: 'value', most: 1024 }),
    ),
    row('of that heap, `require`', 'KiB', sum(heap, ['required'])),
    ...(before === undefined
      ? []
      : [
          {
            what: `\`require\` + \`activate\`, time; floor: the build of ${before}`,
            unit: 'ms',
            ours: of(ours, sum(time, both)),
            floor: of(ours, sum(time, both), runs[1]),
            limit: undefined,
          },
          {
            what: `\`require\` + \`activate\`, heap; floor: the build of ${before}`,
            unit: 'KiB',
            ours: of(ours, sum(heap, both)),
            floor: of(ours, sum(heap, both), runs[1]),
            limit: undefined,
          },
        ]),
  ];
};

/** The limit is 20 ms if an empty extension takes at most 0.5 ms, and a multiple on slower machines. */
function mostTime(floor: number): Limit {
  return floor <= 0.5 ? { kind: 'value', most: 20 } : { kind: 'ratio', most: 40 };
}
