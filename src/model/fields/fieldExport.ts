import type { Field, FieldOption } from '../../service/index.ts';
import { escaped } from '../util/json.ts';
import { isDropdown, optionsOf } from '../wording/rowText.ts';

/** Names and values in the order of the service. */
type Entries = readonly (readonly [name: string, value: string | Entries])[];

/** A JSON object of field names to keys; a dropdown is an object of its key and its options. */
export function fieldsAsJson(fields: readonly Field[]): string {
  return `${objectText(entriesOf(fields), { name: quoted, comma: '' })}\n`;
}

/** A TypeScript constant of field names to keys, in the same shape. */
export function fieldsAsTypeScript(fields: readonly Field[]): string {
  return `export const fields = ${objectText(entriesOf(fields), { name: propertyName, comma: ',' })} as const;\n`;
}

function entriesOf(fields: readonly Field[]): Entries {
  return withDistinctNames(fields, ({ name }) => name, (field) => {
    return isDropdown(field) ? [['key', field.key], ['options', entriesOfOptions(optionsOf(field))]] : field.key;
  });
}

function entriesOfOptions(options: readonly FieldOption[]): Entries {
  return withDistinctNames(options, ({ label }) => label, ({ key }) => key);
}

/** Names by which each value can be told apart: those that occur more than once all carry their key, so that none passes for the only one. */
function withDistinctNames<T extends Field | FieldOption>(
  items: readonly T[],
  givenName: (item: T) => string | null | undefined,
  valueOf: (item: T) => string | Entries,
): Entries {
  const nameOf = (item: T) => {
    const name = givenName(item) ?? '';
    return name.trim() === '' ? item.key : name;
  };
  const times = new Map<string, number>();
  for (const item of items) times.set(nameOf(item), (times.get(nameOf(item)) ?? 0) + 1);
  const taken = new Set(times.keys());
  const numbers = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    if (times.get(name) === 1) return [name, valueOf(item)];
    const withKey = `${name} (${item.key})`;
    let distinct = withKey;
    while (taken.has(distinct)) {
      const number = (numbers.get(withKey) ?? 1) + 1;
      numbers.set(withKey, number);
      distinct = `${withKey} #${number}`;
    }
    taken.add(distinct);
    return [distinct, valueOf(item)];
  });
}

interface Notation {
  readonly name: (name: string) => string;
  /** After the last member. */
  readonly comma: string;
}

// Written by hand: an object would put names that are numbers first, and lose `__proto__`.
function objectText(entries: Entries, notation: Notation, indent = ''): string {
  if (entries.length === 0) return '{}';
  const inner = `${indent}  `;
  const valueText = (value: string | Entries) => (typeof value === 'string' ? quoted(value) : objectText(value, notation, inner));
  const members = entries.map(([name, value]) => `${inner}${notation.name(name)}: ${valueText(value)}`);
  return `{\n${members.join(',\n')}${notation.comma}\n${indent}}`;
}

/** A literal in which every character that a reader would not see is escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f/gu, escaped);
}

function propertyName(name: string): string {
  // Alone `__proto__: …` sets a prototype instead of a member.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
