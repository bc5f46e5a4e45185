import {
  type Field,
  type FieldOption,
  type TypeWithOptions,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/** How fields of a type are shown and exported. */
interface FieldType {
  /** Id of a codicon; none of a symbol, which has a colour of its own. */
  readonly icon: string;
  /** What a value is: a text, the key of an option, or a list of such keys. */
  readonly value: 'text' | 'option' | 'options';
}

/** The documented types; a value of any other type may be anything. */
const fieldTypes: Readonly<Record<TypeWithOptions | 'shortText', FieldType>> = {
  dropdown: { icon: 'list-selection', value: 'option' },
  shortText: { icon: 'text-size', value: 'text' },
};

function typeOf({ type }: Field): FieldType | undefined {
  return Object.entries(fieldTypes).find(([name]) => name === type)?.[1];
}

/** What a value of the field is; undefined for any. */
export function valueKind(field: Field): FieldType['value'] | undefined {
  return typeOf(field)?.value;
}

/** Whether a field has options, which are its children (section 2.2). */
export function hasOptions(field: Field): boolean {
  return ['option', 'options'].includes(valueKind(field) ?? '');
}

export function typeIcon(field: Field): string {
  const type = field.type ?? '';
  const documented = typeOf(field);
  if (documented !== undefined) return documented.icon;
  if (/text/i.test(type)) return 'text-size';
  if (/date|time/i.test(type)) return 'calendar';
  return /file|attachment/i.test(type) ? 'file-text' : 'tag';
}

/** The options of a field; of a type that is not documented, those that are like documented ones. */
export function optionsOf(field: Field): readonly FieldOption[] {
  const options: unknown = isJsonObject(field.details) ? field.details.options : undefined;
  if (!hasOptions(field)) return readOptions(options);
  return Array.isArray(options) ? (options as FieldOption[]) : [];
}
