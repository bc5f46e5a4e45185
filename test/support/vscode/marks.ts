/**
 * Tags at the end of test titles, which select the tests that a step runs. Tests without a tag run
 * in the current VS Code version before every commit.
 */
export const marks = {
  /** Tag for a window or host test that only `npm test -- --all` runs. */
  full: '@full',
  /**
   * Tag for a host test that also runs in a browser worker, because the tested code depends on the
   * type of the extension host.
   */
  everyHost: '@everyHost',
  /** Tag for a host test that also runs in the oldest supported VS Code version. */
  floor: '@floor',
} as const;
