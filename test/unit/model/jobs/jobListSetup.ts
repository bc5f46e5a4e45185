import { vi } from 'vitest';
import type { JobList } from '../../../../src/model/jobs/jobList.ts';
import type { JobsPage } from '../../../../src/service/index.ts';
import { createJobList, fault, gatedSource, job, pagesOf } from '../builders.ts';
import type { ListService } from '../listService.ts';

/** Creates a list whose responses the test sends. Loads the given pages. */
export async function gatedList(...loaded: JobsPage[]) {
  const { calls, send, call } = gatedSource<number, JobsPage>();
  const { list, store } = createJobList(send);
  for (const [index, page] of loaded.entries()) {
    const loading = index === 0 ? list.ensureLoaded() : list.loadMore();
    (await call(index)).respond(page);
    await loading;
  }
  return { list, store, calls, call };
}

/** Loads the first pages of a list, one after the other. */
export async function loadPages(list: JobList, count: number): Promise<void> {
  if (count > 0) await list.ensureLoaded();
  for (let page = 2; page <= count; page++) await list.loadMore();
}

/** Creates a list with two jobs per page, and loads some pages. The test may change the keys. */
export async function listOf(keys: string[], loadedPages = 0) {
  const { source: listJobs, requestedPages } = pagesOf(keys, 2);
  const { list, store } = createJobList(listJobs);
  await loadPages(list, loadedPages);
  requestedPages.length = 0;
  return { list, store, requestedPages };
}

/** Creates a list of a service that returns the given pages and then fails. */
export async function scriptedList(loads: number, ...pages: JobsPage[]) {
  const requestedPages: number[] = [];
  const { list, store } = createJobList((page) => {
    requestedPages.push(page);
    const respond = pages[requestedPages.length - 1];
    return respond === undefined ? Promise.reject(fault()) : Promise.resolve(respond);
  });
  await loadPages(list, loads);
  return { list, store, requestedPages };
}

/** Creates a list of a service, and loads some pages. */
export async function listOfService(service: ListService, loadedPages = 1) {
  const { list, store } = createJobList(service.source);
  await loadPages(list, loadedPages);
  service.requestedPages.length = 0;
  const keys = () =>
    (service.isOldestFirst ? service.jobs.toReversed() : service.jobs).map(({ key }) => key);
  return { list, store, keys };
}

/** Lets the time pass after which a started job is removed if the service does not list it. */
export const passListingDelay = () => vi.setSystemTime(Date.now() + 60_000);

/** Creates the keys `j0`, `j1`, and so on. */
export const numberedKeys = (count: number) =>
  Array.from({ length: count }, (_, index) => `j${index}`);

/** Time at which the jobs of `done` were completed. */
export const completedAt = '2026-10-02T08:00:00Z';

/** Creates a completed job. */
export const done = (key: string) => job(key, { completedAt, updatedAt: completedAt });
