import {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  isJsonObject,
  readOptions,
} from '../../service/index.ts';

/** A field type: how its fields and their values are shown and exported. Null means not at all. */
interface FieldType<Details> {
  /** ID of a codicon. Codicons for symbols have a color. */
  readonly icon: string;
  /** The options, which are children in the view, and are listed in hovers, for assistants, and in exports. */
  readonly options: ((details: Details) => readonly FieldOption[]) | null;
  /** What a value must be, in a few words, for tooltips, hovers, and assistants: `0 to 100 kg`. */
  readonly limits: ((details: Details) => string) | null;
  /** Follows a value on the page and for assistants. */
  readonly unit: ((details: Details) => string | null | undefined) | null;
  /** JSON Schema of a value without options. */
  readonly schema: (details: Details) => ValueSchema;
}

type ValueSchema = { readonly type: 'string' | 'number' | 'boolean' } & Readonly<Record<string, unknown>>;

/** The documented types. A value of any other type may be anything. */
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

/** Whether a field has options, which are its children (section 2.2). */
export function hasOptions(field: Field): boolean {
  return typeOf(field)?.options != null;
}

/** The options of a field; of a type that is not documented, those that are like documented ones. */
export function optionsOf(field: Field): readonly FieldOption[] {
  const details = detailsOf(field);
  return typeOf(field)?.options?.(details) ?? readOptions(details['options']);
}

/** What a value of the field must be, in a few words. */
export function limitsOf(field: Field): string | undefined {
  return typeOf(field)?.limits?.(detailsOf(field)) || undefined;
}

export function unitOf(field: Field): string | null {
  return typeOf(field)?.unit?.(detailsOf(field)) || null;
}

/** JSON Schema of a value without options; undefined if it may be anything. */
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
