import {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/** Defines how fields of a type and their values are shown and exported. Null means that they have none. */
interface FieldType<Details> {
  /** ID of a codicon. Codicons for symbols have a color. */
  readonly icon: string;
  /** Options of a field: its children in the view. Hovers, assistants, and exports list them, too. */
  readonly options: ((details: Details) => readonly FieldOption[]) | null;
  /** Valid values in a few words: `0 to 100 kg`. Shown in tooltips, in hovers, and to assistants. */
  readonly limits: ((details: Details) => string) | null;
  /** Unit that follows a value on the job page and in responses to assistants. */
  readonly unit: ((details: Details) => string | null | undefined) | null;
  /** JSON Schema of a value without options. */
  readonly schema: (details: Details) => ValueSchema;
}

type ValueSchema = { readonly type: 'string' | 'number' | 'boolean' } & Readonly<Record<string, unknown>>;

/** Documented types (docs/service.md, Field definition). Other types may have any value. */
const fieldTypes: { readonly [Name in FieldTypeName]: FieldType<Partial<FieldDetails<Name>>> } = {
  dropdown: {
    icon: 'list-selection',
    options: ({ options }) => options ?? [],
    limits: null,
    unit: null,
    schema: () => ({ type: 'string' }),
  },
  shortText: {
    icon: 'text-size',
    options: null,
    limits: null,
    unit: null,
    schema: () => ({ type: 'string' }),
  },
};

function typeOf({ type }: Field): FieldType<object> | undefined {
  return Object.entries<FieldType<object>>(fieldTypes).find(([name]) => name === type)?.[1];
}

function detailsOf({ details }: Field) {
  return isJsonObject(details) ? details : {};
}

/** True if the type of a field is documented to have options. */
export function hasOptions(field: Field): boolean {
  return typeOf(field)?.options != null;
}

/** Returns the options of a field. For an undocumented type, returns options in the documented form. */
export function optionsOf(field: Field): readonly FieldOption[] {
  const details = detailsOf(field);
  return typeOf(field)?.options?.(details) ?? readOptions(details['options']);
}

/** Returns the valid values of a field in a few words. */
export function limitsOf(field: Field): string | undefined {
  return typeOf(field)?.limits?.(detailsOf(field)) || undefined;
}

export function unitOf(field: Field): string | null {
  return typeOf(field)?.unit?.(detailsOf(field)) || null;
}

/** Returns the JSON Schema of a value without options. Returns undefined if any value is valid. */
export function valueSchemaOf(field: Field): ValueSchema | undefined {
  return typeOf(field)?.schema(detailsOf(field));
}

export function typeIcon(field: Field): string {
  const documented = typeOf(field);
  if (documented !== undefined) return documented.icon;
  const type = field.type ?? '';
  if (/text/i.test(type)) return 'text-size';
  if (/date|time/i.test(type)) return 'calendar';
  return /file|attachment/i.test(type) ? 'file-text' : 'tag';
}
