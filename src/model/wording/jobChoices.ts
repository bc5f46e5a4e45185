import * as l10n from '@vscode/l10n';
import { type Job, type JobRow } from '../../service/index.ts';
import { jobTitle } from '../jobs/job.ts';
import { jobsIn } from '../jobs/listRows.ts';
import { shortJobText } from './rowText.ts';

/** Picker item for a job. */
interface JobChoice {
  readonly key: string;
  readonly name: string;
  /** Age, step, and assignee, such as `3 h · Release payment · Ada`. */
  readonly about: string;
  /** Heading of the job's group in the picker. */
  readonly group: string;
}

/** Returns picker items for all readable jobs, except for the excluded job keys. */
export function jobChoices(
  rows: readonly JobRow[],
  now: number,
  excluded: ReadonlySet<string> = new Set(),
): JobChoice[] {
  const group = l10n.t('loaded jobs');
  return jobsIn(rows)
    .filter(({ key }) => !excluded.has(key))
    .map((job) => jobChoice(job, group, now));
}

export function jobChoice(job: Job, group: string, now: number): JobChoice {
  return { key: job.key, name: jobTitle(job), about: shortJobText(job, now), group };
}
