import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';
import type { RowsSent, RowsSentTask } from './rowsSent.ts';
import { watchView } from './watchView.ts';

/** Runs in the extension host of a fresh window: counts the rows that VS Code is given for each page of the Jobs view. */
export async function run(): Promise<void> {
  const { id, url, jobs, closedFrom } = JSON.parse(process.env['WORKFLOW_JOBS_BENCH'] ?? '{}') as RowsSentTask;
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not there`);
  const given = watchView(extension.extensionPath, 'workflowJobs.jobs');
  const number = new Intl.NumberFormat('en');
  /** The last job of a page has its row. */
  const reached = (page: number) => given.row((spoken) => spoken.endsWith(`, ${number.format(page * 50)} of ${number.format(jobs)}`) && /, started /.test(spoken));
  const loadMore = async (page: number) => {
    const before = given.count();
    const done = reached(page);
    await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
    await done;
    return given.count() - before;
  };

  const first = reached(1);
  await vscode.commands.executeCommand('workflowJobs.jobs.focus');
  await first;
  const early: number[] = [given.count()];
  for (let page = 2; page <= 20; page++) early.push(await loadMore(page));
  // Stops where the service refuses, and keeps what came.
  const stopped = given.row((spoken) => spoken.includes('More jobs not loaded'));
  await vscode.commands.executeCommand('workflowJobs.loadAllJobs');
  await stopped;
  await fetch(`${url}/open`);
  const late: number[] = [];
  for (let page = closedFrom; page < closedFrom + 20; page++) late.push(await loadMore(page));
  await writeFile(process.env[suiteVariables.results] ?? '', JSON.stringify({ early, late } satisfies RowsSent));
}
