import type { Field, Readable } from '../../service/index.ts';

export type FieldOrder = 'service' | 'requiredFirst';

/** Whether a text is in the name or the key of a field, whatever the case; a blank one is in all. */
export function fieldTest(text: string): (field: Readable<Field>) => boolean {
  const wanted = folded(text.trim());
  return (field) => wanted === '' || textsOf(field).some((each) => folded(each).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function textsOf(field: Readable<Field>): string[] {
  const { name, key } = field.kind === 'readable' ? field.value : field;
  return [name, key].filter((each) => typeof each === 'string');
}

/** A copy in this order; among themselves, fields stay as the service orders them. */
export function inOrder<T>(items: readonly T[], order: FieldOrder, fieldOf: (item: T) => Readable<Field>): readonly T[] {
  if (order === 'service') return items;
  const rank = (item: T) => (isRequired(fieldOf(item)) ? 0 : 1);
  return items.toSorted((one, other) => rank(one) - rank(other));
}

function isRequired(field: Readable<Field>): boolean {
  return field.kind === 'readable' && field.value.required === true;
}
