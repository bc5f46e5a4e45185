import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describePanels } from '../../src/model/overview/figures/panels.ts';
import { listJobs } from '../../src/service/endpoints.ts';
import type { JobRow } from '../../src/service/index.ts';
import { openEnvelope } from '../../src/service/schema/envelope.ts';
import type { Bench } from './support/bench.ts';
import { median } from './support/table.ts';
import { wirePages } from './support/wirePages.ts';

const jobs = 100_000;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Measures the calculation of the overview panels for 100,000 jobs. */
export const overview: Bench = () => {
  const rows = wirePages(jobs).flatMap((text, index) => {
    const answer = {
      request: 'GET /jobs',
      url: 'http://127.0.0.1/jobs',
      host: '127.0.0.1',
      status: 200,
      headers: new Headers(),
      text,
      sentKey: false,
      mask: undefined,
    };
    const endpoint = listJobs(index + 1);
    return endpoint.read(openEnvelope(answer, endpoint), answer).jobs;
  });
  const now = Date.now();
  /** Calculates the panels. Returns the longest time between two pauses, in milliseconds. */
  const describe = (read: readonly JobRow[]) => {
    const whole = {
      rows: read,
      first: read.length,
      total: read.length,
      isWhole: true,
      isChanged: false,
      at: now,
      note: null,
    } as const;
    const work = describePanels(whole, 'all');
    let maxMs = 0;
    for (let isDone = false; !isDone;) {
      const began = performance.now();
      isDone = work.next().done === true;
      maxMs = Math.max(maxMs, performance.now() - began);
    }
    return maxMs;
  };
  const before = heap();
  const first = describe(rows);
  const bytes = (heap() - before) / jobs;
  /** Counts active jobs and jobs per workflow, and finds the longest duration, in a plain loop. */
  const loop = () => {
    const byName = new Map<string, number>();
    let [active, maxMs] = [0, 0];
    for (const row of rows) {
      if (row.kind !== 'job') continue;
      const { job } = row;
      const name = job.activeWorkflows?.[0]?.name ?? '';
      byName.set(name, (byName.get(name) ?? 0) + 1);
      if (job.completedAt == null) active++;
      maxMs = Math.max(
        maxMs,
        (job.completedAt == null ? now : Date.parse(job.completedAt)) -
          Date.parse(job.startedAt ?? ''),
      );
    }
    return [active, maxMs, byName.size];
  };
  const whole = inTurns(() => describe(rows), loop);
  const maxMs = Math.min(...Array.from({ length: 5 }, () => describe(rows)));
  return Promise.resolve([
    {
      name: 'the panels of 100,000 jobs; floor: a plain loop over them',
      unit: 'ms',
      ...whole,
      limit: { kind: 'ratio', max: 3 },
    },
    {
      name: 'the longest time without a pause',
      unit: 'ms',
      ours: maxMs,
      limit: { kind: 'value', max: 50 },
    },
    {
      name: 'the longest time without a pause, in the first run',
      unit: 'ms',
      ours: first,
      limit: { kind: 'value', max: 50 },
    },
    {
      name: 'memory per job in addition to its row',
      unit: 'bytes',
      ours: bytes,
      limit: { kind: 'value', max: 600 },
    },
  ]);
};

/** Returns the used memory in bytes, including typed arrays. */
function heap(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/**
 * Measures two operations alternately, so that a slow machine affects both results. Returns the
 * median durations in milliseconds.
 */
function inTurns(ours: () => unknown, floor: () => unknown) {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let round = -2; round < 7; round++) {
    for (const [side, work] of Object.entries({ ours, floor }) as [
      'ours' | 'floor',
      () => unknown,
    ][]) {
      collectGarbage();
      const began = performance.now();
      work();
      // Omits the warm-up rounds.
      if (round >= 0) times[side].push(performance.now() - began);
    }
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}
