import * as l10n from '@vscode/l10n';
import type { Job, JobRow } from '../../service/index.ts';
import { jobState, jobTitle, stateWord } from './job.ts';

/** A key that can be picked by its name. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Heading under which the choice is listed. */
  readonly group: string;
}

/** The readable jobs of a list without those with excluded keys. */
export function jobChoices(rows: readonly JobRow[], without: ReadonlySet<string>): KeyChoice[] {
  const group = l10n.t('loaded jobs');
  return rows.flatMap((row) =>
    row.kind !== 'job' || without.has(row.job.key)
      ? []
      : [{ key: row.job.key, name: jobChoiceName(row.job), group }],
  );
}

export function jobChoiceName(job: Job): string {
  return l10n.t('{0} ({1})', jobTitle(job), stateWord(jobState(job)));
}
