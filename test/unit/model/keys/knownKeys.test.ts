import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuoted, keyAt, knownKeys } from '../../../../src/model/keys/knownKeys.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { unreadable } from '../../../../src/service/schema/readable.ts';
import { aField } from '../../../support/service/builders.ts';
import { damagedRow, job } from '../builders.ts';

const priority = aField({
  key: 'fld_7f3a',
  name: 'Priority',
  type: 'dropdown',
  details: {
    options: [
      { key: 'opt_lo', label: 'Low' },
      { key: 'status', label: 'By status' },
      { key: '1', label: 'One' },
      { key: '2.5', label: 'Two and a half' },
    ],
  },
});
const route = aField({
  key: 'title',
  name: 'Route',
  type: 'dropdown',
  details: { options: [{ key: 'opt_lo', label: 'Slow' }] },
});
const rows = [
  jobRow(
    job('job_1', {
      activeWorkflows: [{ key: 'wf_a', name: null }],
      activeSteps: [{ key: 'stp_1', name: 'Review' }],
    }),
  ),
  damagedRow({ key: 'job_2' }),
  jobRow(job('job_3', { activeWorkflows: [{ key: 'wf_a', name: 'Approval' }], activeSteps: [] })),
];
const known = knownKeys(
  [
    { kind: 'readable', value: priority },
    unreadable({ key: 'fld_bad' }, 'damaged'),
    { kind: 'readable', value: route },
  ],
  rows,
  [{ key: 'wf_b', name: 'Started before' }],
);

/** Returns the keys that are found at any position of a line. */
const found = (line: string) =>
  [
    ...new Set(Array.from({ length: line.length + 1 }, (_, at) => keyAt(line, at, known)?.key)),
  ].filter((key) => key !== undefined);

describe('knownKeys', () => {
  it('returns every object that a key identifies', () => {
    expect([...known].map(([key, meanings]) => [key, ...meanings.map(({ kind }) => kind)])).toEqual(
      [
        ['fld_7f3a', 'field'],
        ['opt_lo', 'option', 'option'],
        ['status', 'option'],
        ['1', 'option'],
        ['2.5', 'option'],
        ['title', 'field'],
        ['job_1', 'job'],
        ['job_3', 'job'],
        ['wf_a', 'workflow'],
        ['wf_b', 'workflow'],
        ['stp_1', 'step'],
      ],
    );
    expect(known.get('wf_a')).toEqual([
      { kind: 'workflow', named: { key: 'wf_a', name: 'Approval' } },
    ]);
  });
});

describe('isQuoted', () => {
  const test = (marked: string) => isQuoted(marked.replace('^', ''), marked.indexOf('^'));

  it.each(['say("^key")', "say('a', 'k^ey')", 'say(`^`)'])(
    'returns true for the position “^” in the line %s',
    (marked) => expect(test(marked)).toBe(true),
  );

  it.each(['^say("key")', 'say("a"^, "b")', 'say("key^'])(
    'returns false for the position “^” in the line %s',
    (marked) => expect(test(marked)).toBe(false),
  );
});

describe('keyAt', () => {
  it.each([
    ["const priority = 'fld_7f3a';", ['fld_7f3a']],
    ['fields.fld_7f3a = opt_lo', ['fld_7f3a', 'opt_lo']],
    ['{"fld_7f3a":"opt_lo"}', ['fld_7f3a', 'opt_lo']],
    ['GET /jobs/job_1?workflow=wf_a', ['job_1', 'wf_a']],
    ['# stp_1: see wf_b.', ['stp_1', 'wf_b']],
    ['fld_7f3ab xfld_7f3a fld-7f3a FLD_7F3A job_2 fld_bad', []],
    ['the title and the status', []],
    ["row['title']", ['title']],
    ['title: fld_7f3a', ['fld_7f3a']],
    ['status = title', []],
    ['"the title of it"', []],
    ['let x = 1; y = 2.5;', []],
    [`{"1": '2.5'}`, ['1', '2.5']],
    ['"fld_7f3a-old" old-fld_7f3a', []],
    ['fld_7f3a->name --stp_1', ['fld_7f3a', 'stp_1']],
  ])('finds only complete keys in the line %s', (line, keys) => {
    expect(found(line)).toEqual(keys);
  });

  it('finds a quoted key at any position in a line', () => {
    const key = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !/["'`\n]/.test(text));
    fc.assert(
      fc.property(
        key,
        fc.string({ maxLength: 2000 }).map((text) => text.replaceAll(/["'`]/g, '')),
        fc.nat(),
        (text, before, place) => {
          const line = `${before}"${text}" ${before}`;
          const at = before.length + 1 + (place % (text.length + 1));
          expect(
            keyAt(
              line,
              at,
              knownKeys([{ kind: 'readable', value: aField({ key: text }) }], [], []),
            ),
          ).toMatchObject({
            key: text,
            start: before.length + 1,
            end: before.length + 1 + text.length,
          });
        },
      ),
    );
  });
});
