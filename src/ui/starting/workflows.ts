import {
  type Workflow,
  isNamed,
  knownWorkflows,
  recentWorkflows,
} from '../../model/starting/workflows.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';

/**
 * Returns the workflows to suggest: the recently started workflows of a service with their current
 * names, followed by the other workflows of the loaded jobs.
 * @param store storage for recently started workflows, shared by all windows
 */
export async function offeredWorkflows(
  session: Session,
  store: KeyValueStore,
): Promise<Workflow[]> {
  const known = knownWorkflows(
    session.list.state.rows ?? (await session.cache.read()).jobs?.rows ?? [],
  );
  const recent = recentWorkflows(store, session.client.baseUrl.href).map(
    (used) => known.find((each) => each.key === used.key && isNamed(each)) ?? used,
  );
  return [...recent, ...known.filter(({ key }) => recent.every((used) => used.key !== key))];
}

/** Returns the workflow with this key. If its name is unknown, uses the key as the name. */
export async function workflowOf(
  session: Session,
  store: KeyValueStore,
  key: string,
): Promise<Workflow> {
  return (
    (await offeredWorkflows(session, store)).find((each) => each.key === key) ?? { key, name: key }
  );
}
