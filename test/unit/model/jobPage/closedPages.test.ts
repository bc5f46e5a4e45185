import { expect, it } from 'vitest';
import { addClosedPage, closedPages, removeClosedPage } from '../../../../src/model/jobPage/closedPages.ts';
import type { Memory } from '../../../../src/model/util/memory.ts';

const one = 'https://one.example/';

function remembering(stored?: unknown) {
  const memory = new Map<string, unknown>([['closedPages', stored]]);
  return {
    get: (name: string) => memory.get(name),
    set: (name: string, value: unknown) => void memory.set(name, value),
  };
}

const keysOf = (memory: Memory, baseUrl = one) =>
  closedPages(memory, baseUrl)
    .map(({ key }) => key)
    .join(' ');
const close = (memory: Memory, keys: string, baseUrl = one) =>
  keys.split(' ').forEach((key) => addClosedPage(memory, { key, baseUrl, name: key.toUpperCase() }));

it('tells the last that was closed first, each once, and each service its own', () => {
  const memory = remembering();
  close(memory, 'a b a c');
  close(memory, 'a', 'https://two.example/');
  expect([keysOf(memory), keysOf(memory, 'https://two.example/')]).toEqual(['c a b', 'a']);
  expect(closedPages(memory, one)[0]).toEqual({ key: 'c', baseUrl: one, name: 'C' });
});

it('are there again in another window', () => {
  expect(
    keysOf(
      remembering([
        { key: 'a', baseUrl: one, name: 'A' },
        { key: 'b', baseUrl: one, name: 'B' },
      ]),
    ),
  ).toBe('a b');
});

it('forgets what is open again, and what is long ago', () => {
  const memory = remembering();
  close(memory, Array.from({ length: 30 }, (_, index) => `j${index}`).join(' '));
  expect(closedPages(memory, one)).toHaveLength(20);
  removeClosedPage(memory, { key: 'j29', baseUrl: one });
  removeClosedPage(memory, { key: 'j28', baseUrl: 'https://two.example/' });
  expect(keysOf(memory)).toMatch(/^j28 j27 /);
});

it.each([undefined, null, 'x', [null, 7, { key: 'a' }, { key: 1, baseUrl: one, name: 'A' }]])(
  'reads %j as nothing',
  (stored) => {
    expect(keysOf(remembering(stored))).toBe('');
  },
);
