import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';
import { fetchPages } from './support/fetchPages.ts';
import type { LoadAllRun, LoadAllInput } from './loadAllInWindow.ts';

/**
 * Runs in the extension host of a window. Alternates between loading all jobs with the extension
 * and fetching the same pages.
 */
export async function run(): Promise<void> {
  const { url, jobs, rounds } = JSON.parse(
    process.env['WORKFLOW_JOBS_BENCH'] ?? '{}',
  ) as LoadAllInput;
  const connect = (to: string) =>
    vscode.workspace
      .getConfiguration('workflowJobs')
      .update('baseUrl', to, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  const runs: LoadAllRun[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0
      ? (['ours', 'floor'] as const)
      : (['floor', 'ours'] as const)) {
      await connect('');
      await connect(url);
      // Refreshes the list before the measurement, so that the first page is already loaded.
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await new Promise((resolve) => setTimeout(resolve, 2000));
      runs.push(
        await measure(side, () =>
          side === 'ours'
            ? vscode.commands.executeCommand('workflowJobs.loadAllJobs')
            : fetchPages(url, jobs),
        ),
      );
    }
  }
  await writeFile(process.env[suiteVariables.results] ?? '', JSON.stringify(runs));
}

/**
 * Measures the duration of an operation, and the longest time that it blocks the extension host.
 */
async function measure(
  side: LoadAllRun['side'],
  work: () => Thenable<unknown>,
): Promise<LoadAllRun> {
  let maxGap = 0;
  let seen = performance.now();
  const look = () => {
    const now = performance.now();
    maxGap = Math.max(maxGap, now - seen);
    seen = now;
  };
  const looking = setInterval(look, 1);
  const from = Date.now();
  await work();
  look();
  clearInterval(looking);
  return { side, from, to: Date.now(), hostGap: maxGap };
}
