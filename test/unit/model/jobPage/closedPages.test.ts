import { expect, it } from 'vitest';
import { ClosedPages } from '../../../../src/model/jobPage/closedPages.ts';

const one = 'https://one.example/';

function remembering(stored?: unknown) {
  const memory = new Map<string, unknown>([['closedPages', stored]]);
  return new ClosedPages({ get: (name) => memory.get(name), set: (name, value) => void memory.set(name, value) });
}

const keysOf = (pages: ClosedPages, baseUrl = one) => pages.of(baseUrl).map(({ key }) => key).join(' ');
const close = (pages: ClosedPages, keys: string, baseUrl = one) => keys.split(' ').forEach((key) => pages.add({ key, baseUrl, name: key.toUpperCase() }));

it('tells the last that was closed first, each once, and each service its own', () => {
  const pages = remembering();
  close(pages, 'a b a c');
  close(pages, 'a', 'https://two.example/');
  expect([keysOf(pages), keysOf(pages, 'https://two.example/')]).toEqual(['c a b', 'a']);
  expect(pages.of(one)[0]).toEqual({ key: 'c', baseUrl: one, name: 'C' });
});

it('are there again in another window', () => {
  expect(keysOf(remembering([{ key: 'a', baseUrl: one, name: 'A' }, { key: 'b', baseUrl: one, name: 'B' }]))).toBe('a b');
});

it('forgets what is open again, and what is long ago', () => {
  const pages = remembering();
  close(pages, Array.from({ length: 30 }, (_, index) => `j${index}`).join(' '));
  expect(pages.of(one)).toHaveLength(20);
  pages.remove({ key: 'j29', baseUrl: one });
  pages.remove({ key: 'j28', baseUrl: 'https://two.example/' });
  expect(keysOf(pages)).toMatch(/^j28 j27 /);
});

it.each([undefined, null, 'x', [null, 7, { key: 'a' }, { key: 1, baseUrl: one, name: 'A' }]])('reads %j as nothing', (stored) => {
  expect(keysOf(remembering(stored))).toBe('');
});
