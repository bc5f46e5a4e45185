import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import { paginate, perPage } from '../../../src/sandbox/app.ts';

const now = Date.UTC(2026, 10, 1, 12);

/** Returns the sandbox's responses for the pages from 1 to `last` of a list with `jobs` jobs. */
export function wirePages(jobs: number, last = Math.ceil(jobs / perPage)): string[] {
  const store = createJobStore({ seed: 1, seeded: jobs, epoch: now });
  return Array.from({ length: last }, (_, index) => {
    const data = {
      jobs: store.slice(index * perPage, (index + 1) * perPage, now),
      pagination: paginate(index + 1, jobs, 'http://service.example/jobs'),
    };
    return JSON.stringify({ status: 'ok', code: 200, data });
  });
}
