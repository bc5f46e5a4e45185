/**
 * Marks at the end of the titles of tests, which the steps of a run select by. A test without a mark runs in
 * the current VS Code, before every commit.
 */
export const marks = {
  /** A window or host test that `npm test` leaves out and `npm test -- --all` runs. */
  full: '@full',
  /**
   * A host test that runs in the worker of a browser too, because its subject depends on the extension host.
   */
  everyHost: '@everyHost',
  /** A host test that runs in the oldest VS Code too. */
  floor: '@floor',
} as const;
