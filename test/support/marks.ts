/** Marks in the titles of tests, which the runs select by. A test without a mark runs in the quick tier, and in every extension host but the oldest. */
export const marks = {
  /** Runs in the full tier only. */
  full: '@full',
  /** Runs in the oldest VS Code too. */
  floor: '@floor',
  /** A pattern that matches the titles without a mark. */
  without: (mark: string) => `^(?!.*${mark})`,
} as const;
