import * as z from 'zod/mini';
import { type Readable, isJsonObject, optionalText, readWith } from './readable.ts';

const optionSchema = z.looseObject({ key: z.string(), label: optionalText });
export type FieldOption = z.infer<typeof optionSchema>;

export function isFieldOption(value: unknown): value is FieldOption {
  return optionSchema.safeParse(value).success;
}

/** The types whose `details` hold options, section 2.2. */
const typesWithOptions = ['dropdown'] as const;
export type TypeWithOptions = (typeof typesWithOptions)[number];

/** Field definition, section 2.2. `type` stays an open string: the complete set is not shown. */
const definition = {
  key: z.string(),
  name: optionalText,
  type: optionalText,
  required: z.nullish(z.boolean()),
};
const definitionSchema = z.looseObject(definition);
const withOptionsSchema = z.looseObject({
  ...definition,
  /** Some services write an empty object as an empty array. */
  details: z.nullish(
    z.union([z.looseObject({ options: z.nullish(z.array(optionSchema)) }), z.array(z.unknown())]),
  ),
});
/** Only {@link typesWithOptions} have `details` checked; those of another type are as the service sent them. */
export type Field = z.infer<typeof withOptionsSchema>;

/** A field with unreadable options is listed twice: with those that can be read, and as unreadable. */
export function readFields(rawFields: readonly unknown[]): Readable<Field>[] {
  return rawFields.flatMap((raw, index) => {
    const where = `data.fields[${index}]`;
    const hasOptions = isJsonObject(raw) && typesWithOptions.some((type) => type === raw['type']);
    if (!hasOptions) return [readWith(definitionSchema, raw, where)];
    const field = readWith(withOptionsSchema, raw, where);
    if (field.kind === 'readable') return [field];
    const { details } = raw;
    const options =
      isJsonObject(details) && Array.isArray(details['options'])
        ? details['options'].filter(isFieldOption)
        : [];
    const reduced =
      options.length === 0 || !isJsonObject(details)
        ? field
        : readWith(withOptionsSchema, { ...raw, details: { ...details, options } }, where);
    return reduced.kind === 'readable' ? [reduced, field] : [field];
  });
}
