/** Marks in the titles of tests, which the runs select by. A window test without a mark runs in the quick tier, a host test in the current VS Code alone. */
export const marks = {
  /** A window test that runs in the full tier only. */
  full: '@full',
  /** A host test that runs in the worker of a browser too, because its subject depends on the extension host. */
  everyHost: '@everyHost',
  /** A host test that runs in the oldest VS Code too. */
  floor: '@floor',
  /** A pattern that matches the titles without a mark. */
  without: (mark: string) => `^(?!.*${mark})`,
} as const;
