import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../../../src/service/schema/fields.ts';
import { originalJob, readJob } from '../../../../src/service/schema/jobs.ts';
import {
  normalizeBoolean,
  normalizeKey,
  normalizeList,
  normalizeNumber,
  normalizeText,
} from '../../../../src/service/schema/valueTypes.ts';
import { aField, aJob } from '../../../support/service/builders.ts';
import { jsonValue } from '../../jsonValue.ts';
import { normalized } from '../harness.ts';

const json = jsonValue({ maxDepth: 3 });

describe.each([
  ['normalizeList', normalizeList, (value: unknown) => Array.isArray(value)],
  ['normalizeBoolean', normalizeBoolean, (value: unknown) => typeof value === 'boolean'],
  ['normalizeNumber', normalizeNumber, (value: unknown) => typeof value === 'number'],
  ['normalizeText', normalizeText, (value: unknown) => typeof value === 'string'],
  ['normalizeKey', normalizeKey, (value: unknown) => typeof value === 'string'],
])('Normalizer %s', (_name, normalize, isNormalized) => {
  it('returns the documented type, null, or the unchanged value', () => {
    fc.assert(
      fc.property(json, (sent) => {
        const value = normalize(sent);
        expect(value === sent || value === null || isNormalized(value)).toBe(true);
      }),
    );
  });

  it('returns a normalized value unchanged', () => {
    fc.assert(
      fc.property(json, (sent) => {
        const value = normalize(sent);
        expect(normalize(value)).toEqual(value);
      }),
    );
  });
});

describe('normalizeList', () => {
  it('converts an object with numeric keys to a sorted array', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.nat(), json), { selector: ([index]) => index });
    fc.assert(
      fc.property(entries, (members) => {
        const sorted = members.toSorted(([left], [right]) => left - right);
        expect(normalizeList(Object.fromEntries(members))).toEqual(
          sorted.map(([, value]) => value),
        );
      }),
    );
  });

  it('returns an object with other keys unchanged', () => {
    const sent = { 0: 'a', first: 'b' };
    expect(normalizeList(sent)).toBe(sent);
  });
});

// Each pair contains a value in the documented spelling and in another spelling.
const list = fc.array(fc.record({ key: fc.string(), name: fc.constant('Review') }), {
  maxLength: 3,
});
const spelledList = list.map((items) => [
  items,
  Object.fromEntries(items.map((item, at) => [at * 7, item])),
]);
const seconds = fc.integer({ min: 1e9, max: 1e10 - 1 });
const spelledTime = fc.oneof(
  seconds.map((at) => [new Date(at * 1000).toISOString(), at]),
  fc.constantFrom('', 0, '0000-00-00 00:00:00', '0001-01-01T00:00:00Z').map((sent) => [null, sent]),
);
const spelledPerson = fc.constantFrom<unknown[]>(
  [null, []],
  [
    { key: '7', firstName: 'Ada', lastName: null },
    { key: 7, firstName: 'Ada' },
  ],
  [{ key: 'Ann' }, 'Ann'],
);

describe('readJob', () => {
  it('normalizes all value formats and keeps the original values', () => {
    const members = fc.record({
      activeSteps: spelledList,
      activeWorkflows: spelledList,
      startedAt: spelledTime,
      updatedAt: spelledTime,
      completedAt: spelledTime,
      startedBy: spelledPerson,
    });
    const spelling = (index: 0 | 1, sent: Record<string, unknown[]>) =>
      aJob(Object.fromEntries(Object.entries(sent).map(([name, each]) => [name, each[index]])));
    fc.assert(
      fc.property(members, (sent) => {
        const [documented, odd] = [spelling(0, sent), spelling(1, sent)];
        const [left, right] = [readJob(documented, 'job'), readJob(odd, 'job')];
        expect(left).toEqual({ kind: 'readable', value: documented });
        expect(right.kind).toBe('readable');
        if (right.kind !== 'readable') return;
        expect(normalized(right.value)).toEqual(documented);
        expect(originalJob(right.value)).toEqual(odd);
        // A copy would double the memory for a long list.
        if (left.kind === 'readable') expect(left.value).toBe(documented);
      }),
    );
  });
});

describe('readFields', () => {
  it('normalizes all value formats in a field', () => {
    const option = { key: '1', label: '2024' };
    const documented = aField({ type: 'dropdown', required: true, details: { options: [option] } });
    const odd = {
      ...documented,
      required: '1',
      details: { options: { 3: { key: 1, label: 2024 } } },
    };
    expect(readFields([odd])).toEqual(readFields([documented]));
  });
});
