import * as l10n from '@vscode/l10n';
import { isJsonObject } from './readable.ts';

/** A person that a job names (section 2.3, `startedBy`): each member is text, null or left out. */
export interface Person {
  readonly key?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

/** Reads `assignedTo`, one person or an array of them; its shape is not documented, so an unreadable one gets a name that says so. */
export function readPeople(assignedTo: unknown): Person[] {
  return candidatesIn(assignedTo).map((each) => readPerson(each) ?? { firstName: l10n.t('something that could not be read as a name') });
}

/** Whether `readPeople` can read all of `assignedTo`. */
export function areReadablePeople(assignedTo: unknown): boolean {
  return candidatesIn(assignedTo).every((each) => readPerson(each) !== undefined);
}

function candidatesIn(assignedTo: unknown): unknown[] {
  return (Array.isArray(assignedTo) ? assignedTo : [assignedTo]).filter((each) => !isNothing(each));
}

/** Members that identify a person without `firstName` and `lastName`, best first. */
const identifying = ['name', 'fullName', 'displayName', 'username', 'email', 'key', 'id'];

function readPerson(value: unknown): Person | undefined {
  if (!isJsonObject(value)) return isWord(value) ? { key: String(value) } : undefined;
  const { key, firstName, lastName } = value;
  if (isWord(firstName) || isWord(lastName)) return { key: wordOf(key), firstName: wordOf(firstName), lastName: wordOf(lastName) };
  const name = identifying.map((each) => value[each]).find(isWord);
  if (name !== undefined) return { key: String(name) };
  return Object.values(value).every(isNothing) ? {} : undefined;
}

function wordOf(value: unknown): string | null {
  return isWord(value) ? String(value) : null;
}

function isWord(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && !isNothing(value));
}

function isNothing(value: unknown): boolean {
  return value == null || (typeof value === 'string' && value.trim() === '');
}
