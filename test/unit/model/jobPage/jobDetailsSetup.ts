import { onTestFinished, vi } from 'vitest';
import { JobDetails } from '../../../../src/model/jobPage/jobDetails.ts';
import { type Job, type JobRow, ServiceError, jobRow } from '../../../../src/service/index.ts';
import { drawJitter } from '../../service/harness.ts';
import { job, pageOf } from '../builders.ts';
import { createSession } from '../createSession.ts';

/** Creates the error of a service that does not respond. */
export const outage = () => new ServiceError('unreachable', 'No response.');

type Response = Job | ServiceError;

/** Creates the error of a service that responds with an HTTP status. */
export const refusal = (status: number) =>
  new ServiceError(status === 404 || status === 410 ? 'notFound' : 'rejected', 'No.', { status });

/** Properties of a completed job. */
export const completed = {
  updatedAt: '2026-10-02T08:00:00Z',
  completedAt: '2026-10-02T08:00:00Z',
  activeSteps: [],
};

interface Options {
  /** Response to `GET /jobs/{key}` for each key. */
  response?: Response;
  listed?: readonly (Job | JobRow)[];
  /** Rows that a previous window stored. */
  cached?: readonly JobRow[];
}

/**
 * Creates a session whose service returns the responses of the test. The clock starts at 1000 ms.
 */
export function connected({
  response = job('job_1'),
  listed = [job('job_1')],
  cached,
}: Options = {}) {
  vi.useFakeTimers({ now: 1000 });
  drawJitter(1);
  const service = {
    response,
    /** Responses for some keys. They replace `response`. */
    responses: {} as Record<string, Response>,
    listed,
    hasMore: false,
    listFailure: null as ServiceError | null,
    requestedPages: 0,
    requestedJobs: 0,
    delay: Promise.resolve(),
  };
  const session = createSession(
    {
      listJobs: (page) => {
        service.requestedPages++;
        if (service.listFailure !== null) return Promise.reject(service.listFailure);
        const jobs = service.listed.map((each) =>
          'kind' in each ? (each as JobRow) : jobRow({ ...each }),
        );
        const { hasMore } = service;
        const keys = jobs.map(({ id }) => id);
        return Promise.resolve({
          ...pageOf(keys, { currentPage: page, hasMore, total: null }),
          jobs,
        });
      },
      getJob: async (key) => {
        service.requestedJobs++;
        await service.delay;
        const { [key]: sent = service.response } = service.responses;
        if (sent instanceof ServiceError) throw sent;
        return { ...sent };
      },
      change: () => Promise.resolve(job('job_1')),
    },
    {
      storage: {
        read: () =>
          Promise.resolve(
            cached ? { jobs: { rows: cached, total: 1, pages: 1, readAt: 500 } } : {},
          ),
        write: () => undefined,
      },
    },
  );
  const open = (key = 'job_1', known?: JobRow) => {
    const details = new JobDetails(key, { known });
    details.setSession(session);
    onTestFinished(() => details.dispose());
    return details;
  };
  /** Polls a job in the same way as a visible page. */
  const follow = (key = 'job_1') => {
    session.follower.setAttention({ focused: true, active: true });
    return session.follower.follow(key);
  };
  /** Advances the time until the next poll is finished. */
  const poll = async () => {
    const before = service.requestedJobs + service.requestedPages;
    while (service.requestedJobs + service.requestedPages === before) {
      await vi.advanceTimersToNextTimerAsync();
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return { service, session, open, follow, poll };
}

/** Loads the details of `job_1`. */
export async function loaded(options: Options = {}) {
  const parts = connected(options);
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

/** Loads the list, then the details of `job_1`. */
export async function listed(options: Options = {}) {
  const parts = connected(options);
  await parts.session.list.ensureLoaded();
  const details = parts.open();
  await details.load();
  return { ...parts, details };
}

/** Starts to load the details. The response arrives when the test calls the returned function. */
export function loadSlowly(
  { service }: Pick<ReturnType<typeof connected>, 'service'>,
  details: JobDetails,
) {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.delay = promise;
  const loading = details.load();
  return () => {
    resolve();
    return loading;
  };
}
