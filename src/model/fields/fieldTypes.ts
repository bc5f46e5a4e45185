import {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/**
 * Describes how fields of a type and their values are shown and exported. Null means that the type
 * has none.
 */
interface FieldType<Details> {
  /** ID of a codicon. */
  readonly icon: string;
  /**
   * Options of a field. They are its children in the view, and are listed in hovers and exports.
   */
  readonly options: ((details: Details) => readonly FieldOption[]) | null;
  /** Description of the valid values, such as `0 to 100 kg`. */
  readonly limits: ((details: Details) => string) | null;
  /** Unit that follows a value, such as `kg`. */
  readonly unit: ((details: Details) => string | null | undefined) | null;
  /** JSON Schema of a value without options. */
  readonly schema: (details: Details) => ValueSchema;
}

type ValueSchema = { readonly type: 'string' | 'number' | 'boolean' } & Readonly<
  Record<string, unknown>
>;

/** The types in docs/service.md. Fields of other types may have any value. */
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

/** True if the type of a field has options, according to docs/service.md. */
export function hasOptions(field: Field): boolean {
  return typeOf(field)?.options != null;
}

/**
 * Returns the options of a field. An undocumented type may have options in the same form as a
 * documented type.
 */
export function optionsOf(field: Field): readonly FieldOption[] {
  const details = detailsOf(field);
  return typeOf(field)?.options?.(details) ?? readOptions(details['options']);
}

/** Describes the valid values of a field. */
export function limitsOf(field: Field): string | undefined {
  return typeOf(field)?.limits?.(detailsOf(field)) || undefined;
}

export function unitOf(field: Field): string | null {
  return typeOf(field)?.unit?.(detailsOf(field)) || null;
}

/**
 * Returns the JSON Schema of a value, regardless of options. Returns undefined if any value is
 * valid.
 */
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
