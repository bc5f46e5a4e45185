import type { Field, FieldOption } from '../../service/index.ts';
import { isDropdown, optionsOf } from '../wording/rowText.ts';
import { escaped } from '../../text/inert.ts';

/** Names and values, in service order. */
type Entries = readonly (readonly [name: string, value: string | Entries])[];

/** A JSON object from field names to keys; for a dropdown to an object with its key and options. */
export function fieldsAsJson(fields: readonly Field[]): string {
  return `${objectText(entriesOf(fields), { name: quoted, comma: '' })}\n`;
}

/** A TypeScript constant with the same content. */
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

/** Entries with unique names: each repeated name gets its key, so that none looks like the only one. */
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
  return items.map((item) => {
    const name = nameOf(item);
    if (times.get(name) === 1) return [name, valueOf(item)];
    const withKey = `${name} (${item.key})`;
    let distinct = withKey;
    for (let number = 2; taken.has(distinct); number++) distinct = `${withKey} #${number}`;
    taken.add(distinct);
    return [distinct, valueOf(item)];
  });
}

interface Notation {
  readonly name: (name: string) => string;
  /** After the last member. */
  readonly comma: string;
}

// Not through `JSON.stringify`, because an object would put numeric names first and lose `__proto__`.
function objectText(entries: Entries, notation: Notation, indent = ''): string {
  if (entries.length === 0) return '{}';
  const inner = `${indent}  `;
  const valueText = (value: string | Entries) => (typeof value === 'string' ? quoted(value) : objectText(value, notation, inner));
  const members = entries.map(([name, value]) => `${inner}${notation.name(name)}: ${valueText(value)}`);
  return `{\n${members.join(',\n')}${notation.comma}\n${indent}}`;
}

/** A string literal with invisible characters escaped. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f/gu, escaped);
}

function propertyName(name: string): string {
  // Without brackets, `__proto__: …` sets the prototype.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
