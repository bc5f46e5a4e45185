import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { JobFilter } from '../../src/model/browsing/jobFilter.ts';
import { type Job, jobRow } from '../../src/service/index.ts';
import type { Bench } from './bench.ts';
import { loadProduct } from './loadProduct.ts';
import { alternate } from './rounds.ts';
import { wireJob } from './wireJobs.ts';

const count = 100_000;
const workflow = 'Invoice Approval';
const filter: JobFilter = { state: 'active', workflows: [workflow] };

/** Filtering and grouping a list that is loaded whole, in slices between which everything else has its turn. */
export const browsing: Bench = async ({ scratch }) => {
  const { JobBrowsing, JobList } = await loadProduct(scratch);
  const loaded: Job[] = Array.from({ length: count }, (_, index) => wireJob(index));
  const jobs = new JobList();
  jobs.connect(() => Promise.resolve({ jobs: loaded.map(jobRow), pagination: { currentPage: 1, hasMore: false, total: count, lastPage: 1 } }));
  await jobs.refresh();
  const shown = new JobBrowsing(jobs, { get: () => undefined, set: () => {} });
  const look = async (by: JobFilter, grouping: 'none' | 'step') => {
    shown.setGrouping(grouping);
    shown.setFilter(by);
    const { promise, resolve } = Promise.withResolvers<void>();
    const subscription = shown.onDidChange(resolve);
    shown.show(Date.now());
    await promise;
    subscription.dispose();
    return shown.show(Date.now());
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const filtering = await alternate(11, 3, () => look(filter, 'none'), () => loaded.filter(isWanted));
  const grouping = await alternate(11, 3, () => look({}, 'step'), () => groupPlainly(loaded));
  delay.reset();
  for (let round = 0; round < 5; round++) {
    await look(filter, 'step');
    await look({}, 'step');
  }
  const longest = delay.max / 1e6;
  delay.disable();
  return [
    { what: 'filtering 100,000 jobs by state and workflow; floor: a plain loop', unit: 'ms', ...filtering, limit: { kind: 'ratio', most: 2 } },
    { what: 'grouping 100,000 jobs by step; floor: a plain loop', unit: 'ms', ...grouping, limit: { kind: 'ratio', most: 2 } },
    { what: 'longest that anything else has to wait meanwhile', unit: 'ms', ours: longest, floor: undefined, limit: { kind: 'value', most: 50 } },
  ];
};

function isWanted({ completedAt, activeWorkflows }: Job): boolean {
  return completedAt === null && (activeWorkflows ?? []).some(({ name }) => name === workflow);
}

function groupPlainly(jobs: readonly Job[]): Map<string, Job[]> {
  return Map.groupBy(jobs, ({ activeSteps }) => (activeSteps ?? []).map(({ name }) => name).join(', '));
}
