import { pick, type Roll } from './dice.ts';

export type UtcOffset = { suffix: string; minutes: number };

const offsets: [UtcOffset, ...UtcOffset[]] = [
  { suffix: '+02:00', minutes: 120 },
  { suffix: '-05:00', minutes: -300 },
  { suffix: 'Z', minutes: 0 },
  { suffix: '+05:30', minutes: 330 },
  { suffix: '+00:00', minutes: 0 },
];

export function rollUtcOffset(roll: Roll): UtcOffset {
  return pick(roll('utc offset'), offsets);
}

/** ISO 8601 to the second, on the wall clock of that offset. */
export function timestamp(ms: number, { suffix, minutes }: UtcOffset): string {
  return new Date(ms + minutes * 60_000).toISOString().slice(0, 19) + suffix;
}
