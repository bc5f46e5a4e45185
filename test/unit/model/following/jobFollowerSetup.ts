import { expect, vi } from 'vitest';
import type { ServiceError } from '../../../../src/service/index.ts';
import type { RefreshedViews } from '../../../../src/model/following/viewRefresh.ts';
import type { Session } from '../../../../src/model/session/session.ts';
import { patient } from '../../service/harness.ts';
import { job } from '../builders.ts';
import { sessionOf } from '../session/sessionInMemory.ts';
import { ServiceInMemory } from './serviceInMemory.ts';

/** Replaces the timers, and the random part of each polling interval, for one test. */
export function controlTime(): void {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
}

/** A window that the user is working in. */
export const inUse = { focused: true, active: true };

/** A window without the focus. */
export const unfocused = { focused: false, active: false };

/** Creates a service with the jobs `job_0`, `job_1`, and so on, in descending order. */
export const serviceWith = (count: number, perPage?: number) =>
  new ServiceInMemory(
    Array.from({ length: count }, (_, index) => job(`job_${count - 1 - index}`)),
    perPage,
  );

/** Creates a service that does not support `GET /jobs/{key}`. */
export function listOnly(count: number, perPage?: number): ServiceInMemory {
  const service = serviceWith(count, perPage);
  service.singles = 'known as 405';
  return service;
}

interface Setting {
  readonly service?: ServiceInMemory;
  /** Number of list pages to load. */
  readonly pages?: number;
  readonly watched?: readonly string[];
  readonly client?: Partial<ServiceInMemory['client']>;
}

/** Creates a follower in a focused window, and records its events. */
export async function following({
  service = serviceWith(3),
  pages = 1,
  watched = [],
  client,
}: Setting = {}) {
  const session = sessionOf({ ...service.client, ...client });
  const { follower, list, reader, watches } = session;
  if (service.singles === 'known as 405') await reader.readSingle('any', patient());
  if (pages > 0) await list.ensureLoaded();
  for (let page = 1; page < pages; page++) await list.loadMore();
  service.take();
  const finished: string[][] = [];
  const deleted: string[] = [];
  const failed: { readonly keys: readonly string[]; readonly error: ServiceError }[] = [];
  const read: string[] = [];
  follower.onDidFollow((event) => {
    if (event.kind === 'finished') finished.push(event.jobs.map(({ key }) => key));
    else if (event.kind === 'deleted') deleted.push(...event.watched);
    else if (event.kind === 'failed') failed.push({ keys: event.keys, error: event.error });
    else read.push(...event.jobs.map(({ key }) => key));
  });
  follower.setAttention(inUse);
  watches.watch(...watched);
  return { service, session, follower, list, watches, finished, deleted, failed, read };
}

/** Lets the given number of seconds pass. */
export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Runs timers until the follower has polled the given number of times. */
export async function rounds(service: ServiceInMemory, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    let requests = 0;
    for (let timers = 0; requests === 0 && timers < 100; timers++) {
      await vi.advanceTimersToNextTimerAsync();
      requests = service.take().length;
    }
    expect(requests).toBeGreaterThan(0);
  }
}

/** Creates a visible view that is refreshed every 30 s. */
export function refreshed(list: Session['list']): RefreshedViews {
  const refresh = () => list.autoRefresh().then(() => undefined);
  return {
    views: [{ isVisible: () => true, hasFailed: () => false, refresh }],
    interval: () => 30_000,
  };
}
