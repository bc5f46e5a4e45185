import { isJsonObject } from './wire.ts';

/** Somebody a job names (section 2.3, `startedBy`): each member is text, null or left out. */
export interface Person {
  readonly key?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

/** Reads the people in `assignedTo`: null, one object or an array of them (its shape is not shown); anything else is nobody. */
export function readPeople(assignedTo: unknown): Person[] {
  const candidates: unknown[] = Array.isArray(assignedTo) ? assignedTo : [assignedTo];
  return candidates.filter(isPerson);
}

function isPerson(value: unknown): value is Person {
  return isJsonObject(value) && [value['key'], value['firstName'], value['lastName']].every((each) => each == null || typeof each === 'string');
}
