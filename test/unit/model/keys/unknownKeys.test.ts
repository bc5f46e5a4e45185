import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyAt, knownKeys } from '../../../../src/model/keys/knownKeys.ts';
import {
  correspondingKey,
  sharedPrefixes,
  unknownKeys,
} from '../../../../src/model/keys/unknownKeys.ts';
import { type Field, jobRow } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { job } from '../builders.ts';

const dropdown = (key: string, name: string, ...options: [key: string, label: string][]): Field =>
  aField({
    key,
    name,
    type: 'dropdown',
    details: { options: options.map(([key, label]) => ({ key, label })) },
  });
const readable = (...fields: Field[]) =>
  fields.map((value) => ({ kind: 'readable', value }) as const);
const known = (...fields: Field[]) =>
  knownKeys(readable(...fields), [jobRow(job('job_1')), jobRow(job('job_2'))], []);
const fieldsWithKeys = (...keys: string[]) => keys.map((key) => aField({ key }));
const prefixesOf = (keys: ReturnType<typeof known>) => Object.fromEntries(sharedPrefixes(keys));

describe('unknownKeys', () => {
  const service = known(
    dropdown('fld_1', 'Priority', ['opt_a', 'Low'], ['opt_b', 'High']),
    aField({ key: 'fld_2', name: 'Title' }),
  );

  it('recognizes a prefix that at least half of the known keys of one type share', () => {
    expect(prefixesOf(service)).toEqual({ fld_: 'field', opt_: 'option' });
    expect(prefixesOf(known(...fieldsWithKeys('title', 'fld_2')))).toEqual({});
    expect(prefixesOf(known(...fieldsWithKeys('sub-total', 'sub-type', 'a', 'b', 'c')))).toEqual(
      {},
    );
  });

  it('recognizes a prefix that three known keys of one type share', () => {
    const mixed = known(
      ...fieldsWithKeys('fld_1', 'fld_2', 'fld_3', 'title', 'due', 'owner', 'cost', 'note'),
    );
    expect(prefixesOf(mixed)).toEqual({ fld_: 'field' });
    expect(unknownKeys('"fld_prioritty"', mixed).map(({ key }) => key)).toEqual(['fld_prioritty']);
  });

  it('returns the position of each unknown key', () => {
    const text = `row["fld_1"] = "opt_c"; // fld_9, not xfld_9\nfields.fld_2\njob_3 opt_ fld_3-x`;
    expect(unknownKeys(text, service)).toEqual([
      { key: 'opt_c', start: text.indexOf('opt_c'), kind: 'option' },
      { key: 'fld_9', start: text.indexOf('fld_9'), kind: 'field' },
      { key: 'fld_3-x', start: text.indexOf('fld_3-x'), kind: 'field' },
    ]);
  });

  it.each([
    ['"fld_1-old"', ['fld_1-old']],
    ['fld_1->name fld_9->name', ['fld_9']],
    ['--fld_1 --fld_9', ['fld_9']],
    ['old-fld_9 xfld_9', []],
  ])('finds only complete keys in the line %s', (text, keys) => {
    expect(unknownKeys(text, service).map(({ key }) => key)).toEqual(keys);
  });

  it('ignores parts of longer known keys', () => {
    const wide = known(...fieldsWithKeys('fld_1', 'fld_2.total', 'fld_3 (net)', 'fld_-'));
    expect(unknownKeys('"fld_3 (net)" + fld_2.total + "fld_-"', wide)).toEqual([]);
  });

  it('never reports a range that overlaps a known key', () => {
    const piece = fc.constantFrom(
      'fld_1',
      'opt_a',
      'fld_',
      '9',
      'x',
      '-',
      '.',
      ':',
      '"',
      "'",
      ' ',
      '\n',
      '->',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (text) => {
          for (const { key, start } of unknownKeys(text, service)) {
            const places = Array.from({ length: key.length }, (_, index) => start + index);
            expect(places.filter((at) => keyAt(text, at, service) !== undefined)).toEqual([]);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('returns no keys if the known keys share no prefix', () => {
    expect(unknownKeys('fld_9', known(aField({ key: 'title' })))).toEqual([]);
  });
});

describe('correspondingKey', () => {
  const sourceFields = [
    dropdown(
      'fld_s1',
      'Priority',
      ['opt_s1', 'Low'],
      ['opt_s2', 'High'],
      ['opt_s3', 'Same'],
      ['opt_s4', 'Gone'],
    ),
    aField({ key: 'fld_s2', name: 'Title' }),
  ];
  const targetFields = [
    aField({ key: 'fld_p9', name: 'Other' }),
    dropdown(
      'fld_p1',
      'Priority',
      ['opt_p2', 'High'],
      ['opt_p1', 'Low'],
      ['opt_p3', 'Same'],
      ['opt_p4', 'Same'],
    ),
  ];

  it.each([
    ['fld_s1', 'fld_p1'],
    ['opt_s1', 'opt_p1'],
    ['opt_s2', 'opt_p2'],
    ['opt_s3', undefined],
    ['opt_s4', undefined],
    ['fld_s2', undefined],
    ['fld_x', undefined],
  ])('maps the key %s to the target key %s', (key, expected) => {
    expect(correspondingKey(key, sourceFields, targetFields)).toBe(expected);
  });

  it.each([
    'fld_"; run()',
    "fld_'",
    'fld_`',
    'fld_\\',
    'fld_${x}',
    'fld_\nrun()',
    'fld_\u202e',
    'fld_\u{e0041}',
    'fld_\u2028',
  ])('does not return the unsafe key %j', (key) => {
    expect(
      correspondingKey(
        'fld_1',
        [aField({ key: 'fld_1', name: 'Title' })],
        [aField({ key, name: 'Title' })],
      ),
    ).toBeUndefined();
  });
});
