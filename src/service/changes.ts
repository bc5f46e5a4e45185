import { type ChangeEndpoint, readChangedJob } from './endpoints.ts';

// Each export creates the endpoint of a change. The names of the functions are the kinds of changes in
// `model/starting/change.ts`.

/** `POST /jobs` (docs/service.md, Starting a job). */
export function startJob(workflowKey: string): ChangeEndpoint {
  return { kind: 'change', method: 'POST', path: '/jobs', body: { workflowKey }, read: readChangedJob };
}
