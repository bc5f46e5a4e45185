import { expect, it } from 'vitest';
import { type JobDetailsState, nothingRead } from '../../../../src/model/jobPage/detailsState.ts';
import { noticeOf } from '../../../../src/model/jobPage/pageNotice.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { job } from '../builders.ts';

type Context = Parameters<typeof noticeOf>[1];

const denied = new ServiceError('unauthorized', 'The service refused the API key (HTTP 401).', {
  status: 401,
});

const notice = (
  changes: Partial<JobDetailsState>,
  { list = { hasMore: false, note: null }, remedy = { kind: 'none' } }: Partial<Context> = {},
) => noticeOf({ ...nothingRead(0), job: job('a'), ...changes }, { service: 'eu.example.com', list, remedy });

it('is none while the page shows what the service knows', () => {
  expect(notice({})).toBeNull();
});

it('says that the service does not list a new job yet', () => {
  expect(notice({ freshness: { kind: 'justStarted' } })).toEqual({
    sentence: 'Started. The service does not list it yet.',
    actions: [],
  });
});

it('says that details could not be loaded, also while the list tells the rest', () => {
  for (const changes of [
    {},
    { freshness: { kind: 'failed', error: denied } as const },
    {
      job: undefined,
      unreadable: {
        kind: 'unreadable',
        id: 'job:a',
        key: 'a',
        name: undefined,
        raw: { key: 'a' },
        problem: 'damaged',
      } as const,
    },
  ]) {
    expect(notice({ ...changes, detailsFailure: denied })).toEqual({
      sentence: 'Details could not be loaded (HTTP 401). The service refused the API key.',
      actions: ['refresh', 'setApiKey', 'showLog'],
    });
  }
});

it('says of a job that only the list still holds which of the two does not', () => {
  expect(notice({ detailsFailure: new ServiceError('notFound', 'No such job.', { status: 404 }) })).toEqual({
    sentence: 'The service has no details of this job any more, but still lists it.',
    actions: ['refresh'],
  });
});

it.each([
  ['all jobs are loaded', false, false, 'The service has no job with this key.', ['refresh']],
  ['the service reads single jobs', true, true, 'The service has no job with this key.', ['refresh']],
  [
    'the job may be further down',
    false,
    true,
    'This job is not among the loaded jobs. Load more jobs to look further.',
    ['loadMore'],
  ],
] as const)(
  'of an unknown key advises what is true then: %s',
  (...[, isCertain, hasMore, sentence, actions]) => {
    const absent = { job: undefined, freshness: { kind: 'notFound', isCertain } } as const;
    expect(notice(absent, { list: { hasMore, note: null } })).toEqual({ sentence, actions });
  },
);

it('of an unknown key says only that it is not loaded, and why no more is, where the list ended early', () => {
  const absent = { job: undefined, freshness: { kind: 'notFound', isCertain: false } } as const;
  expect(notice(absent, { list: { hasMore: false, note: 'Paging ended.' } })).toEqual({
    sentence: 'This job is not among the loaded jobs. Paging ended.',
    actions: ['refresh'],
  });
});

it('of a job that is gone leaves reading again to the button that refreshes the page', () => {
  expect(notice({ freshness: { kind: 'gone', foundAt: 0 } })?.actions).toEqual([]);
});

it('of a page whose service is no longer connected offers the ways back', () => {
  const sentence = 'Not connected to eu.example.com. This page shows the last known state.';
  const disconnected = { freshness: { kind: 'disconnected' }, detailsFailure: denied } as const;
  expect(notice(disconnected, { remedy: { kind: 'switch', name: 'Staging' } })).toEqual({
    sentence,
    actions: ['switchTo'],
    switchTo: 'Staging',
  });
  expect(notice(disconnected)).toEqual({ sentence, actions: ['setBaseUrl'] });
  expect(notice(disconnected, { remedy: { kind: 'startSandbox' } })).toEqual({
    sentence: 'The sandbox was stopped. This page shows the last known state.',
    actions: ['startSandbox'],
  });
});
