import { type Workflow, isNamed, knownWorkflows, recentWorkflows } from '../../model/starting/workflows.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';

/**
 * The workflows that were last started on a service, with their current names if known, then all others of
 * its loaded jobs.
 * @param store stores the workflows that were started last, for all windows
 */
export async function workflowsOf(session: Session, store: KeyValueStore): Promise<Workflow[]> {
  const known = knownWorkflows(session.list.state.rows ?? (await session.cache.read()).jobs?.rows ?? []);
  const recent = recentWorkflows(store, session.client.baseUrl.href).map(
    (used) => known.find((each) => each.key === used.key && isNamed(each)) ?? used,
  );
  return [...recent, ...known.filter(({ key }) => recent.every((used) => used.key !== key))];
}

/** A workflow by its key, with the key as its name if none is known. */
export async function workflowOf(session: Session, store: KeyValueStore, key: string): Promise<Workflow> {
  return (await workflowsOf(session, store)).find((each) => each.key === key) ?? { key, name: key };
}
