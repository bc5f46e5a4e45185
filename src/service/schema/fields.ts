import type * as z from 'zod/mini';
import { type Readable, type ValueOf, type ValueType, isJsonObject, parseAs } from './readable.ts';
import {
  anything,
  boolean,
  key,
  listOf,
  normalizeList,
  nullable,
  objectOf,
  text,
} from './valueTypes.ts';

const option = objectOf({ key, label: text });
export type FieldOption = ValueOf<typeof option>;

/** Returns the valid options of a dropdown field. */
export function readOptions(sent: unknown): FieldOption[] {
  const options = normalizeList(sent);
  if (!Array.isArray(options)) return [];
  return options.flatMap((each) => {
    const reading = parseAs(option, each, '');
    return reading.kind === 'readable' ? [reading.value] : [];
  });
}

/** Value types for the `details` property of each documented field type. */
const detailsTypes = {
  dropdown: nullable(objectOf({ options: listOf(option) })),
  shortText: anything,
} satisfies Readonly<Record<string, ValueType>>;

export type FieldTypeName = keyof typeof detailsTypes;
/** Non-null type of the `details` property for a documented field type. */
export type FieldDetails<Name extends FieldTypeName> = NonNullable<
  ValueOf<(typeof detailsTypes)[Name]>
>;

/**
 * Value types of the field properties. `type` accepts any string, because services may define
 * additional types.
 */
const members = { key, name: text, type: text, required: boolean };
const anyField = objectOf({ ...members, details: anything });
/** Field definition. `details` is validated only for the types in docs/service.md. */
export type Field = ValueOf<typeof anyField>;

const fieldValueTypes = new Map<unknown, ValueType<z.ZodMiniType<Field>>>(
  Object.entries(detailsTypes).map(([name, details]) => [name, objectOf({ ...members, details })]),
);

/**
 * Parses the field definitions. If a dropdown has some invalid options, returns two entries: the
 * field with the valid options, and an error entry.
 */
export function readFields(sent: readonly unknown[]): Readable<Field>[] {
  return sent.flatMap((raw, index) => {
    const where = `data.fields[${index}]`;
    const type = (isJsonObject(raw) && fieldValueTypes.get(raw['type'])) || anyField;
    const field = parseAs(type, raw, where);
    if (field.kind === 'readable' || !isJsonObject(raw) || !isJsonObject(raw['details']))
      return [field];
    const options = readOptions(raw['details']['options']);
    if (options.length === 0) return [field];
    const reduced = parseAs(type, { ...raw, details: { ...raw['details'], options } }, where);
    return reduced.kind === 'readable' ? [reduced, field] : [field];
  });
}
