import { expect, it } from 'vitest';
import { recentBaseUrls, rememberBaseUrl } from '../../../../src/model/environments/recentBaseUrls.ts';
import type { KeyValueStore } from '../../../../src/model/util/keyValueStore.ts';
import { baseUrlOf } from '../../service/harness.ts';

function memoryWith(stored: unknown): KeyValueStore {
  const values = new Map([['recentBaseUrls', stored]]);
  return { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) };
}

const hrefsIn = (store: KeyValueStore) => recentBaseUrls(store).map(({ href }) => href);

it('recent base URLs are kept newest first, each once, the last ten', () => {
  const store = memoryWith(undefined);
  const used = Array.from({ length: 12 }, (_, index) => baseUrlOf(`https://${index}.example.com/api/`));
  for (const each of [...used, used[5] ?? baseUrlOf('https://none')]) rememberBaseUrl(store, each);
  expect(hrefsIn(store)).toEqual(
    [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((index) => `https://${index}.example.com/api`),
  );
});

it('what VS Code kept is read as base URLs, and what is none is left out', () => {
  expect(
    hrefsIn(memoryWith(['https://a.example.com/', 7, 'ftp://b', 'https://user:pass@c', 'http://d'])),
  ).toEqual(['https://a.example.com', 'http://d']);
  expect(hrefsIn(memoryWith({}))).toEqual([]);
});
