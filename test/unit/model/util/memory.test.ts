import { expect, it } from 'vitest';
import { memoryOf } from '../../../../src/model/util/memory.ts';

it('logs what could not be remembered, and rejects nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const full = new Error('The disk is full.');
  const memory = memoryOf(
    { get: () => undefined, update: () => Promise.reject(full) },
    { unexpected: (where, error) => resolve(`${where}: ${String(error)}`) },
  );
  memory.set('jobGrouping', 'day');
  expect(await promise).toBe('remembering jobGrouping: Error: The disk is full.');
});
