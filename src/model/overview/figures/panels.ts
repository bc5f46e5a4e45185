import { timeDay } from 'd3-time';
import type { Panels, Scope, ScopePreset } from '../../../protocol/overview.ts';
import { describeDuration } from './duration.ts';
import { describeFirst } from './firstJobs.ts';
import { describeGrowth } from './growth.ts';
import { describeHolders } from './holders.ts';
import { type LastVisit, markChanges } from '../lastVisit.ts';
import { jobsByList } from './names.ts';
import type { Sample } from '../sample.ts';
import { describeStuck } from './stuck.ts';
import { runningTimes, yardstickOf } from './survival.ts';
import { survey } from './survey.ts';

const everything: Scope = { preset: 'all', from: null, to: null };

/** The whole days of a preset, today included. */
const presetDays: Partial<Record<ScopePreset, number>> = { week: 7, month: 30, quarter: 90 };

/** A scope with the current times of its preset. */
function atTime(scope: Scope, now: number): Scope {
  const days = presetDays[scope.preset];
  return days === undefined ? scope : { ...scope, from: timeDay.offset(timeDay.floor(new Date(now)), 1 - days).getTime(), to: null };
}

/**
 * The panels for the jobs that were read. Yields after short steps so that other work can run; the sample must not change until
 * the end.
 * @param language BCP 47 tag
 * @param before the numbers at the reader's last visit
 */
export function* describePanels(sample: Sample, chosen: Scope, now: number, language: string, before: LastVisit | undefined): Generator<void, Panels> {
  const scope = atTime(chosen, now);
  const columns = sample.records.columns();
  const all = yield* survey(sample, columns, everything, now, language);
  const isAll = scope.from === null && scope.to === null;
  const scoped = isAll ? all : yield* survey(sample, columns, scope, now, language);
  // Jobs are measured against the whole list, because a scope excludes long running times.
  const times = all.isExact || all.estimator !== undefined ? yield* runningTimes(all) : undefined;
  const workflows = yield* jobsByList(scoped, 'workflows');
  const panels: Panels = {
    stuck: yield* describeStuck(scoped, times && yardstickOf(times)),
    first: yield* describeFirst(scoped),
    growth: yield* describeGrowth(scoped),
    duration: yield* describeDuration(scoped, { times: isAll ? times : undefined, workflows }),
    holders: yield* describeHolders(scoped, workflows),
  };
  if (before !== undefined) markChanges(panels, before);
  return panels;
}
