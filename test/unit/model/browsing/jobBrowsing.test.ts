import { describe, expect, it, vi } from 'vitest';
import type { JobTreeNode } from '../../../../src/model/browsing/grouping.ts';
import type { JobBrowsing } from '../../../../src/model/browsing/jobBrowsing.ts';
import type { Session } from '../../../../src/model/session/session.ts';
import { type Job, jobRow, rowId } from '../../../../src/service/index.ts';
import { setTimeZone } from '../../../../src/text/timeZone.ts';
import { baseUrlOf } from '../../service/harness.ts';
import { job, keysOf, createKeyValueStore, pageOf, pagesOf } from '../builders.ts';
import { createSession } from '../createSession.ts';

const perPage = 500;

async function browsingOf(count: number, pages = Math.ceil(count / perPage)) {
  const keys = Array.from({ length: count }, (_, index) => `k${index}`);
  const session = createSession({ listJobs: pagesOf(keys, perPage).source });
  const { list, browsing } = session;
  await list.ensureLoaded();
  for (let page = 2; page <= pages; page++) await list.loadMore();
  const changes = vi.fn();
  browsing.onDidChange(changes);
  return { keys, session, list, browsing, changes };
}

/** Creates a session with a loaded list of these jobs. */
async function sessionOf(jobs: () => readonly Job[]): Promise<Session> {
  const session = createSession({
    listJobs: () => Promise.resolve({ ...pageOf([], { total: null }), jobs: jobs().map(jobRow) }),
  });
  await session.list.ensureLoaded();
  return session;
}

/** Applies jobs as the response to another request. */
function apply({ jobs }: Session, ...read: readonly Job[]): void {
  jobs.apply({ jobs: read, source: 'list', request: jobs.nextRequest(), readAt: Date.now() });
}

function shownKeys(nodes: readonly JobTreeNode[]): string[] | undefined {
  return keysOf(nodes.flatMap((node) => (node.kind === 'group' ? node.rows : [node])));
}

describe('JobBrowsing.neighbour', () => {
  it('returns the previous or next job in the view', async () => {
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
});

describe('JobBrowsing', () => {
  const [firstService, secondService] = [
    baseUrlOf('https://one.example'),
    baseUrlOf('https://two.example'),
  ];
  const storedBy = (stored: Record<string, unknown>, baseUrl = firstService) =>
    createSession({ baseUrl }, { workspaceStore: createKeyValueStore(stored) }).browsing;
  const settingsOf = ({ filter, isFiltering, grouping }: JobBrowsing) => [
    filter,
    isFiltering,
    grouping,
  ];
  const none = [{}, false, 'none'];

  it('saves the filter and grouping separately for each service', () => {
    const stored: Record<string, unknown> = {};
    const browsing = storedBy(stored);
    expect(settingsOf(browsing)).toEqual(none);
    const changes = vi.fn();
    browsing.onDidChange(changes);
    browsing.setFilter({ text: 'invoice' });
    browsing.setGrouping('day');
    expect(changes).toHaveBeenCalledTimes(2);
    expect(settingsOf(storedBy(stored, secondService))).toEqual(none);
    const again = storedBy(stored);
    expect(settingsOf(again)).toEqual([{ text: 'invoice' }, true, 'day']);
    again.setFilter({});
    again.setGrouping('none');
    expect(stored).toEqual({});
  });

  it('resolves @me to the selected person in all workspaces', async () => {
    const userStore = createKeyValueStore();
    const ada = { key: 'u1', firstName: 'Ada' };
    const opened = async (baseUrl = firstService) => {
      const rows = [jobRow(job('mine', { assignedTo: ada })), jobRow(job('other'))];
      const listJobs = () => Promise.resolve({ ...pageOf([], { total: null }), jobs: rows });
      const { list, browsing } = createSession({ baseUrl, listJobs }, { userStore });
      await list.ensureLoaded();
      browsing.setFilter({ assignees: ['@me'] });
      return browsing;
    };
    const browsing = await opened();
    browsing.setGrouping('person');
    expect([browsing.show(0).count, browsing.lacksIdentity]).toEqual([0, true]);
    browsing.setIdentity({ key: 'u1', name: 'Ada' });
    expect(browsing.show(0)).toMatchObject({ count: 1, nodes: [{ label: 'Ada' }] });
    const again = await opened();
    expect([again.show(0).count, again.lacksIdentity]).toEqual([1, false]);
    expect((await opened(secondService)).lacksIdentity).toBe(true);
  });

  it('ignores an invalid stored filter or grouping', () => {
    const stored = {
      [`jobFilter:${firstService.href}`]: 'invoice',
      [`jobGrouping:${firstService.href}`]: 'color',
    };
    expect(settingsOf(storedBy(stored))).toEqual(none);
  });

  it('applies a new filter even if the rows have not changed', async () => {
    const { browsing } = await browsingOf(30);
    expect(browsing.show(0).count).toBe(30);
    browsing.setFilter({ text: 'k2' });
    expect(browsing.show(0).count).toBe(11);
    browsing.setGrouping('state');
    expect(
      browsing.show(0).nodes.map((node) => (node.kind === 'group' ? node.label : 'row')),
    ).toEqual(['active']);
  });
});

describe('JobBrowsing.setFilter', () => {
  const rowsFor = (...keys: string[]) => keys.map((key) => jobRow(job(key)));

  it('adds the given rows to the list until another filter is set', async () => {
    const { session, browsing, changes } = await browsingOf(3);
    browsing.setFilter({ text: 'k' }, rowsFor('k2', 'k9', 'far'));
    expect([
      browsing.isFiltering,
      browsing.hasAdditional,
      browsing.rows.length,
      shownKeys(browsing.show(0).nodes),
    ]).toEqual([true, true, 5, ['k0', 'k1', 'k2', 'k9']]);
    expect(browsing.neighbour(rowId('k2'), 1)?.id).toBe(rowId('k9'));
    apply(session, job('k2', { updatedAt: '2027-01-01T00:00:00Z' }));
    expect(browsing.show(0).nodes[2]).toMatchObject({ job: { updatedAt: '2027-01-01T00:00:00Z' } });
    browsing.setAdditional(rowsFor('k8'));
    expect(shownKeys(browsing.show(0).nodes)).toEqual(['k0', 'k1', 'k2', 'k8']);
    browsing.setFilter({});
    expect([browsing.hasAdditional, browsing.show(0).count, changes.mock.calls.length]).toEqual([
      false,
      3,
      4,
    ]);
  });

  it('updates the added rows when their jobs change', async () => {
    const { session, browsing, changes } = await browsingOf(3);
    browsing.setFilter({ state: 'active' }, rowsFor('far', 'farther'));
    const before = changes.mock.calls.length;
    apply(session, job('elsewhere'));
    expect(changes).toHaveBeenCalledTimes(before);
    apply(session, job('far', { completedAt: '2026-10-02T08:00:00Z' }));
    expect(changes).toHaveBeenCalledTimes(before + 1);
    expect(shownKeys(browsing.show(0).nodes)).toEqual(['k0', 'k1', 'k2', 'farther']);
  });
});

describe('JobBrowsing.show', () => {
  it('recalculates the groups of a job only if the job has changed', async () => {
    let reads = 0;
    const counted = (key: string, updatedAt: string) =>
      Object.defineProperty(job(key, { updatedAt }), 'activeWorkflows', {
        enumerable: true,
        get: () => {
          reads++;
          return [{ key: 'wf', name: 'Invoice' }];
        },
      });
    const keys = Array.from({ length: 100 }, (_, index) => `k${index}`);
    const session = await sessionOf(() => keys.map((key) => counted(key, '2026-01-01T00:00:00Z')));
    const { browsing } = session;
    browsing.setGrouping('workflow');
    expect(browsing.show(0).count).toBe(100);
    apply(session, counted('k7', '2027-01-01T00:00:00Z'));
    reads = 0;
    expect([browsing.show(0).count, shownKeys(browsing.show(0).nodes)]).toEqual([100, keys]);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(10);
  });

  it('does not modify the previous result when a page is added', async () => {
    const { keys, list, browsing } = await browsingOf(4_000, 7);
    const before = browsing.show(0);
    await list.loadMore();
    const after = browsing.show(1);
    expect(after.count).toBe(4_000);
    expect(shownKeys(after.nodes)).toEqual(keys);
    expect(shownKeys(before.nodes)).toEqual(keys.slice(0, 3_500));
  });

  it('keeps the group order when the list is refreshed', async () => {
    let names = ['Alpha', 'Beta', 'Gamma'];
    const { list, browsing } = await sessionOf(() =>
      names.map((name, index) =>
        job(`${name}${names.length - index}`, { activeWorkflows: [{ key: name, name }] }),
      ),
    );
    browsing.setGrouping('workflow');
    const labels = () => browsing.show(0).nodes.map((node) => node.kind === 'group' && node.label);
    expect(labels()).toEqual(['Alpha', 'Beta', 'Gamma']);
    names = ['Delta', 'Gamma', 'Gamma', 'Alpha'];
    await list.refresh();
    expect(labels()).toEqual(['Alpha', 'Gamma', 'Delta']);
    browsing.setGrouping('workflow');
    expect(labels()).toEqual(['Delta', 'Gamma', 'Alpha']);
  });

  it.each([
    ['startedWithin', '2026-10-01T09:12:00+02:00'],
    ['updatedWithin', '2026-10-01T09:30:00+02:00'],
  ])('applies the `%s` filter again if the last result is one second old', async (part, moment) => {
    const { browsing } = await browsingOf(3);
    const looked = Date.parse(moment) + 60_000;
    browsing.setFilter({ [part]: '1 min' });
    expect([
      browsing.show(looked).count,
      browsing.show(looked + 999).count,
      browsing.show(looked + 1000).count,
    ]).toEqual([3, 3, 0]);
  });
});

describe('JobBrowsing.matchCounter', () => {
  it('counts the matching jobs as the list grows', async () => {
    const { list, browsing } = await browsingOf(3_000, 2);
    browsing.setFilter({ text: 'k2' });
    const count = browsing.matchCounter(0);
    const matches = () => (list.state.rows ?? []).filter(({ id }) => id.includes('k2')).length;
    expect(count(list.state.rows ?? [])).toBe(matches());
    await list.loadAll();
    expect(count(list.state.rows ?? [])).toBe(matches());
  });
});

describe('JobBrowsing.regroup', () => {
  it('groups jobs by day in the current time zone', async () => {
    setTimeZone('UTC');
    const starts = ['2026-11-26T12:00:00Z', '2026-11-26T23:30:00Z'];
    const { browsing } = await sessionOf(() =>
      starts.map((startedAt, index) => job(`k${index}`, { startedAt })),
    );
    browsing.setGrouping('day');
    const days = () =>
      browsing.show(0).nodes.map((node) => (node.kind === 'group' ? node.label : ''));
    expect(days()).toEqual(['Thu, Nov 26, 2026']);
    setTimeZone('Europe/Berlin');
    browsing.regroup();
    expect(days()).toEqual(['Thu, Nov 26, 2026', 'Fri, Nov 27, 2026']);
  });
});
