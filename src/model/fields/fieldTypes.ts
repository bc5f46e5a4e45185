import {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/**
 * Defines how fields of one type are shown and exported. Properties are null if the type has no
 * options, limits, or unit.
 */
interface FieldType<Details> {
  /** Codicon ID of the icon. */
  readonly icon: string;
  /** Field options, shown in the Fields view, in hovers, and in exports. */
  readonly options: ((details: Details) => readonly FieldOption[]) | null;
  /** Description of the valid values, such as `0 to 100 kg`. */
  readonly limits: ((details: Details) => string) | null;
  /** Unit that follows a value, such as `kg`. */
  readonly unit: ((details: Details) => string | null | undefined) | null;
  /** JSON Schema for field values. Does not include the field options. */
  readonly schema: (details: Details) => ValueSchema;
}

type ValueSchema = { readonly type: 'string' | 'number' | 'boolean' } & Readonly<
  Record<string, unknown>
>;

/** Field types from docs/service.md. Fields of any other type accept any value. */
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

/** Returns true if fields of this type have options, according to docs/service.md. */
export function hasOptions(field: Field): boolean {
  return typeOf(field)?.options != null;
}

/**
 * Returns the field options. Also supports other field types if the options have the format in
 * docs/service.md.
 */
export function optionsOf(field: Field): readonly FieldOption[] {
  const details = detailsOf(field);
  return typeOf(field)?.options?.(details) ?? readOptions(details['options']);
}

/** Describes the valid values of a field, or returns undefined if there are no limits. */
export function limitsOf(field: Field): string | undefined {
  return typeOf(field)?.limits?.(detailsOf(field)) || undefined;
}

export function unitOf(field: Field): string | null {
  return typeOf(field)?.unit?.(detailsOf(field)) || null;
}

/** Returns the JSON Schema for field values without options, or undefined if any value is valid. */
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
