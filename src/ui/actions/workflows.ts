import { type Workflow, isNamed, knownWorkflows, recentWorkflows } from '../../model/jobs/workflows.ts';
import { type BaseUrl, type Change, changes } from '../../service/index.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** Where the names of workflows are known. */
type WorkflowSources = Pick<ExtensionServices, 'environments' | 'jobs' | 'lastKnown' | 'store'>;

/**
 * The workflows last started on a service, with their current names if known, then all others of its loaded
 * jobs; of these none once another service is connected.
 */
export async function workflowsOf(
  { environments, jobs, lastKnown, store }: WorkflowSources,
  { href }: BaseUrl,
): Promise<Workflow[]> {
  const rows = jobs.state.rows ?? (await lastKnown.read()).jobs?.rows ?? [];
  const known = environments.connected?.href === href ? knownWorkflows(rows) : [];
  const recent = recentWorkflows(store, href).map(
    (used) => known.find((each) => each.key === used.key && isNamed(each)) ?? used,
  );
  return [...recent, ...known.filter(({ key }) => recent.every((used) => used.key !== key))];
}

/** A workflow by its key, with the key as its name if none is known. */
export async function workflowOf(sources: WorkflowSources, baseUrl: BaseUrl, key: string): Promise<Workflow> {
  return (await workflowsOf(sources, baseUrl)).find((each) => each.key === key) ?? { key, name: key };
}

/** The start of a job on a service, which its question names by the workflow. */
export function startOf(sources: WorkflowSources, baseUrl: BaseUrl, workflowKey: string): Change {
  return changes.startJob(workflowKey, async () => (await workflowOf(sources, baseUrl, workflowKey)).name);
}
