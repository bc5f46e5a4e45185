import { describe, expect, it } from 'vitest';
import { SingleFlight } from '../../../../src/model/util/singleFlight.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { fault } from '../builders.ts';

function flights() {
  const outcomes: { kind: string; error: ServiceError | undefined }[] = [];
  const flight = new SingleFlight<string>();
  const start = (kind: string, work: (signal: AbortSignal) => Promise<void>) =>
    flight.start(kind, work, (error) => outcomes.push({ kind, error }));
  return { flight, outcomes, start };
}

describe('SingleFlight', () => {
  it('exposes the current task until the task ends', async () => {
    const { flight, outcomes, start } = flights();
    const gate = Promise.withResolvers<void>();
    const settled = start('a', () => gate.promise);
    expect(flight.kind).toBe('a');
    expect(flight.settled).toBe(settled);
    gate.resolve();
    await settled;
    expect(flight.kind).toBeUndefined();
    expect(outcomes).toEqual([{ kind: 'a', error: undefined }]);
  });

  it('passes errors to the callback', async () => {
    const { outcomes, start } = flights();
    const known = fault();
    await start('a', () => Promise.reject(known));
    await start('b', () => Promise.reject(new Error('of another kind')));
    await start('c', () => {
      throw new TypeError('before it began');
    });
    expect(outcomes.map(({ error }) => error?.kind)).toEqual([
      'serverFault',
      'internal',
      'internal',
    ]);
    expect(outcomes[0]?.error).toBe(known);
    expect(outcomes[1]?.error?.cause).toMatchObject({ message: 'of another kind' });
  });

  it('does not report a canceled request as an error', async () => {
    const { outcomes, start } = flights();
    await start('a', () => Promise.reject(new ServiceError('cancelled', 'x')));
    expect(outcomes).toEqual([{ kind: 'a', error: undefined }]);
  });

  it('aborts the current task when another task starts', async () => {
    const { flight, outcomes, start } = flights();
    const gate = Promise.withResolvers<void>();
    const began = Promise.withResolvers<AbortSignal>();
    const first = start('a', (signal) => {
      began.resolve(signal);
      return gate.promise;
    });
    const signal = await began.promise;
    const second = start('b', () => Promise.resolve());
    expect(signal.aborted).toBe(true);
    expect(flight.kind).toBe('b');
    await second;
    gate.reject(fault());
    await first;
    expect(outcomes).toEqual([{ kind: 'b', error: undefined }]);
  });

  it('settles the promise of an aborted task', async () => {
    const { flight, outcomes, start } = flights();
    const settled = start(
      'a',
      (signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('left'))),
        ),
    );
    await Promise.resolve();
    await Promise.resolve();
    flight.abort();
    expect(flight.kind).toBeUndefined();
    flight.abort();
    await settled;
    expect(outcomes).toEqual([]);
  });

  it('allows the callback to start another task', async () => {
    const flight = new SingleFlight<string>();
    const second = Promise.withResolvers<void>();
    await flight.start(
      'a',
      () => Promise.resolve(),
      () =>
        void flight.start(
          'b',
          () => Promise.resolve(),
          () => second.resolve(),
        ),
    );
    await second.promise;
    expect(flight.kind).toBeUndefined();
  });
});
