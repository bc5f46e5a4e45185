import * as vscode from 'vscode';
import type { FieldList } from '../model/fieldList.ts';
import type { JobBrowsing } from '../model/jobBrowsing.ts';
import type { JobRow } from '../model/jobList.ts';
import type { SingleJobs } from '../model/singleJobs.ts';
import type { CommandName } from './commandNames.ts';
import type { Credentials } from './credentials.ts';
import { type FieldsView, fieldsNodeKey } from './fieldsView.ts';
import { jobsNodeKey, jobsNodeRow, jobsNodeWorkflow } from './jobsView.ts';
import type { Log } from './log.ts';
import type * as onDemand from './onDemand.ts';
import type { SandboxControl } from './sandboxControl.ts';
import type { StartJobParts, SuggestedWorkflow } from './startJob.ts';
import type { VirtualDocuments } from './virtualDocuments.ts';
import type { Watching } from './watching.ts';

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
    startJob: async (key) => (await import('./onDemand.ts')).startJob(parts, key),
    startAnother: async (node) => (await import('./onDemand.ts')).startJob(parts, { suggested: jobsNodeWorkflow(node) } satisfies SuggestedWorkflow),
    openJob: async (key) => {
      if (typeof key === 'string') watching.looked(key);
      await (await import('./onDemand.ts')).openJob(await panels(), jobs, connection, key);
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
      return (await import('./onDemand.ts')).loadAllJobs(jobs);
    },
    searchFurther: async () => (await import('./onDemand.ts')).searchFurther(jobs, browsing),
    filterJobs: async () => (await import('./onDemand.ts')).filterJobs(browsing, jobs),
    clearJobFilter: () => browsing.clearFilter(),
    groupJobs: async () => (await import('./onDemand.ts')).groupJobs(browsing),
    filterFields: async () => (await import('./onDemand.ts')).filterFields(fieldsView),
    clearFieldFilter: () => {
      fieldsView.filter = '';
    },
    sortFields: () => fieldsView.toggleOrder(),
    copyFieldsAs: async () => (await import('./onDemand.ts')).copyFieldsAs(connection, fields, fieldsView),
    exportJobs: async () => (await import('./onDemand.ts')).exportJobs({ connection, jobs, browsing }),
    setBaseUrl: async () => (await import('./onDemand.ts')).setBaseUrl(connection),
    setApiKey: async () => (await import('./onDemand.ts')).setApiKey(connection, credentials),
    removeApiKey: async () => (await import('./onDemand.ts')).removeApiKey(connection, credentials),
    checkConnection: async () => (await import('./onDemand.ts')).checkConnection(connection, credentials, await documents(), log),
    copyReport: (text) => (typeof text === 'string' ? vscode.env.clipboard.writeText(text) : undefined),
    showRaw: async (path, raw) => typeof path === 'string' && raw !== undefined && (await documents()).show(path, (await import('./onDemand.ts')).jsonText(raw, 2)),
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
      if (key !== undefined) await (await import('./onDemand.ts')).copyLink(key);
    },
    startSandbox: async () => (await sandbox()).start(),
    stopSandbox: async () => (await sandbox()).stop(),
  };
}

/** What a command does with the job of the row that it is called for. */
function onRow(use: (loaded: typeof onDemand, row: JobRow) => Promise<void>): (node: unknown) => Promise<void> {
  return async (node) => {
    const row = jobsNodeRow(node);
    if (row !== undefined) await use(await import('./onDemand.ts'), row);
  };
}
