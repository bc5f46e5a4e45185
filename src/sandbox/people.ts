import { opaqueKey, pick, type Roll } from './dice.ts';
import type { Person } from './wire.ts';

const firstNames: [string, ...string[]] = ['Amal', 'Chris', 'Dana', 'Elif', 'Jun', 'Kim', 'Luca', 'Maya', 'Noor', 'Robin', 'Sam', 'Zoë'];
const lastNames: [string, ...string[]] = ['Åberg', 'Costa', 'Diaz', 'Fischer', 'Ito', 'Khan', 'Moreau', 'Novák', 'Okafor', 'Silva', 'Stone', 'Yılmaz'];

export const nobody: Person = { key: null, firstName: null, lastName: null };

/** Mostly whole names; the document lets each part be null, so some are. */
export function rollPerson(roll: Roll, trait: string): Person {
  const firstName = pick(roll(`${trait}/first name`), firstNames);
  const lastName = pick(roll(`${trait}/last name`), lastNames);
  const key = opaqueKey('usr', `${firstName} ${lastName}`);
  const blank = roll(`${trait}/blank`);
  if (blank < 0.03) return { key, firstName: null, lastName };
  if (blank < 0.06) return { key, firstName, lastName: null };
  if (blank < 0.08) return { key, firstName: null, lastName: null };
  return { key, firstName, lastName };
}

export function personName({ key, firstName, lastName }: Person): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || key || 'the service';
}
