import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';

/** View type of job pages. */
export const pageType = 'workflowJobs.job';

export const firstJob = aJob({ key: 'job_1' });
export const secondJob = aJob({ key: 'job_2' });
export const twoJobs = { jobs: [firstJob, secondJob] };

/** Returns the URI of a job as a JSON document. */
export function jobDocument(key: string, baseUrl: string, row?: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'workflow-job',
    path: `/${key}.json`,
    query: JSON.stringify({ key, baseUrl, row }),
  });
}

export async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
