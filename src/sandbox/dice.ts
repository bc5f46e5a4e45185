/**
 * Returns a pseudorandom number for a trait, such as `duration`. The number is at least 0 and less
 * than 1.
 */
export type Roll = (trait: string) => number;

/**
 * Creates a pseudorandom number generator for a subject, such as a job. The same seed, subject, and
 * trait always produce the same number.
 */
export function dice(seed: number, subject: string): Roll {
  const start = absorb(absorb(0, String(seed)), `/${subject}/`);
  return (trait) => scramble(absorb(start, trait)) / 2 ** 32;
}

/**
 * Picks an element of a non-empty array.
 * @param roll random number that is at least 0 and less than 1
 */
export function pick<T>(roll: number, choices: readonly T[]): T {
  return choices[Math.floor(roll * choices.length)] as T;
}

/**
 * Creates an opaque key from a name, such as `fld_1x8k2qz`. The same prefix and name always produce
 * the same key.
 */
export function opaqueKey(prefix: string, name: string): string {
  const hash = scramble(absorb(0, `${prefix}/${name}`));
  return `${prefix}_${hash.toString(36).padStart(7, '0')}`;
}

function absorb(state: number, text: string): number {
  let hash = state ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/**
 * Distributes each bit of the hash over all 32 bits, so that similar strings produce different
 * numbers.
 */
function scramble(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
