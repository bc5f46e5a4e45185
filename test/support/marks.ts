/** Marks in the titles of tests, which the runs select by. A test without a mark runs in the quick tier, and in every extension host but the oldest. */
export const marks = {
  /** Runs in the full tier only, in the current VS Code. */
  full: '@full',
  /** Beside `@full`: runs in the worker of a browser too, because its subject depends on the extension host. */
  everyHost: '@everyHost',
  /** Runs in the oldest VS Code too. */
  floor: '@floor',
  /** A pattern that matches the titles without a mark. */
  without: (mark: string) => `^(?!.*${mark})`,
} as const;
