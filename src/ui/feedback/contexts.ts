/** Walkthrough steps. A step is completed when the context key with the step's name is set. */
export const walkthroughSteps = ['connected', 'browsed', 'overview', 'started', 'opened'] as const;

export type WalkthroughStep = (typeof walkthroughSteps)[number];

/** Context keys for `when` clauses in `package.json`, without the prefix `workflowJobs.`. */
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

/** Values of `contextValue` for tree rows. Each `viewItem` clause matches one word of a value. */
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
