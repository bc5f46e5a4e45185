import type { Panels, Scope } from '../../../protocol/overview.ts';
import type { ReadJobs } from '../overviewReading.ts';
import { describeDuration } from './duration.ts';
import { describeFirst } from './firstJobs.ts';
import { describeGrowth } from './growth.ts';
import { describeHolders } from './holders.ts';
import { describeStuck } from './stuck.ts';
import { survivalOf } from './survival.ts';
import { survey } from './survey.ts';

/** The panels for the jobs that were read. Yields after short steps, so that other work can run. */
export function* describePanels(read: ReadJobs, scope: Scope): Generator<void, Panels> {
  const scoped = yield* survey(read, scope);
  yield;
  const survival = survivalOf(scoped.jobs, scoped.now);
  yield;
  const stuck = describeStuck(scoped, survival);
  yield;
  const first = describeFirst(scoped);
  yield;
  const growth = describeGrowth(scoped);
  yield;
  const duration = yield* describeDuration(scoped, survival);
  yield;
  return { stuck, first, growth, duration, holders: yield* describeHolders(scoped) };
}
