import { minutesAgo } from '../../support/service/builders.ts';
import { run } from '../support/extension.ts';
import { ask } from '../support/prompts.ts';

/** Properties of an active job that has a workflow, a step, and people, and started recently. */
export const wanted = {
  activeWorkflows: [{ key: 'w', name: 'Alpha' }],
  activeSteps: [{ key: 's', name: 'Review' }],
  assignedTo: { key: 'u1', firstName: 'Grace', lastName: 'Hopper' },
  startedBy: { key: 'u2', firstName: 'Ada', lastName: 'Byron' },
  startedAt: minutesAgo(20),
  updatedAt: minutesAgo(10),
};

/** Removes the filter and the grouping of the Jobs view. */
export async function resetBrowsing(): Promise<void> {
  await run('clearJobFilter');
  await ask('groupJobs', 'None (service order)');
}
