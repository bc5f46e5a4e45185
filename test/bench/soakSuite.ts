import { readdir, readlink, writeFile } from 'node:fs/promises';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';
import type { Sample, SoakTask } from './soak.ts';
import { type WatchedView, watchView } from './watchView.ts';

const secondsPerSample = 5;
const pagesPerRound = 3;
const mostWatched = 20;

/** Runs in the extension host of a window: works as a person would who never rests, and looks every few seconds what there is. */
export async function run(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { id, url, minutes } = JSON.parse(process.env['WORKFLOW_JOBS_BENCH'] ?? '{}') as SoakTask;
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not there`);
  const view = watchView(extension.extensionPath, 'workflowJobs.jobs');
  const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`workflowJobs.${name}`, ...args);
  const loaded = view.row((spoken) => spoken.startsWith('Load more'));
  await command('jobs.focus');
  await loaded;

  const samples: Sample[] = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  for (let round = 0; seconds() < minutes * 60; round++) {
    // Another connection to the same service, so that the list is as long at the end as at the start.
    if (round % 10 === 0) await vscode.workspace.getConfiguration('workflowJobs').update('baseUrl', round % 20 === 0 ? `${url}/` : url, vscode.ConfigurationTarget.Global);
    await command('refresh');
    await command('loadMoreJobs');
    await watchOneMore(view, command);
    await openAndClosePages(view, command, round);
    if (seconds() < samples.length * secondsPerSample) continue;
    collectGarbage();
    samples.push({
      second: Math.round(seconds()),
      heap: process.memoryUsage().heapUsed,
      rows: view.count(),
      timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
      sockets: await countSockets(),
      listeners: count(vscode.Disposable) + count(AbortSignal),
    });
  }
  await writeFile(process.env[suiteVariables.results] ?? '', JSON.stringify(samples));
}

type Command = (name: string, ...args: unknown[]) => Thenable<unknown>;
interface RowNode {
  readonly kind: string;
  readonly row?: { readonly kind: string; readonly job?: { readonly key: string; readonly completedAt?: string | null } };
}

async function jobsOf(view: WatchedView) {
  return ((await view.nodes()) as RowNode[]).flatMap((node) => (node.kind === 'job' && node.row?.job !== undefined ? [{ node, job: node.row.job }] : []));
}

const watched: unknown[] = [];

async function watchOneMore(view: WatchedView, command: Command): Promise<void> {
  const active = (await jobsOf(view)).find(({ node, job }) => job.completedAt == null && !watched.includes(node));
  if (active === undefined) return;
  watched.push(active.node);
  await command('watchJob', active.node);
  if (watched.length > mostWatched) await command('unwatchJob', watched.shift());
}

async function openAndClosePages(view: WatchedView, command: Command, round: number): Promise<void> {
  const jobs = await jobsOf(view);
  const from = jobs.length === 0 ? 0 : (round * pagesPerRound) % Math.min(jobs.length, 40);
  for (const { job } of jobs.slice(from, from + pagesPerRound)) await command('openJob', job.key);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

function count(constructor: object): number {
  return queryObjects(constructor as new () => object, { format: 'count' });
}

async function countSockets(): Promise<number> {
  const files = await readdir('/proc/self/fd');
  const links = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:')).length;
}
