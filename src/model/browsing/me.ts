import * as z from 'zod/mini';
import type { Job, Person } from '../../service/index.ts';
import { compareNames } from '../../text/order.ts';
import { personName } from '../jobs/job.ts';
import { namedMembers } from '../jobs/members/jobMembers.ts';
import type { KeyValueStore } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** Placeholder in filters for the name of the user. */
export const me = '@me';

/** Filter conditions whose values are names of people. */
export const personParts = namedMembers.flatMap(({ filter: { part, people } }) =>
  people === undefined ? [] : [{ part, people }],
);

/** Storage key for the user's identity. */
export const identityName = 'identity';

const identitySchema = z.object({ key: z.optional(filledTextSchema), name: filledTextSchema });

/**
 * Person whom the user selected as “me”. The extension never sends the selection to the service.
 */
export type Identity = z.infer<typeof identitySchema>;

export function readIdentity(store: KeyValueStore): Identity | undefined {
  return identitySchema.safeParse(store.get(identityName)).data;
}

/**
 * Returns true if the person is the user. Compares keys if possible, because names may not be
 * unique.
 */
export function isMe({ key, name }: Identity, person: Person): boolean {
  return key !== undefined && person.key
    ? key === person.key
    : name === personName(person)?.normalize();
}

/** Returns all people in the jobs, sorted by name and without duplicates. */
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
