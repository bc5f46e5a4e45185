import * as l10n from '@vscode/l10n';
import { type Job, type JobRow, rowId } from '../../service/index.ts';
import { folded } from '../../text/folded.ts';
import { jobState, jobTitle, stateWord } from './job.ts';

/** A key that can be picked by its name. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Heading under which the choice is listed. */
  readonly group: string;
}

/**
 * More choices than this are reduced to matching ones, because each typed letter sends all choices to the
 * window.
 */
const mostChoices = 500;

/**
 * The choices to offer for a typed text. A short list never changes, so that Enter cannot hit a row that has
 * just moved.
 */
export function offeredChoices(choices: readonly KeyChoice[], typed: string): readonly KeyChoice[] {
  if (choices.length <= mostChoices) return choices;
  const rank = ({ key }: KeyChoice) => (key === typed ? 0 : 1);
  return choices
    .filter((choice) => isMatch(choice, typed))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostChoices);
}

/** Whether name or key of a choice contain each word of a text. */
export function isMatch({ name, key }: KeyChoice, typed: string): boolean {
  const text = folded(`${name} ${key}`);
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * The readable jobs of a list without those with excluded keys; of several jobs with one key only the first,
 * which the key opens.
 */
export function jobChoices(rows: readonly JobRow[], without: ReadonlySet<string>): KeyChoice[] {
  const group = l10n.t('loaded jobs');
  return rows.flatMap((row) =>
    row.kind !== 'job' || row.id !== rowId(row.job.key) || without.has(row.job.key)
      ? []
      : [{ key: row.job.key, name: jobChoiceName(row.job), group }],
  );
}

export function jobChoiceName(job: Job): string {
  return l10n.t('{0} ({1})', jobTitle(job), stateWord(jobState(job)));
}
