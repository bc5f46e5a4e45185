import * as vscode from 'vscode';
import type { FieldList } from '../model/fields/fieldList.ts';
import type { JobBrowsing } from '../model/browsing/jobBrowsing.ts';
import type { JobRow } from '../model/jobs/jobList.ts';
import type { SingleJobs } from '../model/jobs/singleJobs.ts';
import type { CommandName } from './commandNames.ts';
import type { Credentials } from './connection/credentials.ts';
import { type FieldsView, fieldsNodeKey } from './views/fieldsView.ts';
import { jobsNodeKey, jobsNodeRow, jobsNodeWorkflow } from './views/jobsView.ts';
import type { Log } from './feedback/log.ts';
import type * as onDemand from './actions/onDemand.ts';
import type { SandboxControl } from './connection/sandboxControl.ts';
import type { StartJobParts, SuggestedWorkflow } from './actions/startJob.ts';
import type { VirtualDocuments } from './documents/virtualDocuments.ts';
import type { Watching } from './views/watchNotifier.ts';

interface CommandParts extends StartJobParts {
  readonly credentials: Credentials;
  readonly fields: FieldList;
  readonly fieldsView: FieldsView;
  readonly browsing: JobBrowsing;
  readonly watching: Watching;
  readonly sandbox: () => Promise<SandboxControl>;
  readonly log: Log;
  readonly singleJobs: SingleJobs;
  readonly documents: () => Promise<VirtualDocuments>;
}

/** What each command does. */
export function createCommands(parts: CommandParts): Record<CommandName, (...args: readonly unknown[]) => unknown> {
  const { connection, credentials, jobs, browsing, fields, fieldsView, watches, watching, panels, sandbox, log, documents } = parts;
  return {
    startJob: async (key) => (await import('./actions/onDemand.ts')).startJob(parts, key),
    startAnother: async (node) => (await import('./actions/onDemand.ts')).startJob(parts, { suggested: jobsNodeWorkflow(node) } satisfies SuggestedWorkflow),
    openJob: async (key) => {
      if (typeof key === 'string') watching.looked(key);
      await (await import('./actions/onDemand.ts')).openJob(await panels(), jobs, connection, key);
    },
    watchJob: (node) => {
      const key = jobsNodeKey(node);
      if (key !== undefined) watches.watch(key);
    },
    unwatchJob: (node) => {
      const key = jobsNodeKey(node);
      if (key !== undefined) watches.unwatch(key);
    },
    openUnreadableJob: async (row) => typeof row === 'string' && (await panels()).openUnreadable(row),
    refresh: () => {
      connection.require();
      return Promise.all([fields.refresh(), jobs.refresh()]);
    },
    refreshFields: () => fields.refresh(),
    refreshJobs: () => jobs.refresh(),
    loadMoreJobs: () => {
      connection.require();
      return jobs.state.hasMore ? jobs.loadMore() : jobs.ensureLoaded();
    },
    loadAllJobs: async () => {
      connection.require();
      return (await import('./actions/onDemand.ts')).loadAllJobs(jobs);
    },
    searchFurther: async () => (await import('./actions/onDemand.ts')).searchFurther(jobs, browsing),
    filterJobs: async () => (await import('./actions/onDemand.ts')).filterJobs(browsing, jobs),
    clearJobFilter: () => browsing.clearFilter(),
    groupJobs: async () => (await import('./actions/onDemand.ts')).groupJobs(browsing),
    filterFields: async () => (await import('./actions/onDemand.ts')).filterFields(fieldsView),
    clearFieldFilter: () => {
      fieldsView.filter = '';
    },
    sortFields: () => fieldsView.toggleOrder(),
    copyFieldsAs: async () => (await import('./actions/onDemand.ts')).copyFieldsAs(connection, fields, fieldsView),
    exportJobs: async () => (await import('./actions/onDemand.ts')).exportJobs({ connection, jobs, browsing }),
    setBaseUrl: async () => (await import('./actions/onDemand.ts')).setBaseUrl(connection),
    setApiKey: async () => (await import('./actions/onDemand.ts')).setApiKey(connection, credentials),
    removeApiKey: async () => (await import('./actions/onDemand.ts')).removeApiKey(connection, credentials),
    checkConnection: async () => (await import('./actions/onDemand.ts')).checkConnection(connection, credentials, await documents(), log),
    copyReport: (text) => (typeof text === 'string' ? vscode.env.clipboard.writeText(text) : undefined),
    showRaw: async (path, raw) => typeof path === 'string' && raw !== undefined && (await documents()).show(path, (await import('./actions/onDemand.ts')).jsonText(raw, 2)),
    showLog: () => log.show(),
    copyKey: (node) => {
      const key = jobsNodeKey(node) ?? fieldsNodeKey(node);
      return key === undefined ? undefined : vscode.env.clipboard.writeText(key);
    },
    copyJson: onRow(({ copyJson }, row) => copyJson(row)),
    openJson: onRow(({ openRowJson }, row) => openRowJson(parts, row)),
    compareJob: onRow(({ compareRow }, row) => compareRow(parts, row)),
    copyLink: async (node) => {
      const key = jobsNodeKey(node);
      if (key !== undefined) await (await import('./actions/onDemand.ts')).copyLink(key);
    },
    startSandbox: async () => (await sandbox()).start(),
    stopSandbox: async () => (await sandbox()).stop(),
  };
}

/** What a command does with the job of the row that it is called for. */
function onRow(use: (loaded: typeof onDemand, row: JobRow) => Promise<void>): (node: unknown) => Promise<void> {
  return async (node) => {
    const row = jobsNodeRow(node);
    if (row !== undefined) await use(await import('./actions/onDemand.ts'), row);
  };
}
