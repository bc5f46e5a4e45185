import { describe, expect, it, vi } from 'vitest';
import { JobBrowsing } from '../../../../src/model/browsing/jobBrowsing.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import type { JobTreeNode } from '../../../../src/model/browsing/grouping.ts';
import { jobRow, rowId } from '../../../../src/service/index.ts';
import { setTimeZone } from '../../../../src/text/timeZone.ts';
import { job, keysOf, createKeyValueStore, pageOf, pagesOf } from '../builders.ts';

const perPage = 500;

async function browsingOf(count: number, pages = Math.ceil(count / perPage)) {
  const keys = Array.from({ length: count }, (_, index) => `k${index}`);
  const { source } = pagesOf(keys, perPage);
  const jobs = new JobList();
  jobs.connect(source);
  await jobs.ensureLoaded();
  for (let page = 2; page <= pages; page++) await jobs.loadMore();
  const browsing = new JobBrowsing(jobs, createKeyValueStore());
  const changes = vi.fn();
  browsing.onDidChange(changes);
  return { keys, jobs, browsing, changes };
}

function shownKeys(nodes: readonly JobTreeNode[]): string[] | undefined {
  return keysOf(nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node])));
}

it('the jobs before and after another are those of the list as it is filtered and grouped', async () => {
  const { browsing } = await browsingOf(3);
  browsing.show(0);
  const around = (key: string) =>
    ([-1, 1] as const).map((by) => browsing.neighbour(rowId(key), by)?.id.replace('job:', ''));
  expect([around('k0'), around('k1'), around('k2'), around('k3')]).toEqual([
    [undefined, 'k1'],
    ['k0', 'k2'],
    ['k1', undefined],
    [undefined, undefined],
  ]);
  browsing.setGrouping('state');
  browsing.show(0);
  expect(around('k1')).toEqual(['k0', 'k2']);
  browsing.setFilter({ text: 'k2' });
  browsing.show(0);
  expect([around('k1'), around('k2')]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
});

it('the jobs around those of several pages are found in one pass over all shown ones, until they change', async () => {
  let looks = 0;
  const row = (key: string) =>
    Object.defineProperty(jobRow(job(key)), 'kind', {
      enumerable: true,
      get: () => {
        looks++;
        return 'job';
      },
    });
  const jobs = new JobList();
  const page = pageOf([], { total: 100 });
  jobs.connect(() =>
    Promise.resolve({ ...page, jobs: Array.from({ length: 100 }, (_, index) => row(`k${index}`)) }),
  );
  await jobs.ensureLoaded();
  const browsing = new JobBrowsing(jobs, createKeyValueStore());
  browsing.show(0);
  looks = 0;
  for (let index = 0; index < 30; index++) {
    expect(browsing.neighbour(rowId(`k${index}`), 1)?.id).toBe(rowId(`k${index + 1}`));
  }
  expect(looks).toBeLessThanOrEqual(100);
  jobs.put(job('new'));
  browsing.show(0);
  expect(browsing.neighbour(rowId('k0'), -1)?.id).toBe(rowId('new'));
});

describe('a filter and a grouping', () => {
  const [here, there] = ['https://here.example.com', 'https://there.example.com'];
  const remembering = (stored: Record<string, unknown>) =>
    new JobBrowsing(new JobList(), createKeyValueStore(stored));
  const isSet = ({ filter, isFiltering, grouping }: JobBrowsing) => [filter, isFiltering, grouping];
  const none = [{}, false, 'none'];

  it('are remembered for each service, and told when they change', () => {
    const stored: Record<string, unknown> = {};
    const browsing = remembering(stored);
    browsing.connect(here);
    expect(isSet(browsing)).toEqual(none);
    const changes = vi.fn();
    browsing.onDidChange(changes);
    browsing.setFilter({ text: 'invoice' });
    browsing.setGrouping('day');
    expect(changes).toHaveBeenCalledTimes(2);
    browsing.connect(here);
    expect(changes, 'connected anew to the same').toHaveBeenCalledTimes(2);
    browsing.connect(there);
    expect(changes).toHaveBeenCalledTimes(3);
    expect(isSet(browsing)).toEqual(none);
    const again = remembering(stored);
    expect(isSet(again)).toEqual(none);
    again.connect(here);
    expect(isSet(again)).toEqual([{ text: 'invoice' }, true, 'day']);
    again.setFilter({});
    again.setGrouping('none');
    expect(stored).toEqual({});
  });

  it('by me lets nothing through until the person of the service is chosen, for all workspaces', async () => {
    const { jobs } = await browsingOf(0);
    const ada = { key: 'u1', firstName: 'Ada' };
    jobs.put(job('mine', { assignedTo: ada }));
    jobs.put(job('other'));
    const profile = createKeyValueStore();
    const opened = (baseUrl = here) => {
      const browsing = new JobBrowsing(jobs, createKeyValueStore(), profile);
      browsing.connect(baseUrl);
      browsing.setFilter({ assignees: ['@me'] });
      return browsing;
    };
    const browsing = opened();
    browsing.setGrouping('person');
    expect([browsing.show(0).count, browsing.lacksIdentity]).toEqual([0, true]);
    browsing.setIdentity({ key: 'u1', name: 'Ada' });
    expect(browsing.show(0)).toMatchObject({ count: 1, nodes: [{ label: 'Ada (me)' }] });
    expect([opened().show(0).count, opened().lacksIdentity, opened(there).lacksIdentity]).toEqual([
      1,
      false,
      true,
    ]);
  });

  it('are none where what was remembered makes no sense', () => {
    const browsing = remembering({ [`jobFilter:${here}`]: 'invoice', [`jobGrouping:${here}`]: 'colour' });
    browsing.connect(here);
    expect(isSet(browsing)).toEqual(none);
  });

  it('take effect at once, also between two looks at the same rows', async () => {
    const { browsing } = await browsingOf(30);
    expect(browsing.show(0).count).toBe(30);
    browsing.setFilter({ text: 'k2' });
    expect(browsing.show(0).count).toBe(11);
    browsing.setGrouping('state');
    expect(browsing.show(0).nodes.map((node) => (node.kind === 'group' ? node.label : 'row'))).toEqual([
      'active',
    ]);
  });
});

it('a change of the list looks only at the jobs that changed to find their groups', async () => {
  let looks = 0;
  const watched = (key: string, updatedAt: string) =>
    Object.defineProperty(job(key, { updatedAt }), 'activeWorkflows', {
      enumerable: true,
      get: () => {
        looks++;
        return [{ key: 'wf', name: 'Invoice' }];
      },
    });
  const jobs = new JobList();
  const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
  jobs.connect(() =>
    Promise.resolve({ ...pageOf([]), jobs: keys.map((key) => jobRow(watched(key, '2026-01-01T00:00:00Z'))) }),
  );
  await jobs.ensureLoaded();
  const browsing = new JobBrowsing(jobs, createKeyValueStore());
  browsing.setGrouping('workflow');
  expect(browsing.show(0).count).toBe(100);
  jobs.update([watched('k7', '2027-01-01T00:00:00Z')]);
  looks = 0;
  expect([browsing.show(0).count, shownKeys(browsing.show(0).nodes)]).toEqual([100, keys]);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(10);
});

describe('further rows', () => {
  const rowsFor = (...keys: string[]) => keys.map((key) => jobRow(job(key)));

  it('are filtered beside those of the list, which come first and as the list has them, until another filter', async () => {
    const { jobs, browsing, changes } = await browsingOf(3);
    browsing.setFilter({ text: 'k' }, rowsFor('k2', 'k9', 'far'));
    expect([
      browsing.isFiltering,
      browsing.hasFurther,
      browsing.rows.length,
      shownKeys(browsing.show(0).nodes),
    ]).toEqual([true, true, 5, ['k0', 'k1', 'k2', 'k9']]);
    expect(browsing.neighbour(rowId('k2'), 1)?.id).toBe(rowId('k9'));
    jobs.update([job('k2', { updatedAt: '2027-01-01T00:00:00Z' })]);
    expect(browsing.show(0).nodes[2]).toMatchObject({ job: { updatedAt: '2027-01-01T00:00:00Z' } });
    browsing.setFurther(rowsFor('k8'));
    expect(shownKeys(browsing.show(0).nodes)).toEqual(['k0', 'k1', 'k2', 'k8']);
    browsing.setFilter({});
    expect([browsing.hasFurther, browsing.show(0).count, changes.mock.calls.length]).toEqual([false, 3, 3]);
  });

  it('have the newest version of their jobs, and change for no other job', async () => {
    const { browsing, changes } = await browsingOf(3);
    browsing.setFilter({ state: 'active' }, rowsFor('far', 'farther'));
    const heard = changes.mock.calls.length;
    browsing.update([job('elsewhere')]);
    expect(changes).toHaveBeenCalledTimes(heard);
    browsing.update([job('far', { completedAt: '2026-10-02T08:00:00Z' })]);
    expect(changes).toHaveBeenCalledTimes(heard + 1);
    expect(shownKeys(browsing.show(0).nodes)).toEqual(['k0', 'k1', 'k2', 'farther']);
  });

  it('end with another connection, also to the same service', async () => {
    const { browsing } = await browsingOf(3);
    for (const url of ['https://here.example.com', 'https://here.example.com']) {
      browsing.setFilter({ text: 'far' }, rowsFor('far'));
      browsing.connect(url);
      expect([browsing.hasFurther, shownKeys(browsing.show(0).nodes)?.includes('far')]).toEqual([
        false,
        false,
      ]);
    }
  });
});

describe('looking through the loaded jobs', () => {
  it('shows a page that is added, and leaves what was shown before as it was', async () => {
    const { keys, jobs, browsing } = await browsingOf(4_000, 7);
    const before = browsing.show(0);
    await jobs.loadMore();
    const after = browsing.show(1);
    expect(after.count).toBe(4_000);
    expect(shownKeys(after.nodes)).toEqual(keys);
    expect(shownKeys(before.nodes)).toEqual(keys.slice(0, 3_500));
  });

  it('keeps groups in their places through a refresh, new ones below, until the grouping is chosen anew', async () => {
    let names = ['Alpha', 'Beta', 'Gamma'];
    const jobs = new JobList();
    jobs.connect(() =>
      Promise.resolve({
        ...pageOf([]),
        jobs: names.map((name, index) =>
          jobRow(job(`${name}${names.length - index}`, { activeWorkflows: [{ key: name, name }] })),
        ),
      }),
    );
    await jobs.ensureLoaded();
    const browsing = new JobBrowsing(jobs, createKeyValueStore());
    browsing.setGrouping('workflow');
    const labels = () => browsing.show(0).nodes.map((node) => node.kind === 'group' && node.label);
    expect(labels()).toEqual(['Alpha', 'Beta', 'Gamma']);
    names = ['Delta', 'Gamma', 'Gamma', 'Alpha'];
    await jobs.refresh();
    expect(labels()).toEqual(['Alpha', 'Gamma', 'Delta']);
    browsing.setGrouping('workflow');
    expect(labels()).toEqual(['Delta', 'Gamma', 'Alpha']);
  });

  it('shows nothing of a service that is connected no more', async () => {
    const { jobs, browsing } = await browsingOf(3);
    expect(browsing.show(0).count).toBe(3);
    jobs.connect(undefined);
    expect(browsing.show(0)).toEqual({ nodes: [], count: 0 });
  });

  it.each([
    ['startedWithin', '2026-10-01T09:12:00+02:00'],
    ['updatedWithin', '2026-10-01T09:30:00+02:00'],
  ])('looks at the clock once a second for a filter by time (%s)', async (part, moment) => {
    const { browsing } = await browsingOf(3);
    const looked = Date.parse(moment) + 60_000;
    browsing.setFilter({ [part]: 60_500 });
    expect([
      browsing.show(looked).count,
      browsing.show(looked + 999).count,
      browsing.show(looked + 1000).count,
    ]).toEqual([3, 3, 0]);
  });

  it('counts the matches of a list that grows, each row once', async () => {
    const { jobs, browsing } = await browsingOf(3_000, 2);
    browsing.setFilter({ text: 'k2' });
    const count = browsing.matchCounter(0);
    const matches = () => (jobs.state.rows ?? []).filter(({ id }) => id.includes('k2')).length;
    expect(count(jobs.state.rows ?? [])).toBe(matches());
    await jobs.loadAll();
    expect(count(jobs.state.rows ?? [])).toBe(matches());
  });
});

it('regroup groups the jobs by the days of another time zone', async () => {
  setTimeZone('UTC');
  const starts = ['2026-11-26T12:00:00Z', '2026-11-26T23:30:00Z'];
  const rows = starts.map((startedAt, index) => jobRow(job(`k${index}`, { startedAt })));
  const jobs = new JobList();
  jobs.connect(() => Promise.resolve({ ...pageOf([]), jobs: rows }));
  await jobs.ensureLoaded();
  const browsing = new JobBrowsing(jobs, createKeyValueStore());
  browsing.connect('https://one.example/');
  browsing.setGrouping('day');
  const days = () => browsing.show(0).nodes.map((node) => (node.kind === 'group' ? node.label : ''));
  expect(days()).toEqual(['Thu, Nov 26, 2026']);
  setTimeZone('Europe/Berlin');
  browsing.regroup();
  expect(days()).toEqual(['Thu, Nov 26, 2026', 'Fri, Nov 27, 2026']);
});
