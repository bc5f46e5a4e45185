export type SuiteOutcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'crashed'; readonly how: string }
  | { readonly kind: 'silent' }
  | { readonly kind: 'endless'; readonly limitSeconds: number }
  | { readonly kind: 'interrupted' };

export function describeOutcome(outcome: SuiteOutcome): string {
  switch (outcome.kind) {
    case 'passed':
      return 'The suite passed.';
    case 'failed':
      return 'The suite failed.';
    case 'crashed':
      return `The extension host crashed before the suite ended (${outcome.how}).`;
    case 'silent':
      return `The suite did not begin within ${startLimitSeconds} s.`;
    case 'endless':
      return `The suite did not end within ${outcome.limitSeconds} s.`;
    case 'interrupted':
      return 'The run was interrupted.';
  }
}

/** How long a window may take to open and to begin with the suite. */
const startLimitSeconds = 180;

/** Ends a run that does not begin with its suite in time, or whose suite, once begun, goes on for longer than it may. */
export function limitTime(suiteBegan: Promise<void>, limitSeconds: number, end: (outcome: SuiteOutcome) => void): { clear: () => void } {
  let limit = setTimeout(() => end({ kind: 'silent' }), startLimitSeconds * 1000);
  void suiteBegan.then(() => {
    clearTimeout(limit);
    limit = setTimeout(() => end({ kind: 'endless', limitSeconds }), limitSeconds * 1000);
  });
  return { clear: () => clearTimeout(limit) };
}
