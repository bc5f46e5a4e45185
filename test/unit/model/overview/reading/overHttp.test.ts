import { expect, it, onTestFinished, vi } from 'vitest';
import { JobList } from '../../../../../src/model/jobs/jobList.ts';
import { Overview } from '../../../../../src/model/overview/overview.ts';
import { type ListOptions, awkwardList } from '../../../../support/service/awkwardList.ts';
import { connected } from '../../../service/harness.ts';

/** An overview of a real service, once it has settled. */
async function settled(options: ListOptions) {
  const list = awkwardList(options);
  const { client, service } = await connected(list.handler);
  const overview = new Overview(new JobList(), { get: () => undefined, set: () => undefined }, 'en');
  onTestFinished(() => overview.dispose());
  overview.connect({ baseUrl: service.url, source: client.listJobs });
  overview.attend(true);
  await vi.waitUntil(() => overview.state.reading?.state === 'settled' && overview.state.panels !== null, { timeout: 5000, interval: 5 });
  return { overview, reading: overview.state.reading, requests: service.requests };
}

it('reads a list of 30 jobs with one request', async () => {
  const { reading, requests, overview } = await settled({});
  expect([reading?.isWhole, reading?.remarks, requests.length, overview.state.failure]).toEqual([true, [], 1, null]);
});

it('reads at most 40 pages of a long list, and says where it is cut', async () => {
  const { reading, requests, overview } = await settled({ jobs: 5000, lastAnswered: 30 });
  expect([reading?.isWhole, overview.state.failure]).toEqual([false, null]);
  expect(reading?.remarks).toEqual([expect.stringMatching(/^The service does not give page \d+; the oldest jobs are not known\.$/)]);
  expect(requests.length).toBeLessThanOrEqual(41);
});

it('reads the newest pages of a list without totals', async () => {
  const { reading } = await settled({ jobs: 400, withoutTotals: true });
  expect(reading).toMatchObject({ isWhole: true, remarks: [] });
});

it('notices the oldest jobs first', async () => {
  const { reading } = await settled({ jobs: 400, oldestFirst: true });
  expect(reading?.remarks).toHaveLength(1);
});
