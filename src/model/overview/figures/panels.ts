import * as l10n from '@vscode/l10n';
import { formatJobs } from '../../../text/number.ts';
import type { ReadJobs } from '../overviewReading.ts';
import type { ReportPeriod } from '../period.ts';
import type { Panel } from '../report.ts';
import { describeDuration } from './duration.ts';
import { describeFirst } from './firstJobs.ts';
import { describeGrowth } from './growth.ts';
import { describeHolders } from './holders.ts';
import { describeStuck } from './stuck.ts';
import { survivalOf } from './survival.ts';
import { survey } from './survey.ts';

/** Describes the jobs that were read. Yields after short steps, so that other work can run. */
export function* describePanels(read: ReadJobs, period: ReportPeriod): Generator<void, Panel[]> {
  const surveyed = yield* survey(read, period);
  const { all, inPeriod, isWhole, now } = surveyed;
  yield;
  const survival = survivalOf(all, now);
  yield;
  const stuck = describeStuck(surveyed, survival);
  yield;
  const first = describeFirst(surveyed);
  yield;
  const holders = describeHolders(surveyed);
  yield;
  const growth = describeGrowth(surveyed);
  yield;
  const duration = yield* describeDuration(surveyed, inPeriod === all ? survival : survivalOf(inPeriod, now));
  const panels = [stuck, first, holders, growth, duration];
  if (isWhole) return panels;
  const coverage = l10n.t('{0} read', formatJobs(all.length));
  return panels.map((panel) => ({ ...panel, coverage }));
}
