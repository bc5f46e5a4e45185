import * as l10n from '@vscode/l10n';
import type { Job, JobRow } from '../../service/index.ts';
import { jobState, jobTitle, stateWord } from './job.ts';

/** A key to pick by its name. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Heading under which the choice is listed. */
  readonly group: string;
}

/** Past this many choices only matching ones are offered: every letter typed sends all of them to the window. */
const mostChoices = 500;

/** The choices to offer for a typed text; the window narrows them further. */
export function offeredChoices(choices: readonly KeyChoice[], typed: string): readonly KeyChoice[] {
  if (choices.length <= mostChoices) return choices;
  const wanted = typed.toLocaleLowerCase();
  const found: KeyChoice[] = [];
  for (const choice of choices) {
    if (found.length === mostChoices) break;
    if (`${choice.name} ${choice.key}`.toLocaleLowerCase().includes(wanted)) found.push(choice);
  }
  return found;
}

/** The jobs of a list, except those with these keys. */
export function jobChoices(rows: readonly JobRow[], without: ReadonlySet<string>): KeyChoice[] {
  const group = l10n.t('loaded jobs');
  return rows.flatMap((row) => (row.kind !== 'job' || without.has(row.job.key) ? [] : [{ key: row.job.key, name: jobChoiceName(row.job), group }]));
}

export function jobChoiceName(job: Job): string {
  return l10n.t('{0} ({1})', jobTitle(job), stateWord(jobState(job)));
}
