import { type ChangeEndpoint, readChangedJob } from './endpoints.ts';

// Each function describes the request for one kind of change. `model/starting/change.ts` uses the
// names of the functions as the kinds of changes.

/** `POST /jobs` (docs/service.md, Starting a job). */
export function startJob(workflowKey: string): ChangeEndpoint {
  return {
    kind: 'change',
    method: 'POST',
    path: '/jobs',
    body: { workflowKey },
    read: readChangedJob,
  };
}
