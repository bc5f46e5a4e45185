import { aJob } from '../../support/service/builders.ts';

/** The job that a start returns. */
export const startedJob = aJob({
  key: 'job/new?1',
  activeWorkflows: [{ key: 'wf_a', name: 'Started here' }],
});

export const serviceContent = { jobs: [aJob()] };

export const knownWorkflows = [
  { key: 'wf_employee_onboarding', name: 'Employee Onboarding' },
  { key: 'wf_contract_review', name: 'Contract Review' },
];
