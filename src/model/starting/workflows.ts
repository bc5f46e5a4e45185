import * as z from 'zod/mini';
import type { JobRow } from '../../service/index.ts';
import { compareNames } from '../../text/order.ts';
import { type KeyValueStore, readStoredList, storeOfService } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';
import { distinctByKey, nameOrKey, workflowsOf } from '../jobs/job.ts';
import { jobsIn } from '../jobs/listRows.ts';

const workflowSchema = z.object({
  key: textSchema,
  /** Display name, or the key if the name is unknown. */
  name: textSchema,
});
export type Workflow = Readonly<z.infer<typeof workflowSchema>>;

/** Returns the distinct workflows of the jobs in the given rows, sorted by name. */
export function knownWorkflows(rows: readonly JobRow[]): Workflow[] {
  return distinctByKey(jobsIn(rows).flatMap(workflowsOf))
    .map((each) => ({ key: each.key, name: nameOrKey(each) }))
    .sort((a, b) => compareNames(a.name, b.name));
}

const maxRecent = 10;

const recentName = 'recentWorkflows';

/** Returns the workflows that were recently started on a service, most recent first. */
export function recentWorkflows(store: KeyValueStore, baseUrl: string): Workflow[] {
  return readStoredList(workflowSchema, storeOfService(store, baseUrl).get(recentName));
}

export function rememberWorkflow(store: KeyValueStore, baseUrl: string, used: Workflow): void {
  const others = recentWorkflows(store, baseUrl).filter(({ key }) => key !== used.key);
  void storeOfService(store, baseUrl).set(recentName, [used, ...others].slice(0, maxRecent));
}
