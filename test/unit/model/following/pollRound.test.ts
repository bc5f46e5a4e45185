import { expect, it } from 'vitest';
import { planPages } from '../../../../src/model/following/pollRound.ts';

it('plans the page on which a job was read last, and the next, because jobs that start push it down', () => {
  expect(planPages(7, 12, 10)).toEqual([7, 8]);
});

it('plans the page of its row, by the size of a page', () => {
  expect([0, 9, 10, 25].map((place) => planPages(undefined, place, 10)[0])).toEqual([1, 1, 2, 3]);
});

it('plans the first page alone for a job that was never seen', () => {
  expect(planPages(undefined, undefined, 10)).toEqual([1]);
});
