import { describe, expect, it } from 'vitest';
import {
  type JobDetailsState,
  initialDetails,
} from '../../../../src/model/jobPage/detailsState.ts';
import { noticeOf } from '../../../../src/model/jobPage/pageNotice.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { job } from '../builders.ts';

type Context = Parameters<typeof noticeOf>[1];

const denied = new ServiceError('unauthorized', 'The service refused the API key (HTTP 401).', {
  status: 401,
});

const notice = (changes: Partial<JobDetailsState>, { switchTo }: Partial<Context> = {}) =>
  noticeOf(
    { ...initialDetails(0), job: job('a'), ...changes },
    { service: 'eu.example.com', switchTo },
  );

describe('Job page notice', () => {
  it('stays hidden while the job is up to date', () => {
    expect(notice({})).toBeNull();
  });

  it('explains that the service does not list a new job yet', () => {
    expect(notice({ freshness: { kind: 'justStarted' } })).toEqual({
      sentence: 'This job was started. The service does not list it yet.',
      actions: [],
    });
  });

  it('explains that loading the details failed', () => {
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
        sentence: 'Details could not be loaded. The service refused the API key (HTTP 401).',
        actions: ['refresh', 'setApiKey', 'showLog'],
      });
    }
  });

  it('explains that the service lists the job but does not return the details', () => {
    expect(
      notice({ detailsFailure: new ServiceError('notFound', 'No such job.', { status: 404 }) }),
    ).toEqual({
      sentence: 'The service lists this job, but does not return its details.',
      actions: ['refresh'],
    });
  });

  it.each([
    ['all', undefined, 'The service has no job with this key.'],
    [
      'the first 1,000',
      1000,
      'This job is not among the first 1,000 jobs in the list. To find it, load more jobs in the Jobs view.',
    ],
  ])('explains that the job was not found among %s jobs', (_which, searched, sentence) => {
    const absent = { job: undefined, freshness: { kind: 'notFound', searched } } as const;
    expect(notice(absent)).toEqual({ sentence, actions: ['refresh'] });
  });

  it('stays hidden if the job is missing from only one response', () => {
    expect(notice({ freshness: { kind: 'missed' } })).toBeNull();
  });

  it('offers no actions for a deleted job', () => {
    expect(notice({ freshness: { kind: 'deleted' } })?.actions).toEqual([]);
  });

  it('offers to reconnect if the service is disconnected', () => {
    const sentence = 'Not connected to eu.example.com. This page shows the last known state.';
    const disconnected = { freshness: { kind: 'disconnected' }, detailsFailure: denied } as const;
    expect(notice(disconnected, { switchTo: 'Staging' })).toEqual({
      sentence,
      actions: ['switchTo'],
      switchTo: 'Staging',
    });
    expect(notice(disconnected)).toEqual({ sentence, actions: ['setBaseUrl'] });
  });

  it('mentions no last known state if the page has not loaded the job', () => {
    const restored = { job: undefined, freshness: { kind: 'disconnected' } } as const;
    expect(notice(restored)?.sentence).toBe('Not connected to eu.example.com.');
  });
});
