import { describe, expect, it } from 'vitest';
import {
  isOutcomeUnknown,
  ServiceError,
  type ServiceErrorKind,
} from '../../../src/service/serviceError.ts';
import { delayed, json } from '../../support/service/service.ts';
import { connected, failureOf, start } from './harness.ts';

const silent = delayed(json(200, {}), 1_000_000);

describe('isOutcomeUnknown', () => {
  it('returns true if starting a job is canceled after the request was sent', async () => {
    const { client, service } = await connected(silent);
    const abort = new AbortController();
    const failed = failureOf(start(client, abort.signal));
    await service.received(1);
    abort.abort();
    expect(isOutcomeUnknown(await failed)).toBe(true);
  });

  it('returns false if starting a job is canceled while other requests use all connections', async () => {
    const { client, service } = await connected(silent);
    const others = new AbortController();
    const busy = Array.from({ length: 4 }, () => failureOf(start(client, others.signal)));
    await service.received(4);
    const abort = new AbortController();
    const failed = failureOf(start(client, abort.signal));
    abort.abort();
    const error = await failed;
    others.abort();
    await Promise.all(busy);
    expect([error.kind, isOutcomeUnknown(error), service.requests.length]).toEqual([
      'cancelled',
      false,
      4,
    ]);
  });

  it('returns false if starting a job is canceled before the request is sent', async () => {
    const reading = Promise.withResolvers<undefined>();
    const { client, service } = await connected(json(200, {}), {
      credential: () => reading.promise,
    });
    const abort = new AbortController();
    const failures = [start(client, abort.signal), start(client, AbortSignal.abort())].map(
      failureOf,
    );
    abort.abort();
    for (const error of await Promise.all(failures)) {
      expect([error.kind, isOutcomeUnknown(error)]).toEqual(['cancelled', false]);
    }
    expect(service.requests).toEqual([]);
  });

  it.each<ServiceErrorKind>(['notConfigured', 'invalidInput', 'notPermitted'])(
    'returns false for the error kind “%s”',
    (kind) => {
      expect(isOutcomeUnknown(new ServiceError(kind, 'x'))).toBe(false);
    },
  );
});
