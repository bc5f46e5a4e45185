import * as z from 'zod/mini';
import { type Readable, readWith } from './wire.ts';

const optionSchema = z.looseObject({ key: z.string(), label: z.nullish(z.string()) });
export type FieldOption = z.infer<typeof optionSchema>;

/** Field definition, section 2.2. `type` stays an open string: the complete set is not shown. */
const fieldSchema = z.looseObject({
  key: z.string(),
  name: z.nullish(z.string()),
  type: z.nullish(z.string()),
  /** Some services write an empty object as an empty array. */
  details: z.nullish(z.union([z.looseObject({ options: z.nullish(z.array(optionSchema)) }), z.array(z.never())])),
  required: z.nullish(z.boolean()),
});
export type Field = z.infer<typeof fieldSchema>;

export function readFields(rawFields: readonly unknown[]): Readable<Field>[] {
  return rawFields.map((raw, index) => readWith(fieldSchema, raw, `data.fields[${index}]`));
}
