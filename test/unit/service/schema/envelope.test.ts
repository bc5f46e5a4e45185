import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../../src/service/http/transport.ts';
import { json, text } from '../../../support/service/service.ts';
import {
  connected,
  failureOf,
  patient,
  readFailure,
  startFailure,
  startJob,
  withoutHost,
} from '../harness.ts';

const checkBaseUrl = 'Check the base URL, including its region and path.';

describe('ServiceClient', () => {
  it.each([404, 410])(
    'suggests checking the base URL only for list requests after HTTP %i',
    async (status) => {
      const { client } = await connected(json(status, { message: 'There is none.' }));
      const lists = [client.listFields(patient()), client.listJobs(1, patient())].map(failureOf);
      const others = [client.getJob('a/b', patient()), client.listJobs(12, patient())].map(
        failureOf,
      );
      for (const error of await Promise.all(lists)) {
        expect(error).toMatchObject({ kind: 'notFound', status, advice: checkBaseUrl });
      }
      for (const error of await Promise.all(others)) {
        expect(error).toMatchObject({ kind: 'notFound', status, advice: undefined });
      }
      const failure = await failureOf(client.change(startJob('wf_mistyped'), patient()));
      expect(failure).toMatchObject({ kind: 'rejected', status, advice: undefined });
      expect(withoutHost(failure.message)).toBe(
        `rejected POST /jobs (HTTP ${status}). The service reported: There is none.`,
      );
    },
  );

  it.each([
    ['Not today', 'Not today.'],
    ['Not today.', 'Not today.'],
    ['Why?', 'Why?'],
    ['今日は無理です。', '今日は無理です。'],
    ['आज नहीं।', 'आज नहीं।'],
    ['لماذا؟', 'لماذا؟'],
    ['No such key: “a”', 'No such key: “a”.'],
  ])('ends the error message %j with punctuation', async (message, shown) => {
    expect(
      (await startFailure(json(400, { message }))).message.split('The service reported: ')[1],
    ).toBe(shown);
  });

  it.each([
    [401, 'requires an API key (HTTP 401).', 'Set an API key for this service.'],
    [
      403,
      'denied permission for GET /fields (HTTP 403).',
      'Set an API key for this service, or ask its owner for permission.',
    ],
  ])(
    'suggests setting an API key after HTTP %i if no key was sent',
    async (status, sentence, expected) => {
      const credential = () => Promise.resolve(undefined);
      const { message, advice } = await readFailure(text(status, ''), { credential });
      expect([withoutHost(message), advice]).toEqual([sentence, expected]);
    },
  );
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 9, 1);
  const date = 'Thu, 01 Oct 2026 00:01:30 GMT';
  const obsoleteDate = 'Thursday, 01-Oct-26 00:01:30 GMT';
  const day = 86_400_000;

  it.each([
    ['0', undefined],
    ['120', 120_000],
    [' 5 ', 5000],
    [date, 90_000],
    [obsoleteDate, 90_000],
    ['Wed, 30 Sep 2026 00:00:00 GMT', undefined],
    ['40.5', 40_500],
    ['2040', 2_040_000],
    ['86401', day],
    ['9'.repeat(400), day],
    ['Thu, 01 Oct 2126 00:00:00 GMT', day],
    [`${date}, ${date}`, 90_000],
    [`${obsoleteDate}, ${obsoleteDate}`, 90_000],
    [`120, ${date}`, 120_000],
    ['-2040', undefined],
    ['120s', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('converts the Retry-After header %j to the delay %s', (value, expected) => {
    expect(parseRetryAfter(new Headers({ 'retry-after': value }), now)).toBe(expected);
  });

  it('returns undefined if the header is missing', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeUndefined();
  });
});
