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
import { type Moment, describedMembers, momentOf } from '../jobs/members/jobMembers.ts';
import { type Json, boundedJson } from '../util/json.ts';
import { optionsOf, unitOf } from '../fields/fieldTypes.ts';

/** Properties from the response that the extension does not use. */
type OtherMembers = Record<string, Json>;

/**
 * Field value of a job. Properties that the job does not contain are copied from the field
 * definition, if it is known.
 */
export interface FieldValue {
  key: string;
  name: string;
  type: string | null;
  required: boolean;
  value: Json;
  /**
   * Label of each option in the value, or null for an unknown option. The entire array is null if
   * no option has a label.
   */
  labels: (string | null)[] | null;
  unit: string | null;
  otherMembers: OtherMembers;
}

export interface LogEntry {
  at: Moment | null;
  text: string | null;
  otherMembers: OtherMembers;
}

/** Properties of a job that are not in the table under “Job” in docs/service.md. */
export interface UndocumentedContent {
  /** Field values of the job. Empty if there are none or if they cannot be parsed. */
  fields: FieldValue[];
  /**
   * Log entries in the order of the service. Empty if the job has no log or if the log cannot be
   * parsed.
   */
  log: LogEntry[];
  /** All other properties, as returned by the service. */
  more: OtherMembers;
}

type Members = Record<string, unknown>;

/**
 * Reads the field values, the log, and the other undocumented properties of a job.
 * @param known field definitions that were loaded from the service
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

/** Parses the elements of an array. Returns an empty array if any element cannot be parsed. */
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
    labels: labelsOf(value, definition === undefined ? [] : optionsOf(definition)),
    unit: definition === undefined ? null : unitOf(definition),
    otherMembers: membersOf(others),
  };
}

/** Maps keys to items. If several items have the same key, uses the first item. */
function firstByKey<T extends { readonly key: string }>(
  items: readonly T[],
): ReadonlyMap<unknown, T> {
  return new Map(items.map((item) => [item.key, item] as const).reverse());
}

function firstText(...values: unknown[]): string | undefined {
  return values.map(normalizeText).find((each) => typeof each === 'string');
}

/**
 * Returns the labels of the options in a value. The value is an option, an option key, or an array
 * of options and keys.
 */
function labelsOf(value: unknown, options: readonly FieldOption[]): FieldValue['labels'] {
  const known = firstByKey(options);
  const labels = [normalizeList(value)].flat().map((each) => {
    if (!isJsonObject(each)) return known.get(normalizeKey(each))?.label ?? null;
    return known.get(normalizeKey(each['key']))?.label ?? firstText(each['label']) ?? null;
  });
  return labels.some((label) => label !== null) ? labels : null;
}

/** Properties that may contain the text of a log entry, in order of preference. */
const textNames = ['message', 'text', 'description', 'title', 'name', 'event', 'action', 'type'];

function readLogEntry(raw: unknown): LogEntry | undefined {
  if (typeof raw === 'string') return { at: null, text: raw, otherMembers: {} };
  if (!isJsonObject(raw)) return undefined;
  const text = textNames.find((name) => firstText(raw[name]) !== undefined);
  const time = Object.keys(raw).find((name) => name !== text && timeIn(raw, name) !== undefined);
  return {
    at: time === undefined ? null : momentOf(timeIn(raw, time)),
    text: text === undefined ? null : (firstText(raw[text]) ?? null),
    otherMembers: membersOf(without(raw, new Set([text, time]))),
  };
}

/**
 * Matches names of properties in which a number is a timestamp. In other properties, a number may
 * be an ID.
 */
const timeNames =
  /^(?:at|on|when|ts|time|date|timestamp)$|(?:At|On|Time|Date|Stamp|_at|_on|_time|_date|_ts|stamp)$/;

/** Returns the timestamp in a property, or undefined if the value is not a timestamp. */
function timeIn(raw: Members, name: string): string | undefined {
  const sent = raw[name];
  const time = normalizeTimestamp(sent);
  if (typeof time !== 'string' || parseTimestamp(time) === null) return undefined;
  const isNumber = !isJsonObject(sent) && time !== sent;
  return isNumber && !timeNames.test(name) ? undefined : time;
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
