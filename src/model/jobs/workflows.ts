import * as z from 'zod/mini';
import type { JobRow } from '../../service/index.ts';
import { type Memory, readOfService, readStoredList, writeOfService } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';
import { nameOf, workflowsOf } from './job.ts';

const workflowSchema = z.object({
  key: textSchema,
  /** The key if no job names the workflow. */
  name: textSchema,
});
export type Workflow = Readonly<z.infer<typeof workflowSchema>>;

/** The distinct workflows of these jobs, sorted by name. */
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

const recentName = 'recentWorkflows';

/** The workflows last started on a service, most recent first. */
export function recentWorkflows(memory: Memory, baseUrl: string): Workflow[] {
  return readStoredList(workflowSchema, readOfService(memory, recentName, baseUrl));
}

/** Puts a workflow first among the recent ones of a service. */
export function rememberWorkflow(memory: Memory, baseUrl: string, used: Workflow): void {
  const others = recentWorkflows(memory, baseUrl).filter(({ key }) => key !== used.key);
  writeOfService(memory, recentName, baseUrl, [used, ...others].slice(0, mostRecent));
}
