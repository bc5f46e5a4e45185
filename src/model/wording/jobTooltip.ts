import * as l10n from '@vscode/l10n';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { formatRelative, parseTimestamp } from '../../text/time.ts';
import { assigneesOf, jobState, jobTitle, namesOf, personName, stateWord } from '../jobs/job.ts';
import { type Reader, lines } from './rowText.ts';

/** Everything that a row leaves out; a line says whether the job is watched. */
export function jobTooltip(job: Job, { now, language }: Reader, isWatched = false): string {
  const time = (text: string | null | undefined) => {
    const ms = text == null ? null : parseTimestamp(text);
    return text == null ? undefined : ms === null ? oneLine(text) : `${oneLine(text)} (${formatRelative(ms, now, language)})`;
  };
  const startedBy = job.startedBy == null ? undefined : personName(job.startedBy);
  return lines([
    [undefined, `${jobTitle(job)} — ${stateWord(jobState(job))}`],
    [l10n.t('Key'), oneLine(job.key)],
    [l10n.t('Workflows'), namesOf(job.activeWorkflows) ?? l10n.t('none active')],
    [l10n.t('Steps'), namesOf(job.activeSteps) ?? l10n.t('none active')],
    [l10n.t('Assigned to'), assigneesOf(job).join(', ') || l10n.t('unassigned')],
    [l10n.t('Started by'), startedBy ?? l10n.t('the service')],
    [l10n.t('Started'), time(job.startedAt) ?? l10n.t('not given')],
    [l10n.t('Updated'), time(job.updatedAt) ?? l10n.t('not given')],
    [l10n.t('Completed'), time(job.completedAt) ?? l10n.t('not yet')],
    ...(isWatched ? [[undefined, l10n.t('Watched: followed to its end')] as const] : []),
  ]);
}
