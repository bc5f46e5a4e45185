import type { Field, FieldOption } from '../../service/index.ts';
import { singleLine, visibleJson, escapeInvisible } from '../../text/untrustedText.ts';
import { hasOptions, optionsOf, valueSchemaOf } from './fieldTypes.ts';

/** Pairs of names and values, in the same order as in the response. */
type Entries = readonly (readonly [name: string, value: string | Entries])[];

/**
 * Formats fields as a JSON object that maps names to keys. If a field has options, the name maps to
 * an object with the field key and the options.
 */
export function fieldsAsJson(fields: readonly Field[]): string {
  return `${objectText(entriesOf(fields), { name: visibleJson, comma: '' })}\n`;
}

/** Formats fields as a TypeScript constant with the same content as {@link fieldsAsJson}. */
export function fieldsAsTypeScript(fields: readonly Field[]): string {
  return `export const fields = ${objectText(entriesOf(fields), { name: propertyName, comma: ',' })} as const;\n`;
}

function entriesOf(fields: readonly Field[]): Entries {
  return withDistinctNames(fields, ({ name }) => name).map(([name, field]) => {
    if (!hasOptions(field)) return [name, field.key];
    const options = withDistinctNames(optionsOf(field), ({ label }) => label);
    return [
      name,
      [
        ['key', field.key],
        ['options', options.map(([label, { key }]) => [label, key])],
      ],
    ];
  });
}

/** Makes the item names unique by appending the key to each name that occurs more than once. */
function withDistinctNames<T extends Field | FieldOption>(
  items: readonly T[],
  nameOf: (item: T) => string | null | undefined,
): (readonly [name: string, item: T])[] {
  const named = Map.groupBy(distinctKeys(items), (item) => {
    const name = nameOf(item) ?? '';
    return name.trim() === '' ? item.key : name;
  });
  const used = new Set([...named].flatMap(([name, same]) => (same.length === 1 ? [name] : [])));
  const distinctName = (name: string, key: string): string => {
    const distinct = `${name} (${key})`;
    if (used.has(distinct)) return distinctName(distinct, key);
    used.add(distinct);
    return distinct;
  };
  return [...named].flatMap(([name, same]) =>
    same.map((item) => [same.length === 1 ? name : distinctName(name, item.key), item] as const),
  );
}

interface Notation {
  readonly name: (name: string) => string;
  /** Trailing comma after the last property, or an empty string. */
  readonly comma: string;
}

// `JSON.stringify` is not used, because JavaScript objects move numeric names to the front and lose
// `__proto__`.
function objectText(entries: Entries, notation: Notation, indent = ''): string {
  if (entries.length === 0) return '{}';
  const inner = `${indent}  `;
  const valueText = (value: string | Entries) =>
    typeof value === 'string' ? visibleJson(value) : objectText(value, notation, inner);
  const members = entries.map(
    ([name, value]) => `${inner}${notation.name(name)}: ${valueText(value)}`,
  );
  return `{\n${members.join(',\n')}${notation.comma}\n${indent}}`;
}

function propertyName(name: string): string {
  // Without brackets, `__proto__: …` would set the prototype of the exported object.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visibleJson(name);
}

/**
 * Formats a TypeScript interface that maps field keys to value types. Field types that are missing
 * from the API documentation become `unknown`.
 */
export function fieldsAsType(fields: readonly Field[], source: string): string {
  const members = distinctKeys(fields).map((field) => {
    const names = choicesOf(field)
      .map(({ key, label }) => `\n   * ${commentText(key)}: ${commentText(label ?? '')}`)
      .join('');
    const comment = `${commentText(field.name ?? '')}${names}${names && '\n  '}`;
    const name = `${propertyName(field.key)}${field.required === true ? '' : '?'}`;
    // Optional fields may be null, so their types include `null`.
    const orNull = field.required === true ? '' : ' | null';
    return `  /** ${comment} */\n  ${name}: ${typeText(field, orNull)};`;
  });
  return [`// ${commentText(source)}`, 'export interface Fields {', ...members, '}\n'].join('\n');
}

function typeText(field: Field, orNull: string): string {
  const choices = choicesOf(field).map(({ key }) => visibleJson(key));
  const type = choices.join(' | ') || valueSchemaOf(field)?.type;
  return type === undefined ? 'unknown' : type + orNull;
}

/** Formats a JSON Schema (draft 2020-12) for an object that maps field keys to values. */
export function fieldsAsJsonSchema(fields: readonly Field[], source: string): string {
  const distinct = distinctKeys(fields);
  const members = distinct.map(
    (field) =>
      `    ${visibleJson(field.key)}: ${visibleJson({ title: field.name ?? field.key, ...fieldJsonSchema(field) })}`,
  );
  const required = distinct.filter((field) => field.required === true).map(({ key }) => key);
  return `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$comment": ${visibleJson(singleLine(source))},
  "type": "object",
  "properties": {
${members.join(',\n')}
  },
  "required": ${visibleJson(required)}
}
`;
}

function fieldJsonSchema(field: Field): object {
  const schema = valueSchemaOf(field);
  if (schema === undefined) return {};
  const choices = choicesOf(field).map(({ key, label }) => ({ const: key, title: label ?? key }));
  const isRequired = field.required === true;
  if (choices.length > 0) return { oneOf: isRequired ? choices : [...choices, { type: 'null' }] };
  return isRequired ? schema : { ...schema, type: [schema.type, 'null'] };
}

/** Returns the field options, or an empty array if fields of this type cannot have options. */
function choicesOf(field: Field): readonly FieldOption[] {
  return hasOptions(field) ? distinctKeys(optionsOf(field)) : [];
}

function distinctKeys<T extends Field | FieldOption>(items: readonly T[]): readonly T[] {
  return [...Map.groupBy(items, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
}

/**
 * Makes a string safe for a comment: escapes invisible characters and breaks up comment end marks.
 */
function commentText(text: string): string {
  return singleLine(escapeInvisible(text)).replaceAll('*/', '* /');
}
