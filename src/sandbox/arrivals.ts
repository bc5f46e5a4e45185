import { bisectRight, cumsum } from 'd3-array';
import { busyness, day, hour } from './calendar.ts';
import { dice } from './dice.ts';

const days = 180;
/** Additional jobs of the last hours, so that the newest jobs are young at any time of the week. */
const fresh = 90;
const freshHours = 2;

/**
 * Spreads jobs over 180 days before the epoch: most in working hours, many more on a few busy days.
 * @returns the age, in milliseconds, that this number of jobs is younger than; fractions interpolate between
 * two jobs
 */
export function createArrivals({
  seed,
  jobs,
  epoch,
}: {
  seed: number;
  jobs: number;
  epoch: number;
}): (younger: number) => number {
  const recent = Math.min(fresh, jobs / 2);
  const usual = Array.from({ length: days * 24 }, (_, index) => {
    const at = epoch - (index + 0.5) * hour;
    const roll = dice(seed, `day ${Math.floor(at / day)}`);
    return busyness(at) * (0.7 + 0.6 * roll('usual')) * (roll('busy') < 0.05 ? 3 + 2 * roll('how busy') : 1);
  });
  const each = (jobs - recent) / usual.reduce((sum, weight) => sum + weight);
  const freshWithin = (hours: number) => recent * (1 - Math.exp(-hours / freshHours));
  const before = [
    0,
    ...cumsum(usual, (weight, index) => weight * each + freshWithin(index + 1) - freshWithin(index)),
  ];

  return (younger) => {
    const index = Math.min(bisectRight(before, younger), usual.length) - 1;
    const [from = 0, to = 1] = [before[index], before[index + 1]];
    return (index + (younger - from) / (to - from)) * hour;
  };
}
