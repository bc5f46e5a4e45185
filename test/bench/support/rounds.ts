import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from './table.ts';

setFlagsFromString('--expose-gc');
export const collectGarbage = runInNewContext('gc') as () => void;

export interface Timed {
  /** Medians, in milliseconds. */
  readonly ours: number;
  readonly floor: number;
}

/**
 * Times two ways of doing the same in turns, so that what slows the machine slows both, with the garbage of one collected
 * before the other begins.
 * @param rounds how often each is timed
 * @param warmUp how often each runs before that
 */
export async function alternate(rounds: number, warmUp: number, ours: () => unknown, floor: () => unknown): Promise<Timed> {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    // Neither is always the one that comes after the other.
    const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const);
    for (const side of order) {
      const took = side === 'ours' ? await time(ours) : await time(floor);
      if (round >= 0) times[side].push(took);
    }
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}

async function time(work: () => unknown): Promise<number> {
  collectGarbage();
  const began = performance.now();
  await work();
  return performance.now() - began;
}
