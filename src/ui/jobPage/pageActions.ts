import * as vscode from 'vscode';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { PageActions } from './jobPanels.ts';
import type { Log } from '../feedback/log.ts';
import type { Reporter } from '../feedback/report.ts';
import type { SuggestedWorkflow } from '../actions/startJob.ts';
import type { VirtualDocuments } from '../documents/virtualDocuments.ts';
import type { Watching } from '../views/watchNotifier.ts';

interface PageActionParts {
  readonly jobs: JobList;
  readonly watches: WatchList;
  readonly watching: Watching;
  readonly documents: () => Promise<VirtualDocuments>;
  readonly log: Log;
  readonly reporter: Reporter;
}

/** What the buttons of a job's page do beyond the page itself. */
export function createPageActions({ jobs, watches, watching, documents, log, reporter }: PageActionParts): PageActions {
  return {
    startAnother: (job) => void vscode.commands.executeCommand('workflowJobs.startJob', { suggested: job.activeWorkflows?.[0]?.key } satisfies SuggestedWorkflow),
    showLog: () => log.show(),
    openJson: async (page, json) => (await import('../actions/onDemand.ts')).openJobJson(await documents(), page, json),
    compare: async (page, json) => (await import('../actions/onDemand.ts')).compareJobs(await documents(), jobs, page, json),
    copy: async (text) => vscode.env.clipboard.writeText(text),
    copyLink: async (key) => (await import('../actions/onDemand.ts')).copyLink(key),
    isWatched: (key) => watches.isWatched(key),
    toggleWatch: (key) => (watches.isWatched(key) ? watches.unwatch(key) : watches.watch(key)),
    onDidChangeWatches: (listener) => watches.onDidChange(listener),
    looked: (key) => watching.looked(key),
    fail: (where, thrown) => void reporter.run(where, () => Promise.reject(reporter.toServiceError(where, thrown))),
  };
}
