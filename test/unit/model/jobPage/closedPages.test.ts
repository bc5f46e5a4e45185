import { describe, expect, it } from 'vitest';
import { addClosedPage, closedPages } from '../../../../src/model/jobPage/closedPages.ts';
import type { KeyValueStore } from '../../../../src/model/util/keyValueStore.ts';

const firstService = 'https://one.example/';

function remembering(stored?: unknown) {
  const store = new Map<string, unknown>([['closedPages', stored]]);
  return {
    get: (name: string) => store.get(name),
    set: (name: string, value: unknown) => void store.set(name, value),
  };
}

const keysOf = (store: KeyValueStore, baseUrl = firstService) =>
  closedPages(store, baseUrl)
    .map(({ key }) => key)
    .join(' ');
const close = (store: KeyValueStore, keys: string, baseUrl = firstService) =>
  keys.split(' ').forEach((key) => addClosedPage(store, { key, baseUrl, name: key.toUpperCase() }));

describe('closedPages', () => {
  it('returns the most recently closed page first', () => {
    const store = remembering();
    close(store, 'a b a c');
    close(store, 'a', 'https://two.example/');
    expect([keysOf(store), keysOf(store, 'https://two.example/')]).toEqual(['c a b', 'a']);
    expect(closedPages(store, firstService)[0]).toEqual({
      key: 'c',
      baseUrl: firstService,
      name: 'C',
    });
  });

  it('includes pages that were closed in another window', () => {
    expect(
      keysOf(
        remembering([
          { key: 'a', baseUrl: firstService, name: 'A' },
          { key: 'b', baseUrl: firstService, name: 'B' },
        ]),
      ),
    ).toBe('a b');
  });

  it('returns at most 20 pages', () => {
    const store = remembering();
    close(store, Array.from({ length: 30 }, (_, index) => `j${index}`).join(' '));
    expect(closedPages(store, firstService)).toHaveLength(20);
  });

  it.each([
    undefined,
    null,
    'x',
    [null, 7, { key: 'a' }, { key: 1, baseUrl: firstService, name: 'A' }],
  ])('ignores the invalid stored value %j', (stored) => {
    expect(keysOf(remembering(stored))).toBe('');
  });
});
