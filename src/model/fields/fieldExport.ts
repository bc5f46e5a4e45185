import type { Field, FieldOption } from '../../service/index.ts';
import { isDropdown, optionsOf } from '../wording/rowText.ts';
import { oneLine, visibleJson, visibleMarks } from '../../text/inert.ts';

/** Names and values, in service order. */
type Entries = readonly (readonly [name: string, value: string | Entries])[];

/** A JSON object from field names to keys; for a dropdown to an object with its key and options. */
export function fieldsAsJson(fields: readonly Field[]): string {
  return `${objectText(entriesOf(fields), { name: visibleJson, comma: '' })}\n`;
}

/** A TypeScript constant with the same content. */
export function fieldsAsTypeScript(fields: readonly Field[]): string {
  return `export const fields = ${objectText(entriesOf(fields), { name: propertyName, comma: ',' })} as const;\n`;
}

function entriesOf(fields: readonly Field[]): Entries {
  const optionsIn = (field: Field) =>
    withDistinctNames(
      optionsOf(field),
      ({ label }) => label,
      ({ key }) => key,
    );
  return withDistinctNames(
    fields,
    ({ name }) => name,
    (field) =>
      isDropdown(field)
        ? [
            ['key', field.key],
            ['options', optionsIn(field)],
          ]
        : field.key,
  );
}

/** Entries by name: each repeated name gets its key, so that none looks like the only one. */
function withDistinctNames<T extends Field | FieldOption>(
  items: readonly T[],
  givenName: (item: T) => string | null | undefined,
  valueOf: (item: T) => string | Entries,
): Entries {
  const nameOf = (item: T) => {
    const name = givenName(item) ?? '';
    return name.trim() === '' ? item.key : name;
  };
  const named = Map.groupBy(distinctKeys(items), nameOf);
  return [...named].flatMap(([name, same]) =>
    same.map((item) => [same.length === 1 ? name : `${name} (${item.key})`, valueOf(item)] as const),
  );
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
  const valueText = (value: string | Entries) =>
    typeof value === 'string' ? visibleJson(value) : objectText(value, notation, inner);
  const members = entries.map(([name, value]) => `${inner}${notation.name(name)}: ${valueText(value)}`);
  return `{\n${members.join(',\n')}${notation.comma}\n${indent}}`;
}

function propertyName(name: string): string {
  // Without brackets, `__proto__: …` sets the prototype.
  if (name === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : visibleJson(name);
}

/** A TypeScript type of a job's fields by key; a field of an undocumented type may hold any value. */
export function fieldsAsType(fields: readonly Field[], source: string): string {
  const members = distinctKeys(fields).map((field) => {
    const options = allowedOptions(field);
    const names = (options ?? [])
      .map(({ key, label }) => `\n   * ${commentText(key)}: ${commentText(label ?? '')}`)
      .join('');
    const comment = `${commentText(field.name ?? '')}${names}${names && '\n  '}`;
    const name = `${propertyName(field.key)}${field.required === true ? '' : '?'}`;
    return `  /** ${comment} */\n  ${name}: ${typeText(field, options)};`;
  });
  return [`// ${commentText(source)}`, 'export interface Fields {', ...members, '}\n'].join('\n');
}

/** A value that is not required may be null. */
function typeText(field: Field, options: readonly FieldOption[] | undefined): string {
  const orNull = field.required === true ? '' : ' | null';
  if (options !== undefined && options.length > 0) {
    return options.map(({ key }) => visibleJson(key)).join(' | ') + orNull;
  }
  const isText = options !== undefined || field.type === 'shortText';
  return isText ? `string${orNull}` : 'unknown';
}

/** A JSON Schema (draft 2020-12) of a job's fields by key, with names as titles. */
export function fieldsAsJsonSchema(fields: readonly Field[], source: string): string {
  const distinct = distinctKeys(fields);
  const typeOf = (field: Field) => {
    const options = allowedOptions(field);
    const isRequired = field.required === true;
    if (options !== undefined && options.length > 0) {
      const values = options.map(({ key, label }) => ({ const: key, title: label ?? key }));
      return { oneOf: isRequired ? values : [...values, { type: 'null' }] };
    }
    const isText = options !== undefined || field.type === 'shortText';
    if (!isText) return {};
    return { type: isRequired ? 'string' : ['string', 'null'] };
  };
  const members = distinct.map(
    (field) =>
      `    ${visibleJson(field.key)}: ${visibleJson({ title: field.name ?? field.key, ...typeOf(field) })}`,
  );
  const required = distinct.filter((field) => field.required === true).map(({ key }) => key);
  return `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$comment": ${visibleJson(oneLine(source))},
  "type": "object",
  "properties": {
${members.join(',\n')}
  },
  "required": ${visibleJson(required)}
}
`;
}

/** The options that a value is one of; undefined if it may be any. */
function allowedOptions(field: Field): readonly FieldOption[] | undefined {
  return isDropdown(field) ? distinctKeys(optionsOf(field)) : undefined;
}

function distinctKeys<T extends Field | FieldOption>(items: readonly T[]): readonly T[] {
  return [...Map.groupBy(items, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
}

/** Service text within a comment, which it cannot end, and in which nothing is invisible. */
function commentText(text: string): string {
  return oneLine(visibleMarks(text)).replaceAll('*/', '* /');
}
