import { createJobStore } from '../../../src/sandbox/jobStore.ts';
import { paginate, perPage } from '../../../src/sandbox/app.ts';

const now = Date.UTC(2026, 10, 1, 12);

/** Returns the sandbox's responses for all pages of a list with `jobs` jobs. */
export function wirePages(jobs: number): string[] {
  const store = createJobStore({ seed: 1, seeded: jobs, epoch: now });
  return Array.from({ length: Math.ceil(jobs / perPage) }, (_, index) => {
    const data = {
      jobs: store.slice(index * perPage, (index + 1) * perPage, now),
      pagination: paginate(index + 1, jobs, 'http://service.example/jobs'),
    };
    return JSON.stringify({ status: 'ok', code: 200, data });
  });
}
