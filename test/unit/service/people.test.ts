import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPeople } from '../../../src/service/people.ts';

describe('readPeople', () => {
  const ada = { key: 'u1', firstName: 'Ada', lastName: null };

  it.each<[string, unknown, unknown[]]>([
    ['nobody', null, []],
    ['nothing', undefined, []],
    ['one', ada, [ada]],
    ['several', [ada, { key: 'u2' }], [ada, { key: 'u2' }]],
    ['an empty list', [], []],
    ['a list with holes', [null, ada, 'u3', [ada]], [ada]],
    ['a text', 'u1', []],
    ['members of another kind', { key: 7 }, []],
  ])('finds %s', (_what, assignedTo, people) => {
    expect(readPeople(assignedTo)).toEqual(people);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(readPeople(value))), { numRuns: 200 });
  });
});
