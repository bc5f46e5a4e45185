/** The members of a job that section 2.3 names. */
export const documentedJobMembers: ReadonlySet<string> = new Set([
  'key',
  'activeWorkflows',
  'activeSteps',
  'assignedTo',
  'startedBy',
  'startedAt',
  'updatedAt',
  'completedAt',
]);
