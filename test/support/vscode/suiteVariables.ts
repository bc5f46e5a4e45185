/** Prefix for console lines of a suite, which distinguishes them from those of VS Code. */
export const suiteMark = '[suite] ';

/** Environment variables for the suite. The extension host inherits them. */
export const suiteVariables = {
  /** Name of the extension host, a key of `hosts`. */
  host: 'WORKFLOW_JOBS_TEST_HOST',
  /** File for the counts. Its folder also contains logs and a screenshot. */
  results: 'WORKFLOW_JOBS_TEST_RESULTS',
  /** Pattern for test titles. */
  grep: 'WORKFLOW_JOBS_TEST_GREP',
  /** Seed for the order of suites and tests. */
  seed: 'WORKFLOW_JOBS_TEST_SEED',
  /** Folder for settings, state, and logs of VS Code. */
  dataFolder: 'WORKFLOW_JOBS_TEST_DATA_FOLDER',
} as const;
