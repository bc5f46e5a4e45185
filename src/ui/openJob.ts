import * as vscode from 'vscode';
import { jobState, jobTitle, stateWord } from '../model/job.ts';
import type { JobList } from '../model/jobList.ts';
import type { Job } from '../service/index.ts';
import type { JobPanels } from './jobPanels.ts';
import { type KeyChoice, pickKey } from './keyPick.ts';

/**
 * Opens a job's page; asks which one unless its key is given.
 * @param given a job key, as a row, a keybinding or a script passes it; anything else is ignored
 */
export async function openJob(panels: JobPanels, jobs: JobList, given?: unknown): Promise<void> {
  const key = typeof given === 'string' && given !== '' ? given : await askForKey(panels, jobs);
  if (key !== undefined) panels.open(key);
}

/** Pages closed last first: VS Code's own *Reopen Closed Editor* does not know them. */
function askForKey({ recentlyClosed }: JobPanels, jobs: JobList): Promise<string | undefined> {
  const closedKeys = new Set(recentlyClosed.map(({ key }) => key));
  const choices: KeyChoice[] = [
    ...recentlyClosed.map(({ key, name }) => {
      const job = jobs.find(key);
      return { key, name: job === undefined ? name : nameOf(job), group: vscode.l10n.t('recently closed') };
    }),
    ...(jobs.state.rows ?? []).flatMap((row): KeyChoice[] =>
      row.kind !== 'job' || closedKeys.has(row.job.key) ? [] : [{ key: row.job.key, name: nameOf(row.job), group: vscode.l10n.t('loaded jobs') }],
    ),
  ];
  return pickKey({
    title: vscode.l10n.t('Open Job'),
    placeholder: vscode.l10n.t('Pick a job, or type a job key'),
    choices,
    useTyped: (key) => vscode.l10n.t('Open job “{0}”', key),
    blank: vscode.l10n.t('A job key cannot be blank'),
  });
}

function nameOf(job: Job): string {
  return vscode.l10n.t('{0} ({1})', jobTitle(job), stateWord(jobState(job)));
}
