/** Environment variables through which a run talks to its suite; the extension host inherits them. */
export const suiteVariables = {
  /** Which of the hosts of `hosts.ts` to run in. */
  host: 'WORKFLOW_JOBS_TEST_HOST',
  /** The file that takes the counts; its folder takes logs and a screenshot. */
  results: 'WORKFLOW_JOBS_TEST_RESULTS',
  /** Only tests whose name matches this. */
  grep: 'WORKFLOW_JOBS_TEST_GREP',
  /** Seconds after which a suite counts as endless. */
  limit: 'WORKFLOW_JOBS_TEST_LIMIT',
  /** `1` opens the folder in Restricted Mode. */
  workspaceTrust: 'WORKFLOW_JOBS_TEST_WORKSPACE_TRUST',
  /** Where VS Code keeps what it writes: settings, state, logs. */
  dataFolder: 'WORKFLOW_JOBS_TEST_DATA_FOLDER',
} as const;
