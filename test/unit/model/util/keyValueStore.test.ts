import { describe, expect, it } from 'vitest';
import { createKeyValueStore } from '../../../../src/model/util/keyValueStore.ts';

describe('createKeyValueStore', () => {
  it('logs an error if a value cannot be stored', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const full = new Error('The disk is full.');
    const store = createKeyValueStore(
      { get: () => undefined, update: () => Promise.reject(full) },
      { unexpected: (where, error) => resolve(`${where}: ${String(error)}`) },
    );
    store.set('jobGrouping', 'day');
    expect(await promise).toBe('saving jobGrouping: Error: The disk is full.');
  });
});
