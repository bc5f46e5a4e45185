import { type Readable, type ValueOf, isJsonObject, readWith } from './readable.ts';
import { boolean, key, listOf, normalizeList, nullable, objectOf, text } from './valueTypes.ts';

const option = objectOf({ key, label: text });
export type FieldOption = ValueOf<typeof option>;

/** The options in a list that can be read. */
export function readOptions(sent: unknown): FieldOption[] {
  const options = normalizeList(sent);
  if (!Array.isArray(options)) return [];
  return options.flatMap((each) => {
    const reading = readWith(option, each, '');
    return reading.kind === 'readable' ? [reading.value] : [];
  });
}

/** The types whose `details` hold options, section 2.2. */
const typesWithOptions = ['dropdown'] as const;
export type TypeWithOptions = (typeof typesWithOptions)[number];

/** Field definition, section 2.2. `type` stays an open string: the complete set is not shown. */
const members = { key, name: text, type: text, required: boolean };
const definition = objectOf(members);
const definitionWithOptions = objectOf({
  ...members,
  details: nullable(objectOf({ options: listOf(option) })),
});
/** Only {@link typesWithOptions} have `details` checked; those of another type are as the service sent them. */
export type Field = ValueOf<typeof definitionWithOptions>;

/** A field with unreadable options is listed twice: with those that can be read, and as unreadable. */
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
