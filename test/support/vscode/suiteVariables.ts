/** Prefix of the console output of a test suite. Output of VS Code does not have this prefix. */
export const suiteMark = '[suite] ';

/** Environment variables for the test suite. The extension host inherits these variables. */
export const suiteVariables = {
  /** Name of the extension host, a key of `hosts`. */
  host: 'WORKFLOW_JOBS_TEST_HOST',
  /** Path of the results file. The same folder also contains logs and a screenshot. */
  results: 'WORKFLOW_JOBS_TEST_RESULTS',
  /** Pattern for test titles. */
  grep: 'WORKFLOW_JOBS_TEST_GREP',
  /** Seed for the order of suites and tests. */
  seed: 'WORKFLOW_JOBS_TEST_SEED',
  /** Folder that contains the settings, state, and logs of VS Code. */
  dataFolder: 'WORKFLOW_JOBS_TEST_DATA_FOLDER',
} as const;
