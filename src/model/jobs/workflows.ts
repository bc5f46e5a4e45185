import * as z from 'zod/mini';
import type { JobRow } from '../../service/index.ts';
import { readStoredList } from '../util/memory.ts';
import { nameOf, workflowsOf } from './job.ts';

const workflowSchema = z.object({
  key: z.string(),
  /** Equal to the key where no job named the workflow. */
  name: z.string(),
});
export type Workflow = Readonly<z.infer<typeof workflowSchema>>;

/** The workflows of loaded jobs, each once, sorted by name. */
export function knownWorkflows(rows: readonly JobRow[]): Workflow[] {
  const known = new Map<string, Workflow>();
  for (const row of rows) {
    if (row.kind !== 'job') continue;
    for (const each of workflowsOf(row.job)) {
      if (!known.has(each.key)) known.set(each.key, { key: each.key, name: nameOf(each) });
    }
  }
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
}

const mostRecent = 10;

/** Reads the recent workflows that VS Code kept. */
export function readRecent(stored: unknown): Workflow[] {
  return readStoredList(workflowSchema, stored);
}

/** Puts a used workflow first among the recent ones. */
export function withRecent(recent: readonly Workflow[], used: Workflow): Workflow[] {
  return [used, ...recent.filter(({ key }) => key !== used.key)].slice(0, mostRecent);
}
