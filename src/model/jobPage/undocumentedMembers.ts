import {
  type Field,
  type FieldOption,
  type Job,
  type Readable,
  canReadPeople,
  isJsonObject,
  isPrivateMember,
  originalJob,
  normalizeBoolean,
  normalizeKey,
  normalizeList,
  normalizeText,
  normalizeTimestamp,
} from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { describedMembers } from '../jobs/members/jobMembers.ts';
import { type Json, boundedJson } from '../util/json.ts';
import { optionsOf, unitOf } from '../fields/fieldTypes.ts';

/** Response properties that the extension does not use. */
type OtherMembers = Record<string, Json>;

/** Option that is selected in a field. The label is null if the option is unknown. */
export interface SelectedOption {
  label: string | null;
  value: Json;
}

/** Field value in a job. Missing properties, such as the name, come from the field definition. */
export interface FieldValue {
  key: string;
  name: string;
  type: string | null;
  required: boolean;
  value: Json;
  /** Selected options. Null if no label is known. */
  options: SelectedOption[] | null;
  unit: string | null;
  otherMembers: OtherMembers;
}

export interface LogEntry {
  /** Time as the service sent it, and in epoch milliseconds. Null if the entry has no valid time. */
  at: { text: string; ms: number } | null;
  text: string | null;
  otherMembers: OtherMembers;
}

/** Job properties that are missing from the “Job” table in docs/service.md. */
export interface UndocumentedContent {
  /** Field values. Empty if the job has no fields or the fields cannot be parsed. */
  fields: FieldValue[];
  /** Log entries in the original order. Empty if the job has no log or the log cannot be parsed. */
  log: LogEntry[];
  /** All other properties, as returned by the service. */
  more: OtherMembers;
}

type Members = Record<string, unknown>;

/**
 * Reads the field values, the log, and all other undocumented job properties.
 * @param known field definitions from the service
 */
export function readContent(job: Job, known: readonly Readable<Field>[]): UndocumentedContent {
  const { content, logs, ...others } = without(job, describedMembers);
  const readable = known.flatMap((field) => (field.kind === 'readable' ? [field.value] : []));
  const definitions = firstByKey(readable);
  const fields = isJsonObject(content)
    ? readAll(content['fields'], (each) => readFieldValue(each, definitions))
    : [];
  const log = readAll(logs, readLogEntry);
  const { startedBy } = originalJob(job);
  const more = membersOf({
    assignedTo: canReadPeople(job.assignedTo) ? undefined : job.assignedTo,
    startedBy: canReadPeople(startedBy) ? undefined : startedBy,
    content: fields.length > 0 && isJsonObject(content) ? withoutFields(content) : content,
    logs: log.length > 0 ? undefined : logs,
    ...others,
  });
  return { fields, log, more };
}

/** Parses all array elements. Returns an empty array if an element cannot be parsed. */
function readAll<T>(sent: unknown, read: (element: unknown) => T | undefined): T[] {
  const list = normalizeList(sent);
  if (!Array.isArray(list)) return [];
  const elements = list.map(read);
  return elements.every((element) => element !== undefined) ? elements : [];
}

function withoutFields({ fields: _fields, ...others }: Members): Members | undefined {
  return Object.keys(others).length === 0 ? undefined : others;
}

function readFieldValue(
  raw: unknown,
  definitions: ReadonlyMap<unknown, Field>,
): FieldValue | undefined {
  if (!isJsonObject(raw)) return undefined;
  const { key: sentKey, name, type, required, value, ...others } = raw;
  const key = normalizeKey(sentKey);
  if (typeof key !== 'string') return undefined;
  const definition = definitions.get(key);
  const isRequired = [required, definition?.required]
    .map(normalizeBoolean)
    .find((each) => typeof each === 'boolean');
  return {
    key,
    name: firstText(name, definition?.name) ?? key,
    type: firstText(type, definition?.type) ?? null,
    required: isRequired === true,
    value: boundedJson(value ?? null),
    options: selectedOptions(value, definition === undefined ? [] : optionsOf(definition)),
    unit: definition === undefined ? null : unitOf(definition),
    otherMembers: membersOf(others),
  };
}

/** Maps keys to items. If a key occurs more than once, keeps the first item. */
function firstByKey<T extends { readonly key: string }>(
  items: readonly T[],
): ReadonlyMap<unknown, T> {
  return new Map(items.map((item) => [item.key, item] as const).reverse());
}

function firstText(...values: unknown[]): string | undefined {
  return values.map(normalizeText).find((each) => typeof each === 'string');
}

/**
 * Returns the selected options in a value. The value can be an option, an option key, or an array of
 * both.
 */
function selectedOptions(value: unknown, options: readonly FieldOption[]): FieldValue['options'] {
  const known = firstByKey(options);
  const labelOf = (each: unknown) => {
    if (!isJsonObject(each)) return known.get(normalizeKey(each))?.label ?? null;
    return known.get(normalizeKey(each['key']))?.label ?? firstText(each['label']) ?? null;
  };
  const selected = [normalizeList(value)].flat();
  if (selected.every((each) => labelOf(each) === null)) return null;
  return selected.map((each) => ({ label: labelOf(each), value: boundedJson(each) }));
}

/** Log entry properties that may contain the message, in order of preference. */
const textNames = ['message', 'text', 'description', 'title', 'name', 'event', 'action', 'type'];

function readLogEntry(raw: unknown): LogEntry | undefined {
  if (typeof raw === 'string') return { at: null, text: raw, otherMembers: {} };
  if (!isJsonObject(raw)) return undefined;
  const text = textNames.find((name) => firstText(raw[name]) !== undefined);
  const time = Object.keys(raw).find((name) => name !== text && timeIn(raw, name) !== null);
  return {
    at: time === undefined ? null : timeIn(raw, time),
    text: text === undefined ? null : (firstText(raw[text]) ?? null),
    otherMembers: membersOf(without(raw, new Set([text, time]))),
  };
}

/**
 * Matches property names for times, such as `created_at`. In any other property, a number may be an
 * ID.
 */
const timeNames =
  /^(?:at|on|when|ts|time|date|timestamp)$|(?:At|On|Time|Date|Stamp|_at|_on|_time|_date|_ts|stamp)$/;

/** Returns the time in a property, or null if the property is not a timestamp. */
function timeIn(raw: Members, name: string): LogEntry['at'] {
  const sent = raw[name];
  const text = normalizeTimestamp(sent);
  const ms = typeof text === 'string' ? parseTimestamp(text) : null;
  if (typeof text !== 'string' || ms === null) return null;
  const isNumber = !isJsonObject(sent) && text !== sent;
  return isNumber && !timeNames.test(name) ? null : { text, ms };
}

function without(members: Members, names: ReadonlySet<unknown>): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !names.has(name) && !isPrivateMember(name)),
  );
}

/** Converts property values to JSON for the page. Omits undefined properties. */
export function membersOf(members: Members): OtherMembers {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, boundedJson(value)]],
    ),
  );
}
