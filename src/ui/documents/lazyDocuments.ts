import type * as vscode from 'vscode';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { SingleJobs } from '../../model/jobs/singleJobs.ts';
import type { Connection } from '../connection/connection.ts';
import { lazy } from '../lazy.ts';

/** The read-only documents, their code loaded with the first that is shown. */
export function lazyDocuments(changed: vscode.EventEmitter<vscode.FileChangeEvent[]>, connection: Connection, jobs: JobList, singleJobs: SingleJobs) {
  return lazy(async () => {
    const { VirtualDocuments, readJobJson, unavailable } = await import('../actions/onDemand.ts');
    return new VirtualDocuments(changed, async (page) => {
      try {
        return await readJobJson(page, connection, jobs, singleJobs);
      } catch (thrown) {
        throw unavailable(thrown);
      }
    });
  });
}
