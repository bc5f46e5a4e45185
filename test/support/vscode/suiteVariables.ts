/** Begins each console line of a suite, so that it can be told from VS Code's own. */
export const suiteMark = '[suite] ';

/** Environment variables through which a run talks to its suite; the extension host inherits them. */
export const suiteVariables = {
  /** Which of the hosts of `hosts.ts` to run in. */
  host: 'WORKFLOW_JOBS_TEST_HOST',
  /** The file that takes the counts; its folder takes logs and a screenshot. */
  results: 'WORKFLOW_JOBS_TEST_RESULTS',
  /** Only tests whose name matches this. */
  grep: 'WORKFLOW_JOBS_TEST_GREP',
  /** What the order of suites and tests follows from. */
  seed: 'WORKFLOW_JOBS_TEST_SEED',
  /** Where VS Code keeps what it writes: settings, state, logs. */
  dataFolder: 'WORKFLOW_JOBS_TEST_DATA_FOLDER',
} as const;
