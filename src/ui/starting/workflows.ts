import { isNamed } from '../../model/jobs/job.ts';
import { type Workflow, knownWorkflows, recentWorkflows } from '../../model/starting/workflows.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';

/**
 * Returns the workflows to suggest: first the recently started workflows, and then the other
 * workflows in the loaded jobs.
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

/** Returns the workflow with this key. Uses the key as the name if the name is unknown. */
export async function workflowOf(
  session: Session,
  store: KeyValueStore,
  key: string,
): Promise<Workflow> {
  return (
    (await offeredWorkflows(session, store)).find((each) => each.key === key) ?? { key, name: key }
  );
}
