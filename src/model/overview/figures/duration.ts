import * as l10n from '@vscode/l10n';
import type { DurationPicture, Panel, Words } from '../../../protocol/overview.ts';
import { formatJobs, formatNumber } from '../../../text/number.ts';
import { formatDuration } from '../../../text/time.ts';
import { areNamesKept, groupsByName, shownName } from './names.ts';
import { type Survival, fewestFinished, survivalOf } from './survival.ts';
import { type Survey, countOf } from './survey.ts';
import { durationCell, durationColumns, ofThoseRead, sentence, strong, withRemarks } from './words.ts';

const mostWorkflows = 8;

type WorkflowTimes = DurationPicture['workflows'][number];

/**
 * Time to finish, of all jobs and of the workflows with the most jobs; of no workflow if completed jobs no
 * longer name theirs.
 */
export function* describeDuration(
  survey: Survey,
  survival: Survival,
): Generator<void, Panel<DurationPicture>> {
  const { jobs, now } = survey;
  const { curve, until, isComplete, median, nineInTen, finished, leftOut } = survival;
  const groups = areNamesKept(jobs, 'workflows')
    ? groupsByName(jobs, 'workflows').slice(0, mostWorkflows)
    : [];
  const workflows: WorkflowTimes[] = [];
  for (const group of groups) {
    yield;
    const its = survivalOf(group.jobs, now);
    workflows.push({
      name: shownName(group.names[0], l10n.t('no workflow named')),
      jobs: countOf(survey, group.jobs.length, { workflows: group.names }),
      median: its.median,
      nineInTen: its.nineInTen,
    });
  }
  return {
    sentence: withRemarks(durationSentence(survey, survival), leftOutInWords(leftOut)),
    picture: finished === 0 ? null : { curve, until, isComplete, median, nineInTen, workflows },
    table: {
      columns: [
        { name: l10n.t('Workflow') },
        { name: l10n.t('Jobs') },
        ...durationColumns(l10n.t('Half within'), l10n.t('9 in 10 within')),
      ],
      rows: [
        { name: l10n.t('All'), jobs: countOf(survey, jobs.length, {}), median, nineInTen },
        ...workflows,
      ].map((each) => [
        each.name,
        each.jobs.value,
        durationCell(each.median, formatDuration),
        durationCell(each.nineInTen, formatDuration),
      ]),
    },
  };
}

function leftOutInWords(leftOut: number): string {
  return leftOut === 0 ? '' : l10n.t('Left out: {0} whose running time is not known.', formatJobs(leftOut));
}

function durationSentence(survey: Survey, { finished, median, nineInTen }: Survival): Words {
  if (finished < fewestFinished) {
    const text = l10n.t(
      'Fewer than {0} jobs are known to have finished: too few to say how long it takes.',
      formatNumber(fewestFinished),
    );
    return [ofThoseRead(survey) + text];
  }
  if (median === null) {
    return [
      ofThoseRead(survey) + l10n.t('Too many jobs are still active to say when half of them are done.'),
    ];
  }
  const times = [strong(formatDuration(median)), strong(formatDuration(nineInTen ?? 0))];
  const text =
    nineInTen === null
      ? l10n.t('Half of the jobs finish within {0}. Too many are still active to say when 9 in 10 are done.')
      : l10n.t('Half of the jobs finish within {0}, 9 in 10 within {1}.');
  return sentence(ofThoseRead(survey) + text, ...times);
}
