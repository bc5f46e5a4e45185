import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Job, type Person, readPeople } from '../../service/index.ts';
import { compareNames } from '../../text/order.ts';
import { assigneesOf, personName } from '../jobs/job.ts';
import { namedMembers } from '../jobs/members/jobMembers.ts';
import { type KeyValueStore, readOfService } from '../util/keyValueStore.ts';
import { filledTextSchema } from '../util/schemas.ts';

/** The name in a filter for the person who uses this window. */
export const me = '@me';

/** The parts of a filter whose names are those of people. */
export const personParts = namedMembers.flatMap(({ filter: { part, people } }) =>
  people === undefined ? [] : [{ part, people }],
);

/** Under which name the answer is stored. */
export const identityName = 'identity';

const identitySchema = z.object({ key: z.optional(filledTextSchema), name: filledTextSchema });
/** Who the person of this window is to a service: what they chose, which is never sent. */
export type Identity = z.infer<typeof identitySchema>;

export function readIdentity(store: KeyValueStore, baseUrl: string): Identity | undefined {
  return identitySchema.safeParse(readOfService(store, identityName, baseUrl)).data;
}

/** By key where the service sends one, because names repeat. */
export function isMe({ key, name }: Identity, person: Person): boolean {
  return key !== undefined && person.key ? key === person.key : name === personName(person)?.normalize();
}

/** The people of jobs, each once, by name. */
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
  return [...found.values()].sort((one, other) => compareNames(one.name, other.name));
}

/** The display names of a job's assignees, with a mark at the person of this window. */
export function markedAssignees(job: Job, identity: Identity | undefined): string[] {
  const names = assigneesOf(job);
  if (identity === undefined) return names;
  return readPeople(job.assignedTo).map((person, index) => {
    const name = names[index] ?? '';
    return isMe(identity, person) ? l10n.t('{0} (me)', name) : name;
  });
}
