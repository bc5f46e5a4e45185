import { type Readable, type ValueOf, isJsonObject, readWith } from './readable.ts';
import { boolean, key, listOf, normalizeList, nullable, objectOf, text } from './valueTypes.ts';

const option = objectOf({ key, label: text });
export type FieldOption = ValueOf<typeof option>;

/** Returns the readable options of a list. */
export function readOptions(sent: unknown): FieldOption[] {
  const options = normalizeList(sent);
  if (!Array.isArray(options)) return [];
  return options.flatMap((each) => {
    const reading = readWith(option, each, '');
    return reading.kind === 'readable' ? [reading.value] : [];
  });
}

/** Field types with options in `details`. */
const typesWithOptions = ['dropdown'] as const;
export type TypeWithOptions = (typeof typesWithOptions)[number];

/** Field definition. `type` accepts any string, because the complete set of types is not documented. */
const members = { key, name: text, type: text, required: boolean };
const definition = objectOf(members);
const definitionWithOptions = objectOf({
  ...members,
  details: nullable(objectOf({ options: listOf(option) })),
});
/** A field. `details` is validated only for {@link typesWithOptions}. Other types keep `details` as sent. */
export type Field = ValueOf<typeof definitionWithOptions>;

/**
 * Reads the fields. A field with unreadable options is listed twice: with its readable options, and as
 * unreadable.
 */
export function readFields(sent: readonly unknown[]): Readable<Field>[] {
  return sent.flatMap((raw, index) => {
    const where = `data.fields[${index}]`;
    const hasOptions = isJsonObject(raw) && typesWithOptions.some((type) => type === raw['type']);
    if (!hasOptions) return [readWith(definition, raw, where)];
    const field = readWith(definitionWithOptions, raw, where);
    if (field.kind === 'readable') return [field];
    const { details } = raw;
    const options = isJsonObject(details) ? readOptions(details['options']) : [];
    const reduced =
      options.length === 0 || !isJsonObject(details)
        ? field
        : readWith(definitionWithOptions, { ...raw, details: { ...details, options } }, where);
    return reduced.kind === 'readable' ? [reduced, field] : [field];
  });
}
