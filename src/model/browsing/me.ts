import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Job, type Person, readPeople } from '../../service/index.ts';
import { compareNames } from '../../text/order.ts';
import { assigneesOf, personName } from '../jobs/job.ts';
import { namedMembers } from '../jobs/members/jobMembers.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** Name that represents the user in a filter. */
export const me = '@me';

/** Filter conditions that contain the names of people. */
export const personParts = namedMembers.flatMap(({ filter: { part, people } }) =>
  people === undefined ? [] : [{ part, people }],
);

/** Storage key for the user's identity. */
export const identityName = 'identity';

const identitySchema = z.object({ key: z.optional(filledTextSchema), name: filledTextSchema });

/** The person that the user selected as themselves. Never sent to the service. */
export type Identity = z.infer<typeof identitySchema>;

export function readIdentity(store: KeyValueStore): Identity | undefined {
  return identitySchema.safeParse(store.get(identityName)).data;
}

/**
 * Returns true if the person is the user. Compares the keys if both have one, because names are not
 * unique.
 */
export function isMe({ key, name }: Identity, person: Person): boolean {
  return key !== undefined && person.key
    ? key === person.key
    : name === personName(person)?.normalize();
}

/** Returns all people in the jobs, without duplicates and sorted by name. */
export function peopleOf(jobs: readonly Job[]): Identity[] {
  const found = new Map<string, Identity>();
  for (const job of jobs) {
    for (const person of personParts.flatMap(({ people: { of } }) => of(job))) {
      const name = personName(person)?.normalize();
      const id = person.key || name;
      if (name === undefined || id === undefined || found.has(id)) continue;
      found.set(id, { key: person.key || undefined, name });
    }
  }
  return [...found.values()].sort((left, right) => compareNames(left.name, right.name));
}

/** Returns the display names of a job's assignees, and marks the user with “(me)”. */
export function markedAssignees(job: Job, identity: Identity | undefined): string[] {
  const names = assigneesOf(job);
  if (identity === undefined) return names;
  return readPeople(job.assignedTo).map((person, index) => {
    const name = names[index] ?? '';
    return isMe(identity, person) ? l10n.t('{0} (me)', name) : name;
  });
}
