import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startedSince, beforeStart } from '../../../../src/model/starting/startedSince.ts';
import { type JobRow, type JobsPage, jobRow } from '../../../../src/service/index.ts';
import { createJobList, damagedRow, job, pageOf } from '../builders.ts';

const sentAt = Date.parse('2026-10-02T12:00:00Z');
const longAgo = '2026-10-01T09:00:00Z';
const justNow = '2026-10-02T12:00:02Z';
const workflow = 'wf_a';

const row = (key: string, startedAt: string | null = longAgo, workflowKey = workflow): JobRow => ({
  kind: 'job',
  id: `job:${key}`,
  job: job(key, { startedAt, activeWorkflows: [{ key: workflowKey, name: 'A' }] }),
});
const unreadable = damagedRow(null);
const listOf = (rows: readonly JobRow[] | undefined) =>
  ({ state: { rows } }) as Parameters<typeof beforeStart>[1];
const appeared = (before: readonly JobRow[] | undefined, after: readonly JobRow[]) =>
  startedSince(after, beforeStart(workflow, listOf(before))).map(({ key }) => key);

beforeEach(() => void vi.useFakeTimers({ now: sentAt }));

describe('startedSince', () => {
  it('ignores an old job that moved to the top of the list', () => {
    const threeDaysOld = row('updated', '2026-09-29T12:00:00Z');
    expect(appeared([row('1')], [threeDaysOld, row('1')])).toEqual([]);
    expect(appeared([], [threeDaysOld])).toEqual([]);
  });

  it('finds a job that started after the request', () => {
    expect(appeared([row('1')], [unreadable, row('1'), row('2', justNow)])).toEqual(['2']);
  });

  it('tolerates a clock difference of five minutes', () => {
    expect(
      appeared(
        [row('1')],
        [row('late', '2026-10-02T11:55:00Z'), row('early', '2026-10-02T11:54:59.999Z')],
      ),
    ).toEqual(['late']);
  });

  it('finds a new job without a valid start time', () => {
    expect(
      appeared([row('1', null)], [row('3', null), row('2', 'yesterday'), row('1', null)]),
    ).toEqual(['3', '2']);
  });

  it('ignores jobs that were already listed', () => {
    expect(appeared([row('1')], [row('2', justNow, 'wf_b'), row('1', justNow)])).toEqual([]);
  });

  it('ignores old jobs if the list was not loaded before the start', () => {
    expect(appeared(undefined, [row('3', justNow), row('2', longAgo), row('1', null)])).toEqual([
      '3',
      '1',
    ]);
  });

  it('ignores old jobs that a refresh loads for the first time', async () => {
    const keys = Array.from({ length: 120 }, (_, index) => `old_${index}`);
    const source = (number: number): Promise<JobsPage> => {
      const page = pageOf(keys.slice((number - 1) * 50, number * 50), {
        currentPage: number,
        hasMore: number * 50 < keys.length,
        total: keys.length,
      });
      const started = (key: string) =>
        job(key, {
          startedAt: key === 'new' ? justNow : longAgo,
          activeWorkflows: [{ key: workflow, name: 'A' }],
        });
      return Promise.resolve({
        ...page,
        jobs: page.jobs.map((each) => (each.kind === 'job' ? jobRow(started(each.job.key)) : each)),
      });
    };
    const { list } = createJobList(source);
    await list.ensureLoaded();
    await list.loadMore();
    const before = beforeStart(workflow, list);
    keys.unshift('new');
    await list.refresh();
    expect(list.state.rows).toHaveLength(100);
    expect(startedSince(list.state.rows ?? [], before).map(({ key }) => key)).toEqual(['new']);
  });
});
