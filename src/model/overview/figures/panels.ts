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

/** Creates all report panels. Yields after each short step, so that other work can run. */
export function* describePanels(read: ReadJobs, period: ReportPeriod): Generator<void, Panel[]> {
  const surveyed = yield* survey(read, period);
  const { all, inPeriod, isWhole, now } = surveyed;
  yield;
  const survival = survivalOf(all, now);
  yield;
  const panels = [];
  for (const describe of [describeStuck, describeFirst, describeHolders, describeGrowth]) {
    panels.push(describe(surveyed, survival));
    yield;
  }
  const ofPeriod = inPeriod === all ? survival : survivalOf(inPeriod, now);
  panels.push(yield* describeDuration(surveyed, ofPeriod));
  if (isWhole) return panels;
  const coverage = l10n.t('{0} read', formatJobs(all.length));
  return panels.map((panel) => ({ ...panel, coverage }));
}
