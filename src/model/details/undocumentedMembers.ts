import type { FieldValue, JobAction, JobPage, LogEntry } from '../../protocol.ts';
import { type Field, type Job, type Readable, areReadablePeople, documentedJobMembers, isJsonObject } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { boundedJson } from '../export/boundedJson.ts';
import { optionsOf } from '../wording/rowText.ts';

/** Everything of a job that the interface document does not show: what deployments are known to send in its place, the rest in `more`. */
export type JobContent = Pick<JobPage, 'fields' | 'actions' | 'log' | 'more'>;

type Members = Record<string, unknown>;

/** @param known the fields of the service, as far as they are loaded */
export function readContent(job: Job, known: readonly Readable<Field>[]): JobContent {
  const { actions, content, logs, ...others } = without(job, documentedJobMembers);
  const fields = isJsonObject(content) ? readAll(content['fields'], (each) => readField(each, known)) : [];
  const readActions = readAll(actions, readAction);
  const log = readAll(logs, readEntry);
  const left: Members = {
    ...(areReadablePeople(job.assignedTo) ? {} : { assignedTo: job.assignedTo }),
    ...(actions === undefined || readActions.length > 0 ? {} : { actions }),
    ...contentLeft(content, fields.length > 0),
    ...(logs === undefined || log.length > 0 ? {} : { logs }),
  };
  return { fields, actions: readActions, log, more: restOf({ ...left, ...others }) };
}

/** The elements of an array that are all of the expected shape; none where it is anything else, which then shows as it came. */
function readAll<T>(list: unknown, read: (element: unknown) => T | undefined): T[] {
  if (!Array.isArray(list)) return [];
  const elements = list.map(read);
  return elements.every((element) => element !== undefined) ? elements : [];
}

function contentLeft(content: unknown, fieldsAreShown: boolean): Members {
  if (content === undefined) return {};
  if (!fieldsAreShown || !isJsonObject(content)) return { content };
  const left = without(content, new Set(['fields']));
  return Object.keys(left).length === 0 ? {} : { content: left };
}

function readField(raw: unknown, known: readonly Readable<Field>[]): FieldValue | undefined {
  if (!isJsonObject(raw) || typeof raw['key'] !== 'string') return undefined;
  const { key, name, type, required, value, ...others } = raw;
  const field = known.find((each) => each.kind === 'readable' && each.value.key === key);
  const definition = field?.kind === 'readable' ? field.value : undefined;
  const own = (each: unknown) => (typeof each === 'string' && each.trim() !== '' ? each : undefined);
  return {
    key: raw['key'],
    name: own(name) ?? own(definition?.name) ?? raw['key'],
    type: own(type) ?? own(definition?.type) ?? null,
    required: typeof required === 'boolean' ? required : definition?.required === true,
    value: boundedJson(value ?? null),
    labels: definition === undefined ? null : labelsOf(value, optionsOf(definition)),
    rest: restOf(others),
  };
}

/**
 * Null where the value names no option.
 * @param options those of a dropdown are as documented; a field of another type may have anything in their place
 */
function labelsOf(value: unknown, options: unknown): FieldValue['labels'] {
  const known = Array.isArray(options) ? options.filter(isJsonObject) : [];
  const labels = (Array.isArray(value) ? value : [value]).map((each: unknown) => {
    const label = typeof each === 'string' ? known.find(({ key }) => key === each)?.['label'] : undefined;
    return typeof label === 'string' ? label : null;
  });
  return labels.some((label) => label !== null) ? labels : null;
}

function readAction(raw: unknown): JobAction | undefined {
  if (typeof raw === 'string') return raw.trim() === '' ? undefined : { key: null, name: raw, rest: {} };
  if (!isJsonObject(raw)) return undefined;
  const name = textMember(raw, ['name', 'label', 'title', 'key']);
  if (name === undefined) return undefined;
  const key = name !== 'key' && typeof raw['key'] === 'string' ? raw['key'] : null;
  return { key, name: String(raw[name]), rest: restOf(without(raw, new Set(key === null ? [name] : [name, 'key']))) };
}

function readEntry(raw: unknown): LogEntry | undefined {
  if (typeof raw === 'string') return { at: null, text: raw, rest: {} };
  if (!isJsonObject(raw)) return undefined;
  const text = textMember(raw, ['message', 'text', 'description', 'title', 'name', 'event', 'action', 'type']);
  const time = Object.keys(raw).find((name) => name !== text && typeof raw[name] === 'string' && parseTimestamp(raw[name]) !== null);
  const at = time === undefined ? undefined : raw[time];
  return {
    at: typeof at === 'string' ? { text: at, ms: parseTimestamp(at) } : null,
    text: text === undefined ? null : String(raw[text]),
    rest: restOf(without(raw, new Set([text, time].filter((name) => name !== undefined)))),
  };
}

/** The first of the names whose member is a text that says something. */
function textMember(raw: Members, names: readonly string[]): string | undefined {
  return names.find((name) => typeof raw[name] === 'string' && raw[name].trim() !== '');
}

function without(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}

function restOf(members: Members): JobPage['more'] {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, boundedJson(value)]));
}
