import { expect, it } from 'vitest';
import { recentBaseUrls, rememberBaseUrl } from '../../../../src/model/environments/recentBaseUrls.ts';
import type { Memory } from '../../../../src/model/util/memory.ts';
import { baseUrlOf } from '../../service/harness.ts';

function memoryWith(stored: unknown): Memory {
  const values = new Map([['recentBaseUrls', stored]]);
  return { get: (name) => values.get(name), set: (name, value) => void values.set(name, value) };
}

const hrefsIn = (memory: Memory) => recentBaseUrls(memory).map(({ href }) => href);

it('recent base URLs are kept newest first, each once, the last ten', () => {
  const memory = memoryWith(undefined);
  const used = Array.from({ length: 12 }, (_, index) => baseUrlOf(`https://${index}.example.com/api/`));
  for (const each of [...used, used[5] ?? baseUrlOf('https://none')]) rememberBaseUrl(memory, each);
  expect(hrefsIn(memory)).toEqual(
    [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((index) => `https://${index}.example.com/api`),
  );
});

it('what VS Code kept is read as base URLs, and what is none is left out', () => {
  expect(
    hrefsIn(memoryWith(['https://a.example.com/', 7, 'ftp://b', 'https://user:pass@c', 'http://d'])),
  ).toEqual(['https://a.example.com', 'http://d']);
  expect(hrefsIn(memoryWith({}))).toEqual([]);
});
