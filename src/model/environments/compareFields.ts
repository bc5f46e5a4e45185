import type { Field, FieldOption, Readable } from '../../service/index.ts';
import { isSameJson, jsonText } from '../util/json.ts';
import { isDropdown, optionsOf } from '../wording/rowText.ts';
import { type Pair, type Pass, matched } from './matching.ts';

type Item = Readable<Field>;

/** The kinds of difference between two fields, in the order of the report. */
export const changeKinds = ['missing', 'added', 'renamed', 'otherKey', 'type', 'required', 'options', 'members', 'unreadable'] as const;
export type ChangeKind = (typeof changeKinds)[number];

type OptionChange = Exclude<ChangeKind, 'type' | 'required' | 'options' | 'members' | 'unreadable'>;

/** An option in two services, with its differences. */
export interface OptionRow extends Pair<FieldOption> {
  readonly changes: readonly OptionChange[];
}

/** A field in two services, with its differences. */
export interface FieldRow extends Pair<Item> {
  readonly changes: readonly ChangeKind[];
  /** All options of a field that is a dropdown in both services, including equal ones. */
  readonly options: readonly OptionRow[];
  /** Paths of differing undocumented members: `details.min`. */
  readonly members: readonly string[];
}

/**
 * Pairs the fields of two services, in the order of the left one; each field is in exactly one row. Fields are paired by key, else
 * by name and type. Among fields with the same key, equal ones are paired first, then those with the same name and type, then by
 * position. Order is not a difference, nor is null instead of an absent documented member.
 */
export function compareFields(left: readonly Item[], right: readonly Item[]): readonly FieldRow[] {
  return matched(left, right, fieldPasses).map((pair) => {
    const [one, other] = [pair.left, pair.right];
    if (pair.by === 'equality') return { ...pair, changes: [], options: [], members: [] };
    if (one === undefined || other === undefined) return alone(pair);
    if (one.kind === 'readable' && other.kind === 'readable') return { ...pair, ...comparison(one.value, other.value) };
    return { ...pair, changes: ['unreadable'], options: [], members: [] };
  });
}

/** Number of fields with each kind of difference that occurs. */
export function countChanges(rows: readonly FieldRow[]): ReadonlyMap<ChangeKind, number> {
  return new Map(changeKinds.flatMap((kind) => {
    const count = rows.filter(({ changes }) => changes.includes(kind)).length;
    return count === 0 ? [] : [[kind, count]];
  }));
}

/** The fields of one side as JSON, with rows and members in a fixed order, so that equal fields align in a diff. */
export function fieldsDocument(rows: readonly FieldRow[], side: 'left' | 'right'): string {
  const fields = rows.flatMap((row) => {
    const item = row[side];
    if (item === undefined) return [];
    if (item.kind === 'unreadable') return [item.raw];
    return [inOneOrder(item.value, row.options.length === 0 ? optionsOf(item.value) : row.options.flatMap((option) => option[side] ?? []))];
  });
  return `${jsonText(fields, 2)}\n`;
}

const fieldPasses: readonly Pass<Item>[] = [
  { by: 'equality', identity: (item) => jsonText(item.kind === 'readable' ? inOneOrder(item.value) : [item.raw]) },
  { by: 'key', key: keyOf, identity: (item) => item.kind === 'readable' && jsonText([item.value.key, item.value.name ?? null, item.value.type ?? null]) },
  { by: 'key', key: keyOf, identity: (item) => keyOf(item) !== undefined && jsonText([item.kind, keyOf(item)]) },
  { by: 'key', key: keyOf, identity: keyOf },
  { by: 'name', identity: (item) => item.kind === 'readable' && !isBlank(item.value.name) && jsonText([item.value.name, item.value.type ?? null]) },
];

const optionPasses: readonly Pass<FieldOption>[] = [
  { by: 'equality', identity: (option) => jsonText(sorted(option)) },
  { by: 'key', key: ({ key }) => key, identity: ({ key, label }) => jsonText([key, label ?? null]) },
  { by: 'key', key: ({ key }) => key, identity: ({ key }) => key },
  { by: 'name', identity: ({ label }) => !isBlank(label) && (label ?? false) },
];

function keyOf(item: Item): string | undefined {
  return item.kind === 'readable' ? item.value.key : item.key;
}

function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === '';
}

function alone(pair: Pair<Item>): FieldRow {
  const item = pair.left ?? pair.right;
  const change = item?.kind === 'unreadable' ? 'unreadable' : pair.right === undefined ? 'missing' : 'added';
  return { ...pair, changes: [change], options: [], members: [] };
}

function comparison(one: Field, other: Field): Pick<FieldRow, 'changes' | 'options' | 'members'> {
  const isSameType = (one.type ?? null) === (other.type ?? null);
  const options = isSameType && isDropdown(one) ? matched(optionsOf(one), optionsOf(other), optionPasses).map(optionRow) : [];
  const members = [
    ...differing(one, other, ['key', 'name', 'type', 'required', 'details']),
    ...(isSameType ? differingDetails(one, other) : []),
    ...new Set(options.flatMap(({ left, right }) => (left && right ? differing(left, right, ['key', 'label'], 'details.options.') : []))),
  ];
  const differs: Partial<Record<ChangeKind, boolean>> = {
    renamed: (one.name ?? null) !== (other.name ?? null),
    otherKey: one.key !== other.key,
    type: !isSameType,
    required: (one.required ?? null) !== (other.required ?? null),
    options: options.some(({ changes }) => changes.length > 0),
    members: members.length > 0,
  };
  return { changes: changeKinds.filter((kind) => differs[kind]), options, members };
}

function optionRow(pair: Pair<FieldOption>): OptionRow {
  const { left, right } = pair;
  if (right === undefined) return { ...pair, changes: ['missing'] };
  if (left === undefined) return { ...pair, changes: ['added'] };
  const changes: OptionChange[] = [];
  if ((left.label ?? null) !== (right.label ?? null)) changes.push('renamed');
  if (left.key !== right.key) changes.push('otherKey');
  return { ...pair, changes };
}

function differingDetails(one: Field, other: Field): string[] {
  const [these, those] = [one.details ?? null, other.details ?? null];
  if (isDropdown(one)) return differing(these ?? {}, those ?? {}, ['options'], 'details.');
  return isSameJson(these, those) ? [] : ['details'];
}

/** The paths of differing members, except those in `apart`, which are compared separately. */
function differing(one: object, other: object, apart: readonly string[], path = ''): string[] {
  const [these, those] = [new Map(Object.entries(one)), new Map<string, unknown>(Object.entries(other))];
  const names = [...new Set([...these.keys(), ...those.keys()])].filter((name) => !apart.includes(name));
  return names.filter((name) => these.has(name) !== those.has(name) || !isSameJson(these.get(name), those.get(name))).map((name) => path + name);
}

/** A field with its documented members first and all others sorted by name. */
function inOneOrder(field: Field, options = optionsOf(field)): object {
  const { key, name = null, type = null, required = null, details = null, ...others } = field;
  const all = isDropdown(field) ? { options: options.map(sorted), ...sorted({ ...details, options: undefined }) } : details;
  return { key, name, type, required, details: all, ...sorted(others) };
}

/** A copy with its members sorted by name, without undefined ones. */
function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined).sort(([one], [other]) => (one < other ? -1 : 1)));
}
