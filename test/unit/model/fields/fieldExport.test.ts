import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  fieldsAsJson,
  fieldsAsJsonSchema,
  fieldsAsType,
  fieldsAsTypeScript,
} from '../../../../src/model/fields/fieldExport.ts';
import { optionsOf } from '../../../../src/model/fields/fieldTypes.ts';
import type { Field } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { codePoint } from '../../codePoint.ts';
import { trySandbox } from '../../sandbox/harness.ts';

const text = (name: string, key: string): Field => aField({ name, key });
const dropdown = (name: string, key: string, options: { label: string; key: string }[]): Field =>
  aField({ name, key, type: 'dropdown', details: { options } });

type Value = string | { key: string; options: Record<string, string> };

/** Runs the TypeScript code and returns its exported constant. */
function evaluate(source: string): Record<string, Value> {
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      strict: true,
    },
  });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  const exported: { fields?: Record<string, Value> } = {};
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the test runs the copy
  (new Function('exports', outputText) as (exports: object) => void)(exported);
  return exported.fields ?? {};
}

/**
 * Parses JSON with the parser of TypeScript, because `JSON.parse` confuses some names that contain
 * escapes.
 */
function valueIn(json: string): ts.Expression | undefined {
  JSON.parse(json);
  return ts.parseJsonText('fields.json', json).statements[0]?.expression;
}

function membersOf(value: ts.Expression | undefined): [name: string, value: ts.Expression][] {
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((each) =>
    ts.isPropertyAssignment(each) && ts.isStringLiteral(each.name)
      ? [[each.name.text, each.initializer]]
      : [],
  );
}

function textsIn(value: ts.Expression | undefined): string[] {
  return value !== undefined && ts.isStringLiteral(value)
    ? [value.text]
    : membersOf(value).flatMap(([, each]) => textsIn(each));
}

const anyText = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'class',
    '1',
    '01',
    '',
    ' ',
    'a',
    'A b',
    '*/',
    '`${x}`',
    '"',
    "'",
    '\\',
    '\u2028',
    '\u202e',
  ),
);
const anyOption = fc.record({ label: anyText, key: anyText });
const anyField: fc.Arbitrary<Field> = fc.oneof(
  fc.record({ name: anyText, key: anyText }).map(({ name, key }) => text(name, key)),
  fc
    .record({ name: anyText, key: anyText, options: fc.array(anyOption) })
    .map(({ name, key, options }) => dropdown(name, key, options)),
);

const distinct = <T extends { readonly key: string }>(items: readonly T[]): T[] =>
  [...Map.groupBy(items, ({ key }) => key).values()].flatMap(([first]) => first ?? []);

/** Returns the keys of all fields and options. */
const keysOf = (fields: readonly Field[]) =>
  distinct(fields)
    .flatMap((field) => [field.key, ...distinct(optionsOf(field)).map(({ key }) => key)])
    .sort();
const keysIn = (values: Record<string, Value>) =>
  Object.values(values)
    .flatMap((value) =>
      typeof value === 'string' ? [value] : [value.key, ...Object.values(value.options)],
    )
    .sort();

describe('Field export to JSON and TypeScript', () => {
  it('maps field names to keys', () => {
    const fields = [
      text('Title', 'fld_1'),
      text('Due date', 'fld_2'),
      dropdown('Priority', 'fld_3', [
        { label: 'Low', key: 'opt_1' },
        { label: 'Very high', key: 'opt_2' },
      ]),
      dropdown('Route', 'fld_4', []),
    ];
    expect(fieldsAsTypeScript(fields)).toBe(`export const fields = {
  Title: "fld_1",
  "Due date": "fld_2",
  Priority: {
    key: "fld_3",
    options: {
      Low: "opt_1",
      "Very high": "opt_2",
    },
  },
  Route: {
    key: "fld_4",
    options: {},
  },
} as const;
`);
    expect(JSON.parse(fieldsAsJson(fields))).toEqual({
      Title: 'fld_1',
      'Due date': 'fld_2',
      Priority: { key: 'fld_3', options: { Low: 'opt_1', 'Very high': 'opt_2' } },
      Route: { key: 'fld_4', options: {} },
    });
  });

  it('includes each key exactly once', () => {
    fc.assert(
      fc.property(fc.array(anyField), (fields) => {
        expect(textsIn(valueIn(fieldsAsJson(fields))).sort()).toEqual(keysOf(fields));
        expect(keysIn(evaluate(fieldsAsTypeScript(fields)))).toEqual(keysOf(fields));
      }),
      { numRuns: 60 },
    );
  });

  it('appends the key to duplicate names', () => {
    const fields = [text('Title', 'fld_1'), text('Title', 'fld_2'), text('Title', 'fld_1')];
    expect(JSON.parse(fieldsAsJson(fields))).toEqual({
      'Title (fld_1)': 'fld_1',
      'Title (fld_2)': 'fld_2',
    });
  });

  it('keeps names unique if a name ends with the key of another field', () => {
    const fields = [text('A', 'k1'), text('A', 'k2'), text('A (k1)', 'k3')];
    const expected = { 'A (k1) (k1)': 'k1', 'A (k2)': 'k2', 'A (k1)': 'k3' };
    expect(JSON.parse(fieldsAsJson(fields))).toEqual(expected);
    expect(evaluate(fieldsAsTypeScript(fields))).toEqual(expected);
  });

  it('uses the key if a field has no name', () => {
    expect(
      JSON.parse(fieldsAsJson([text(' ', 'fld_1'), aField({ name: null, key: 'fld_2' })])),
    ).toEqual({
      fld_1: 'fld_1',
      fld_2: 'fld_2',
    });
  });

  it('escapes invisible characters', () => {
    const hidden = 'a\u202eb\u200bc\u2066\u{e0041}\ufe01\u{e0100}';
    for (const copy of [fieldsAsJson, fieldsAsTypeScript, fieldsAsType, fieldsAsJsonSchema]) {
      const copied = copy(
        [text(hidden, 'k\ufeff'), dropdown(hidden, 'd', [{ label: hidden, key: hidden }])],
        `Fields of ${hidden}`,
      );
      expect(copied).not.toMatch(/[^\n\x20-\x7e]/);
      expect(copied).toContain('\\u200b');
    }
  });
});

describe('Field type and JSON Schema export', () => {
  const fields = [
    aField({ key: 'fld_1', name: 'Title', required: true }),
    dropdown('Priority', 'fld-2', [
      { label: 'Low', key: 'opt_1' },
      { label: 'High */', key: 'opt_2' },
      { label: 'Again', key: 'opt_2' },
    ]),
    { ...dropdown('Route', 'fld_3', []), required: true },
    aField({ key: 'fld_4', name: 'Due', type: 'date' }),
  ];
  const source = 'Fields of Staging (eu.example.com), read 2026-11-23T09:00:00.000Z';

  it('generates a TypeScript type', () => {
    expect(fieldsAsType(fields, source))
      .toBe(`// Fields of Staging (eu.example.com), read 2026-11-23T09:00:00.000Z
export interface Fields {
  /** Title */
  fld_1: string;
  /** Priority
   * opt_1: Low
   * opt_2: High * /
   */
  "fld-2"?: "opt_1" | "opt_2" | null;
  /** Route */
  fld_3: string;
  /** Due */
  fld_4?: unknown;
}
`);
  });

  it('generates a JSON Schema that rejects invalid values', () => {
    const text = fieldsAsJsonSchema(fields, source);
    expect(JSON.parse(text)).toMatchObject({
      $comment: source,
      required: ['fld_1', 'fld_3'],
      properties: {
        'fld-2': {
          title: 'Priority',
          oneOf: [
            { const: 'opt_1', title: 'Low' },
            { const: 'opt_2', title: 'High */' },
            { type: 'null' },
          ],
        },
        fld_3: { type: 'string' },
      },
    });
    const schema = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
    const isRight = (job: object) => schema.safeParse(job).success;
    expect(
      [
        { fld_1: 'A', fld_3: 'any' },
        { fld_1: 'A', fld_3: 'any', 'fld-2': 'opt_2', fld_4: 7 },
        { fld_1: 'A', fld_3: 'any', 'fld-2': null },
      ].map(isRight),
    ).toEqual([true, true, true]);
    expect(
      [
        {},
        { fld_1: 7, fld_3: 'any' },
        { fld_1: 'A', fld_3: 'any', 'fld-2': 'Low' },
        { fld_1: null, fld_3: 'any' },
      ].map(isRight),
    ).toEqual([false, false, false, false]);
  });

  it('generates a JSON Schema that accepts the jobs of the sandbox', async () => {
    const client = await trySandbox();
    const all = (await client.fields()) as readonly Field[];
    const schema = z.fromJSONSchema(
      JSON.parse(fieldsAsJsonSchema(all, source)) as Parameters<typeof z.fromJSONSchema>[0],
    );
    const { jobs } = await client.page(1);
    const values = await Promise.all(
      jobs.map(async ({ key }) =>
        Object.fromEntries(
          (await client.job(key)).content.fields.map((field) => [field.key, field.value]),
        ),
      ),
    );
    expect(values.flatMap((job) => Object.values(job))).toContain(null);
    expect(values.flatMap((job) => schema.safeParse(job).error?.issues ?? [])).toEqual([]);
  });

  it('generates valid TypeScript and JSON for any names and keys', () => {
    fc.assert(
      fc.property(fc.array(anyField), anyText, (all, name) => {
        const { diagnostics = [] } = ts.transpileModule(fieldsAsType(all, name), {
          reportDiagnostics: true,
          compilerOptions: { target: ts.ScriptTarget.ES2022, strict: true },
        });
        expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
        const [, properties] =
          membersOf(valueIn(fieldsAsJsonSchema(all, name))).find(
            ([member]) => member === 'properties',
          ) ?? [];
        expect(
          membersOf(properties)
            .map(([key]) => key)
            .sort(),
        ).toEqual([...new Set(all.map(({ key }) => key))].sort());
      }),
      { numRuns: 60 },
    );
  });
});
