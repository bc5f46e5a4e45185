import { type ChangeEndpoint, readChangedJob } from './endpoints.ts';

// Each export is the endpoint of a change; `model/starting/change.ts` names changes by these functions.

/** POST /jobs, section 4.2. */
export function startJob(workflowKey: string): ChangeEndpoint {
  return { kind: 'change', method: 'POST', path: '/jobs', body: { workflowKey }, read: readChangedJob };
}
