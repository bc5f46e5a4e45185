import { keyAt, knownKeys } from '../../src/model/keys/knownKeys.ts';
import { unknownKeys } from '../../src/model/keys/unknownKeys.ts';
import type { Bench } from './support/bench.ts';
import { median } from './support/table.ts';

const fields = Array.from(
  { length: 2000 },
  (_, index) =>
    ({
      kind: 'readable',
      value: {
        key: `fld_${index.toString(36)}`,
        name: `Field ${index}`,
        type: 'shortText',
        details: null,
        required: false,
      },
    }) as const,
);
const known = knownKeys(fields, [], []);
const line = 'row["fld_1a"] = read(fields.fld_zz, title); // fld_unknown\n';
const text = line.repeat(Math.ceil(1024 ** 2 / line.length));

/**
 * Measures a hover and a key check in 1 MB of text with 2,000 known keys. The check is compared
 * with a plain text search.
 */
export const keys: Bench = () => {
  const minified = text.replaceAll('\n', ' ');
  const at = minified.indexOf('fld_zz', minified.length / 2);
  return Promise.resolve([
    {
      name: 'a hover in a file with one line of 1 MB',
      unit: 'ms',
      ours: timeOf(() => keyAt(minified, at, known)),
      limit: { kind: 'value', max: 5 },
    },
    {
      name: 'collecting the keys of a service',
      unit: 'ms',
      ours: timeOf(() => knownKeys(fields, [], [])),
      limit: { kind: 'value', max: 5 },
    },
    {
      name: 'a check of 1 MB with an unknown key in each line; floor: a text search',
      unit: 'ms',
      ours: timeOf(() => unknownKeys(text, known)),
      floor: timeOf(() => [...text.matchAll(/fld_\w+/g)].length),
      limit: { kind: 'value', max: 200 },
    },
  ]);
};

function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 12 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  // Omits the warm-up rounds.
  return median(times.slice(3));
}
