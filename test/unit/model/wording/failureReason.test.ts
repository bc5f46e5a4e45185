import { describe, expect, it } from 'vitest';
import { failureReason, writeProblem } from '../../../../src/model/wording/failureReason.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { aPage } from '../../../support/service/builders.ts';
import {
  type TestResponse,
  envelope,
  json,
  reset,
  text,
} from '../../../support/service/service.ts';
import { connected, failureOf, patient } from '../../service/harness.ts';

const noKey = { credential: () => Promise.resolve(undefined) };

describe('failureReason', () => {
  it.each<[string, string, TestResponse, typeof noKey | undefined]>([
    ['keyMissing', 'HTTP 401 without an API key', json(401, {}), noKey],
    ['keyRejected', 'HTTP 401 with an API key', json(401, {}), undefined],
    ['forbidden', 'HTTP 403', json(403, {}), undefined],
    [
      'webPage',
      'a web page response',
      text(200, '<!doctype html><title>Sign in</title>'),
      undefined,
    ],
    ['address', 'JSON from another service', json(200, { hello: 'world' }), undefined],
    ['address', 'HTTP 404 for the list', json(404, {}), undefined],
    ['silence', 'a broken connection', reset(), undefined],
    ['other', 'HTTP 500', json(500, {}), undefined],
  ])('returns the reason “%s” after %s', async (reason, _what, answer, options) => {
    const { client } = await connected(answer, options);
    expect(failureReason(await failureOf(client.listJobs(1, patient())))).toBe(reason);
  });

  it('returns “other” after HTTP 404 for a list that was loaded before', async () => {
    const { client, service } = await connected(envelope(aPage([])));
    await client.listJobs(1, patient());
    service.use(() => json(404, {}));
    const [list, fields] = [client.listJobs(2, patient()), client.listFields(patient())];
    expect([await failureOf(list), await failureOf(fields)].map(failureReason)).toEqual([
      'other',
      'address',
    ]);
  });

  it('returns “keyNotSent” if the API key was not sent', () => {
    const error = new ServiceError('unauthorized', 'The API key was not sent.');
    expect(failureReason(error)).toBe('keyNotSent');
  });
});

describe('writeProblem', () => {
  it.each([
    [
      "EntryNotFound (FileSystemError): Error: ENOENT: no such file or directory, open '/nowhere/x.csv'",
      'no such file or directory.',
    ],
    [
      'Unknown (FileSystemError): Error: ENOSPC: no space left on device, write',
      'no space left on device.',
    ],
    [
      "ENOPRO: No file system provider found for resource 'a:/x.csv'",
      "No file system provider found for resource 'a:/x.csv'.",
    ],
  ])('extracts the reason from the error message “%s”', (message, words) => {
    expect(writeProblem(message)).toBe(words);
  });
});
