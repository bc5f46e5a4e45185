import type { ServiceError } from '../../../service/index.ts';
import { backoffDelay, firstInterval, jittered, never, nextInterval } from '../../following/schedule.ts';

/** When the list is read again for what is new. */
export interface Pace {
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly interval: number;
  /** In a row. */
  readonly failures: number;
}

export const initialPace: Pace = { dueAt: never, interval: firstInterval, failures: 0 };

/** The pace once all that is to be read was read. */
export function firstPace(now: number): Pace {
  return { ...initialPace, dueAt: now + jittered(firstInterval) };
}

export function paceAfterRound({ interval: before }: Pace, isChanged: boolean, now: number): Pace {
  const interval = nextInterval(before, isChanged);
  return { dueAt: now + jittered(interval), interval, failures: 0 };
}

export function paceAfterFailure(pace: Pace, { retryAfter }: ServiceError, now: number): Pace {
  const failures = pace.failures + 1;
  return { ...pace, dueAt: now + backoffDelay(failures, retryAfter), failures };
}
