import { type Workflow, knownWorkflows, recentWorkflows } from '../../model/jobs/workflows.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { Parts } from './parts.ts';

/** The workflows of a service's loaded jobs; none once another service is connected. */
export async function workflowsOfJobs({ connection, jobs, lastKnown }: Parts, { href }: BaseUrl): Promise<Workflow[]> {
  const rows = jobs.state.rows ?? (await lastKnown.read()).jobs?.rows ?? [];
  return connection.at(href) === undefined ? [] : knownWorkflows(rows);
}

/** The workflows last started on a service, with their current names if known. */
export function recentWorkflowsOf({ memory }: Parts, { href }: BaseUrl, known: readonly Workflow[]): Workflow[] {
  return recentWorkflows(memory, href).map((used) => known.find(({ key }) => key === used.key) ?? used);
}

/** The workflows last started on a service, then all others of its jobs. */
export async function workflowsOf(parts: Parts, baseUrl: BaseUrl): Promise<Workflow[]> {
  const known = await workflowsOfJobs(parts, baseUrl);
  const recent = recentWorkflowsOf(parts, baseUrl, known);
  const used = new Set(recent.map(({ key }) => key));
  return [...recent, ...known.filter(({ key }) => !used.has(key))];
}

/** A workflow by its key, with the key as its name if none is known. */
export async function workflowOf(parts: Parts, baseUrl: BaseUrl, key: string): Promise<Workflow> {
  return (await workflowsOf(parts, baseUrl)).find((each) => each.key === key) ?? { key, name: key };
}
