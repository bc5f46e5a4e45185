/** Steps of the walkthrough. */
export const walkthroughSteps = ['connected', 'browsed', 'overview', 'started', 'opened'] as const;

export type WalkthroughStep = (typeof walkthroughSteps)[number];

/** Context keys in the `when` clauses of the manifest, without the prefix `workflowJobs.`. */
export const contextKeys = [
  ...walkthroughSteps,
  'allLoaded',
  'connection',
  'fieldsEmpty',
  'fieldsFiltered',
  'fieldsUnread',
  'filtering',
  'hasApiKey',
  'hasWebUrl',
  'inBrowser',
  'inSandbox',
  'jobsEmpty',
  'jobsGrouped',
  'jobsUnread',
  'requiredFirst',
  'restricted',
  'sandboxRunning',
  'watching',
] as const;

export type ContextKey = (typeof contextKeys)[number];

/**
 * `contextValue` of each kind of row. The `viewItem` clauses of the manifest match single words.
 */
export const rowContexts = {
  job: 'job key',
  watchedJob: 'job key watched',
  unwatchedJob: 'job key unwatched',
  unreadable: 'unreadable',
  watchedGroup: 'watchedJobs',
  watchedGroupWithEnded: 'watchedJobs ended',
  group: 'group',
  workflowGroup: 'group workflow',
  field: 'field key',
  option: 'option key',
} as const;

export type RowContextValue = (typeof rowContexts)[keyof typeof rowContexts];
