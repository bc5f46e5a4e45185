import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { JobWaiter } from '../../../../src/model/following/jobWaiter.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import { type Job, ServiceError } from '../../../../src/service/index.ts';
import { baseUrlOf, patient } from '../../service/harness.ts';
import { ListService } from '../listService.ts';

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

const size = fc.integer({ min: 1, max: 40 });
/** What happens between two answers: jobs start, or others are removed. */
const changes = fc.tuple(
  fc.constantFrom('start', 'remove'),
  fc.array(fc.record({ place: fc.nat(), count: fc.nat(3) }), { maxLength: 12 }),
);

it('no job is said not to exist that existed all the while, whatever the service reads and whatever becomes of others', async () => {
  const singles = fc.constantFrom('offered', 404, 405);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: size,
        perPage: fc.constantFrom(1, 3, 5),
        offered: singles,
        place: fc.nat(),
        pages: fc.nat(8),
        change: changes,
        isAwaited: fc.boolean(),
      }),
      async ({ count, perPage, offered, place, pages, change: [kind, events], isAwaited }) => {
        const service = new ListService(count, perPage);
        const key = service.jobs[place % count]?.key ?? '';
        const jobs = new JobList();
        jobs.connect(service.source);
        for (let page = 0; page < pages; page++) await (page === 0 ? jobs.ensureLoaded() : jobs.loadMore());
        // A search for one job notices a single fall of the total, a reading of the list each.
        const waiting =
          kind === 'remove' && isAwaited
            ? events.map((each, index) => ({
                ...each,
                count: index === place % events.length ? each.count : 0,
              }))
            : [...events];
        service.afterAnswer = () => {
          const next = waiting.shift();
          if (next === undefined) return;
          if (kind === 'start') return service.start(next.count);
          const before = service.jobs;
          service.remove(next.place % before.length, next.count);
          if (!service.jobs.some((each) => each.key === key)) service.jobs = before;
        };
        service.afterAnswer();
        const getJob = (asked: string): Promise<Job> =>
          offered === 405
            ? Promise.reject(new ServiceError('rejected', 'No.', { status: 405 }))
            : service.getJob(asked);
        service.hasSingles = offered === 'offered';
        if (isAwaited) {
          const waiter = new JobWaiter({
            baseUrl: baseUrlOf('https://one.example'),
            listFields: () => Promise.resolve([]),
            listJobs: service.source,
            getJob,
          });
          const { job, searched } = await waiter.read(key, patient());
          expect([job?.key, searched]).not.toEqual([undefined, undefined]);
        } else {
          const reader = new JobReader(jobs);
          reader.connect(getJob);
          const reading = await reader.read(key, patient());
          if (reading.kind !== 'single') expect(reading).toMatchObject({ kind: 'list', isAbsent: false });
        }
      },
    ),
    { numRuns: 400 },
  );
});
