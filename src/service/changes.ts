import { type ChangeEndpoint, readChangedJob } from './endpoints.ts';

// Each function in this file creates the request for one kind of change. `model/starting/change.ts`
// uses the function names as names for the kinds.

/** Creates a `POST /jobs` request (docs/service.md, Starting a job). */
export function startJob(workflowKey: string): ChangeEndpoint {
  return {
    kind: 'change',
    method: 'POST',
    path: '/jobs',
    body: { workflowKey },
    read: readChangedJob,
  };
}
