import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { type ServiceData, envelope, serveData } from '../../support/service/service.ts';
import { advanceClock } from './clock.ts';
import { captured, watchedGroup } from './rows.ts';

export const minute = 60_000;

/** Time until a watched, opened, or changed job is polled, in milliseconds. */
const pollInterval = 2_500;

/**
 * Advances the clock until a promise settles, so that polls and retries take no real time. Between
 * the steps, a round trip to the window gives responses time to arrive.
 */
export async function advanceUntil<T>(promise: PromiseLike<T>): Promise<T> {
  let isSettled = false;
  const settle = () => (isSettled = true);
  promise.then(settle, settle);
  while (!isSettled) {
    advanceClock(pollInterval);
    await vscode.commands.executeCommand('setContext', 'workflowJobsTests.step', true);
  }
  return promise;
}

const windowInUse: vscode.WindowState = { focused: true, active: true };

/**
 * Sets whether the window has the focus and is in use. Replaces the actual state, because a headless
 * window may never have the focus.
 */
export const setWindowState = replaceWindowState();

export function resetWindowState(): void {
  setWindowState(windowInUse);
}

function replaceWindowState(): (state: vscode.WindowState) => void {
  let current = windowInUse;
  const changed = new vscode.EventEmitter<vscode.WindowState>();
  Object.defineProperty(vscode.window, 'state', { get: () => current, configurable: true });
  Object.defineProperty(vscode.window, 'onDidChangeWindowState', {
    value: changed.event,
    configurable: true,
  });
  return (state) => {
    current = state;
    changed.fire(state);
  };
}

/** Creates a service with two jobs. A start adds a job, and `complete` completes a job. */
export function changingService(): {
  data: Required<Pick<ServiceData, 'jobs'>>;
  complete: (key: string) => void;
  handler: ReturnType<typeof serveData>;
} {
  const newJob = aJob({
    key: 'job_new',
    activeWorkflows: [{ key: 'wf_purchase', name: 'Purchase Request' }],
  });
  const data = { jobs: [aJob({ key: 'job_2' }), aJob({ key: 'job_1' })] as object[] };
  const complete = (key: string) => {
    data.jobs = data.jobs.map((job) =>
      (job as { key: string }).key === key ? { ...job, completedAt: '2026-10-02T08:00:00Z' } : job,
    );
  };
  const start = () => {
    data.jobs = [newJob, ...data.jobs];
    return envelope({ job: newJob });
  };
  return { data, complete, handler: serveData(data, { 'POST /jobs': start }) };
}

/** Returns the number of rows in the group of watched jobs. */
export async function watchedCount(): Promise<number> {
  return (await watchedGroup())?.children.length ?? 0;
}

/** Returns the context value of a row, which its menus depend on. */
export function contextOf(node: unknown): string {
  const item = captured().provider.getTreeItem(node);
  return item instanceof vscode.TreeItem ? (item.contextValue ?? '') : '';
}
