import { type Field, type Readable, isJsonObject } from '../../service/index.ts';
import { documentText, jsonText } from '../util/json.ts';
import { hasOptions, optionsOf } from './fieldTypes.ts';

/**
 * Formats fields as JSON for comparison with another service. Sorts fields by name and type,
 * options by label, and properties by name, and adds missing standard properties as null.
 */
export function comparableFields(fields: readonly Readable<Field>[]): string {
  const sorted = fields
    .map((field) => {
      const { name, type = '' } = field.kind === 'readable' ? field.value : { ...field, type: '' };
      const value = normalized(field);
      // Sorts fields with the same name and type by all other properties.
      return { value, sortText: `${name?.trim() ?? ''}\n${type ?? ''}\n${jsonText(value)}` };
    })
    .sort((left, right) => compareText(left.sortText, right.sortText));
  return documentText(sorted.map(({ value }) => value));
}

function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function normalized(field: Readable<Field>): unknown {
  if (field.kind === 'unreadable') return sortMembers(field.raw);
  const { key, name = null, type = null, required = null, details = null, ...others } = field.value;
  const documented = isJsonObject(details) ? details : {};
  const options = optionsOf(field.value)
    .map(({ label = null, key: optionKey, ...more }) => ({
      label,
      key: optionKey,
      ...sortedObject(more),
    }))
    .sort((left, right) => compareText(jsonText(left), jsonText(right)));
  const sortedDetails = hasOptions(field.value)
    ? { ...sortedObject({ ...documented, options: null }), options }
    : sortMembers(details);
  return { key, name, type, required, details: sortedDetails, ...sortedObject(others) };
}

function sortedObject(value: object): object {
  return sortMembers(value) as object;
}

/** Maximum nesting depth at which object properties are sorted. */
const maxSortedDepth = 100;

function sortMembers(value: unknown, depth = 0): unknown {
  if (depth > maxSortedDepth) return value;
  if (Array.isArray(value)) return value.map((each) => sortMembers(each, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => compareText(left, right))
      .map(([name, each]) => [name, sortMembers(each, depth + 1)]),
  );
}
