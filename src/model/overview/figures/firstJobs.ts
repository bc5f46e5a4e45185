import * as l10n from '@vscode/l10n';
import type { FirstJob, Panel, TableCell, Words } from '../../../protocol/overview.ts';
import { oneLine } from '../../../text/inert.ts';
import { firstInLine } from '../../../text/list.ts';
import { formatLength } from '../../../text/time.ts';
import { assigneesOf, namesOf, shortJobTitle } from '../../jobs/job.ts';
import { type JobFacts, type Survey, earliest, isActive } from './survey.ts';
import { durationCell, durationColumns, noneActive, ofThoseRead, sentence, strong } from './words.ts';

const most = 10;

/** Longest name, in UTF-16 units. */
const longest = 80;

/** The active jobs that have run longest or have been without an update longest. */
export function describeFirst(survey: Survey): Panel<FirstJob[]> {
  const active = survey.jobs.filter(isActive);
  const [oldest, silent] = [
    earliest(active, 'started').slice(0, most),
    earliest(active, 'updated').slice(0, most),
  ];
  const chosen = new Set<JobFacts>();
  for (let rank = 0; rank < most; rank++) {
    for (const job of [oldest[rank], silent[rank]]) {
      if (job !== undefined && chosen.size < most) chosen.add(job);
    }
  }
  const jobs = [...chosen]
    .sort((one, other) => (one.started ?? Infinity) - (other.started ?? Infinity))
    .map((job) => firstJob(job, whyOf(oldest.includes(job), silent.includes(job))));
  return {
    sentence: firstJobsSentence(survey, active.length, oldest[0], silent[0]),
    picture: jobs.length === 0 ? null : jobs,
    table: {
      columns: [
        ...[l10n.t('Job'), l10n.t('Key'), l10n.t('Step'), l10n.t('Assigned to')].map((name) => ({ name })),
        ...durationColumns(l10n.t('Running for'), l10n.t('Unchanged for')),
      ],
      rows: jobs.map((job) => cells(job, survey)),
    },
  };
}

function whyOf(isOldest: boolean, isSilent: boolean): FirstJob['why'] {
  if (isOldest && isSilent) return 'both';
  return isOldest ? 'oldest' : 'silent';
}

function firstJob({ row: { id, job }, started, updated }: JobFacts, why: FirstJob['why']): FirstJob {
  const step = namesOf(job.activeSteps);
  return {
    id,
    key: job.key,
    title: oneLine(shortJobTitle(job).title, longest),
    step: step === undefined ? null : oneLine(step, longest),
    assignees: firstInLine(
      assigneesOf(job).map((name) => oneLine(name, longest)),
      3,
    ),
    startedAt: started,
    updatedAt: updated,
    why,
  };
}

function cells(
  { title, key, step, assignees, startedAt, updatedAt }: FirstJob,
  { now }: Survey,
): TableCell[] {
  const age = (ms: number | null) => durationCell(ms === null ? null : Math.max(0, now - ms), formatLength);
  return [
    title,
    key,
    step ?? l10n.t('no step named'),
    assignees || l10n.t('unassigned'),
    age(startedAt),
    age(updatedAt),
  ];
}

function firstJobsSentence(
  survey: Survey,
  active: number,
  oldest: JobFacts | undefined,
  silent: JobFacts | undefined,
): Words {
  if (active === 0) return noneActive(survey);
  const { now } = survey;
  const times = [oldest?.started, silent?.updated].map((ms) => strong(formatLength(now - (ms ?? now))));
  const say = (text: string) => sentence(ofThoseRead(survey) + text, ...times);
  if (oldest === undefined && silent === undefined) {
    return [l10n.t('When the active jobs started cannot be read.')];
  }
  if (oldest === undefined) return say(l10n.t('One active job has not changed for {1}.'));
  if (silent === undefined) return say(l10n.t('The oldest active job has run for {0}.'));
  if (oldest === silent) {
    return say(l10n.t('The oldest active job has run for {0} and has not changed for {1}.'));
  }
  return say(l10n.t('The oldest active job has run for {0}; another has not changed for {1}.'));
}
