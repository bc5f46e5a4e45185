import { describe, expect, it } from 'vitest';
import { nameOfFilter, readNamedFilters } from '../../../../src/model/browsing/namedFilters.ts';

const hour = 3_600_000;

describe('readNamedFilters', () => {
  it('returns each filter with its name', () => {
    const mine = {
      state: 'active',
      assignees: ['Ada Byron'],
      text: 'invoice',
      runningLongerThan: '8h',
    };
    expect(readNamedFilters([{ name: ' Mine ', ...mine }])).toEqual({
      filters: [{ name: 'Mine', ...mine }],
      problems: [],
    });
  });

  it.each([
    [[7], 'Filter number 1 is ignored because it has no name.'],
    [
      [{ name: 'A', text: 'x' }, { state: 'active' }],
      'Filter number 2 is ignored because it has no name.',
    ],
    [[{ name: 'A', state: 'done', text: 'x' }], 'Filter “A”: “state” has an invalid value.'],
    [[{ name: 'A', steps: 'Review', text: 'x' }], 'Filter “A”: “steps” has an invalid value.'],
    [
      [{ name: 'A', startedWithin: 'a week' }],
      'Filter “A”: “startedWithin” must be a duration such as “8 h” or “7 d”.',
    ],
    [
      [{ name: 'A', stat: 'active' }],
      expect.stringMatching(
        /^Filter “A”: “stat” is not a valid condition\. Valid conditions are workflows, steps, state, /,
      ) as string,
    ],
  ])('reports the problem in the setting %j', (entries, problem) => {
    expect(readNamedFilters(entries).problems).toEqual([problem]);
  });

  it('uses the last filter if several filters have the same name', () => {
    const { filters } = readNamedFilters([
      { name: 'A', text: 'user' },
      { name: 'B', text: 'b' },
      { name: 'A', text: 'folder' },
    ]);
    expect(filters.map(({ name, text }) => [name, text])).toEqual([
      ['A', 'folder'],
      ['B', 'b'],
    ]);
  });
});

describe('nameOfFilter', () => {
  it.each([
    { state: 'completed' as const, updatedWithin: '1 d' },
    { workflows: ['A', ''], unchangedLongerThan: '30 min' },
    { state: 'active' as const, started: { from: 0, to: hour } },
    { steps: ['Review'], age: { from: hour, to: null } },
  ])('returns the name of the saved filter with the conditions %j', (filter) => {
    const { filters } = readNamedFilters([{ name: 'Saved', ...filter }]);
    expect(nameOfFilter(filters, filter)).toBe('Saved');
    expect(nameOfFilter(filters, { ...filter, text: 'more' })).toBeUndefined();
  });
});
