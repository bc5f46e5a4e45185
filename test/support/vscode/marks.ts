/**
 * Marks at the end of test titles, which select the tests of a step. A test without a mark runs in
 * the current VS Code before every commit.
 */
export const marks = {
  /** A window or host test that only `npm test -- --all` runs. */
  full: '@full',
  /**
   * A host test that also runs in a browser worker, because its subject depends on the extension
   * host.
   */
  everyHost: '@everyHost',
  /** A host test that also runs in the oldest supported VS Code. */
  floor: '@floor',
} as const;
