import { Disposable, commands, env, l10n } from 'vscode';
import { jsonText } from '../model/util/json.ts';
import type { Job, JobRow } from '../service/index.ts';
import { exportJobs } from './actions/exportJobs.ts';
import { copyFieldsAs, filterFields } from './actions/fieldActions.ts';
import { filterJobs, groupJobs } from './actions/filterJobs.ts';
import { compareRow, copyJson, openRowJson } from './actions/jobActions.ts';
import { loadAllJobs, searchFurther } from './actions/loadJobs.ts';
import { openJob } from './actions/openJob.ts';
import type { Parts } from './actions/parts.ts';
import { type SuggestedWorkflow, startJob } from './actions/startJob.ts';
import { checkConnection } from './connection/checkConnection.ts';
import { removeApiKey, setApiKey, setBaseUrl } from './connection/connectionCommands.ts';
import type { Reporter } from './feedback/report.ts';
import { copyLink } from './jobPage/copyLink.ts';
import { fieldsNodeKey } from './views/fieldsView.ts';
import { jobsNodeRow } from './views/jobsView.ts';

type Command = (parts: Parts, ...args: readonly unknown[]) => unknown;

/** What each command does, by its id after `workflowJobs.`. */
const actions: Readonly<Record<string, Command>> = {
  startJob,
  startAnother: (parts, node) => startJob(parts, { suggested: jobOf(node)?.activeWorkflows?.[0]?.key } satisfies SuggestedWorkflow),
  openJob,
  openUnreadableJob: ({ panels }, row) => typeof row === 'string' && panels.openUnreadable(row),
  watchJob: ({ watches }, node) => withKey(node, (key) => watches.watch(key)),
  unwatchJob: ({ watches }, node) => withKey(node, (key) => watches.unwatch(key)),

  refresh: ({ connection, fields, jobs }) => {
    connection.require();
    return Promise.all([fields.refresh(), jobs.refresh()]);
  },
  refreshFields: ({ fields }) => fields.refresh(),
  refreshJobs: ({ jobs }) => jobs.refresh(),
  loadMoreJobs: ({ connection, jobs }) => {
    connection.require();
    return jobs.state.hasMore ? jobs.loadMore() : jobs.ensureLoaded();
  },
  loadAllJobs,
  searchFurther,
  filterJobs,
  clearJobFilter: ({ browsing }) => browsing.clearFilter(),
  groupJobs,
  exportJobs,

  filterFields,
  clearFieldFilter: ({ fieldsView }) => {
    fieldsView.filter = '';
  },
  sortFields: ({ fieldsView }) => fieldsView.toggleOrder(),
  copyFieldsAs,

  copyKey: (_, node) => copyText(jobOf(node)?.key ?? fieldsNodeKey(node)),
  copyLink: (_, node) => withKey(node, copyLink),
  copyJson: (_, node) => withRow(node, copyJson),
  openJson: (parts, node) => withRow(node, (row) => openRowJson(parts, row)),
  compareJob: (parts, node) => withRow(node, (row) => compareRow(parts, row)),
  showRaw: ({ documents }, path, raw) => typeof path === 'string' && raw !== undefined && documents.show(path, jsonText(raw, 2)),

  setBaseUrl: ({ connection }) => setBaseUrl(connection),
  setApiKey: ({ connection, credentials }) => setApiKey(connection, credentials),
  removeApiKey: ({ connection, credentials }) => removeApiKey(connection, credentials),
  checkConnection: async ({ connection, credentials, documents, log }) => documents.show(`/${l10n.t('Connection check')}.md`, await checkConnection(connection, credentials, log)),
  startSandbox: ({ sandbox }) => sandbox.start(),
  stopSandbox: ({ sandbox }) => sandbox.stop(),
  showLog: ({ log }) => log.show(),
  copyReport: (_, text) => copyText(text),
};

/** Registers every command. The reporter shows what goes wrong in one, also where its parts could not be built. */
export function registerCommands(reporter: Reporter, parts: () => Parts): Disposable {
  return Disposable.from(
    ...Object.entries(actions).map(([name, action]) =>
      commands.registerCommand(`workflowJobs.${name}`, (...args: unknown[]) => reporter.run(name, () => action(parts(), ...args))),
    ),
  );
}

async function copyText(text: unknown): Promise<void> {
  if (typeof text === 'string') await env.clipboard.writeText(text);
}

function jobOf(node: unknown): Job | undefined {
  const row = jobsNodeRow(node);
  return row?.kind === 'job' ? row.job : undefined;
}

function withKey<T>(node: unknown, use: (key: string) => T): T | undefined {
  const job = jobOf(node);
  return job && use(job.key);
}

function withRow<T>(node: unknown, use: (row: JobRow) => T): T | undefined {
  const row = jobsNodeRow(node);
  return row && use(row);
}
