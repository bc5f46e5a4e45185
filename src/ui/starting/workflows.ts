import { type Workflow, isNamed, knownWorkflows, recentWorkflows } from '../../model/starting/workflows.ts';
import { type Change, changes } from '../../service/index.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';

/** Where the names of a service's workflows are known. */
export interface WorkflowSources {
  readonly session: Session;
  /** Stores the workflows that were started last, for all windows. */
  readonly store: KeyValueStore;
}

/**
 * The workflows that were last started on a service, with their current names if known, then all others of
 * its loaded jobs.
 */
export async function workflowsOf({ session, store }: WorkflowSources): Promise<Workflow[]> {
  const known = knownWorkflows(session.list.state.rows ?? (await session.cache.read()).jobs?.rows ?? []);
  const recent = recentWorkflows(store, session.client.baseUrl.href).map(
    (used) => known.find((each) => each.key === used.key && isNamed(each)) ?? used,
  );
  return [...recent, ...known.filter(({ key }) => recent.every((used) => used.key !== key))];
}

/** A workflow by its key, with the key as its name if none is known. */
export async function workflowOf(sources: WorkflowSources, key: string): Promise<Workflow> {
  return (await workflowsOf(sources)).find((each) => each.key === key) ?? { key, name: key };
}

/** The start of a job on a service, which its question names by the workflow. */
export function startOf(sources: WorkflowSources, workflowKey: string): Change {
  return changes.startJob(workflowKey, async () => (await workflowOf(sources, workflowKey)).name);
}
