import {
  type Workflow,
  isNamed,
  knownWorkflows,
  recentWorkflows,
} from '../../model/starting/workflows.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';

/**
 * Returns the recently started workflows of a service with their current names, then the other
 * workflows of its loaded jobs.
 * @param store contains the recently started workflows of all windows
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

/** Finds a workflow by its key. Uses the key as the name if the name is unknown. */
export async function workflowOf(
  session: Session,
  store: KeyValueStore,
  key: string,
): Promise<Workflow> {
  return (
    (await offeredWorkflows(session, store)).find((each) => each.key === key) ?? { key, name: key }
  );
}
