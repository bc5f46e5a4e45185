import type { Panels, Scope } from '../../../protocol/overview.ts';
import { type LastVisit, markChanges } from '../lastVisit.ts';
import type { ReadJobs } from '../../jobs/listReading.ts';
import { describeDuration } from './duration.ts';
import { describeFirst } from './firstJobs.ts';
import { describeGrowth } from './growth.ts';
import { describeHolders } from './holders.ts';
import { describeStuck } from './stuck.ts';
import { survivalOf } from './survival.ts';
import { survey } from './survey.ts';

/**
 * The panels for the jobs that were read. Yields after short steps, so that other work can run.
 * @param before the numbers at the reader's last visit
 */
export function* describePanels(
  read: ReadJobs,
  scope: Scope,
  now: number,
  before: LastVisit | undefined,
): Generator<void, Panels> {
  const scoped = yield* survey(read, scope, now);
  yield;
  const survival = survivalOf(scoped.jobs, now);
  yield;
  const stuck = describeStuck(scoped, survival);
  yield;
  const first = describeFirst(scoped);
  yield;
  const growth = describeGrowth(scoped);
  yield;
  const duration = yield* describeDuration(scoped, survival);
  yield;
  const panels: Panels = { stuck, first, growth, duration, holders: yield* describeHolders(scoped) };
  if (before !== undefined) markChanges(panels, before);
  return panels;
}
