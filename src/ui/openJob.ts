import * as vscode from 'vscode';
import { jobState, jobTitle, stateWord } from '../model/job.ts';
import type { JobList } from '../model/jobList.ts';
import type { JobPanels } from './jobPanels.ts';
import { pickKey } from './keyPick.ts';

/**
 * Opens a job's page; asks which one unless its key is given.
 * @param given a job key, as a row, a keybinding or a script passes it; anything else is ignored
 */
export async function openJob(panels: JobPanels, jobs: JobList, given?: unknown): Promise<void> {
  const key = typeof given === 'string' && given !== '' ? given : await askForKey(jobs);
  if (key !== undefined) panels.open(key);
}

function askForKey(jobs: JobList): Promise<string | undefined> {
  const choices = (jobs.state.rows ?? []).flatMap((row) => {
    if (row.kind !== 'job') return [];
    const group = vscode.l10n.t('loaded jobs');
    return [{ key: row.job.key, name: `${jobTitle(row.job)} (${stateWord(jobState(row.job))})`, group }];
  });
  return pickKey({
    title: vscode.l10n.t('Open Job'),
    placeholder: vscode.l10n.t('Pick a loaded job, or type a job key'),
    choices,
    useTyped: (key) => vscode.l10n.t('Open job “{0}”', key),
    blank: vscode.l10n.t('A job key cannot be blank'),
  });
}
