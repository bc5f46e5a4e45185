import {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/**
 * Describes how fields of a type and their values are shown and exported. A property is null if
 * fields of this type have no options, limits, or unit.
 */
interface FieldType<Details> {
  /** Codicon ID. */
  readonly icon: string;
  /**
   * Options of a field. The Fields view shows them as children of the field, and hovers and exports
   * list them.
   */
  readonly options: ((details: Details) => readonly FieldOption[]) | null;
  /** Description of the valid values, such as `0 to 100 kg`. */
  readonly limits: ((details: Details) => string) | null;
  /** Unit that follows a value, such as `kg`. */
  readonly unit: ((details: Details) => string | null | undefined) | null;
  /** JSON Schema of a value, ignoring the options of the field. */
  readonly schema: (details: Details) => ValueSchema;
}

type ValueSchema = { readonly type: 'string' | 'number' | 'boolean' } & Readonly<
  Record<string, unknown>
>;

/** Field types that are documented in docs/service.md. Fields of other types may have any value. */
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

/** Returns true if docs/service.md documents options for the type of the field. */
export function hasOptions(field: Field): boolean {
  return typeOf(field)?.options != null;
}

/**
 * Returns the options of a field. Also supports fields of undocumented types, if their options have
 * the documented format.
 */
export function optionsOf(field: Field): readonly FieldOption[] {
  const details = detailsOf(field);
  return typeOf(field)?.options?.(details) ?? readOptions(details['options']);
}

/** Returns a description of the field's valid values, if there is one. */
export function limitsOf(field: Field): string | undefined {
  return typeOf(field)?.limits?.(detailsOf(field)) || undefined;
}

export function unitOf(field: Field): string | null {
  return typeOf(field)?.unit?.(detailsOf(field)) || null;
}

/** Returns the JSON Schema of a value, ignoring options, or undefined if any value is valid. */
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
