/** Replaces `node:assert/strict` in a browser worker. */
import { assert as chai, config } from 'chai';

// Shows complete values in assertion messages.
config.truncateThreshold = 0;

async function rejects(
  work: Promise<unknown> | (() => Promise<unknown>),
  expected?: RegExp | string,
): Promise<void> {
  const outcome = await (typeof work === 'function' ? work() : work).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (outcome === null) chai.fail(typeof expected === 'string' ? expected : 'it did not reject');
  if (expected instanceof RegExp) chai.match(String(outcome.error), expected);
}

const assert = Object.assign((value: unknown, message?: string) => chai.isOk(value, message), {
  ok: (value: unknown, message?: string) => chai.isOk(value, message),
  equal: (actual: unknown, expected: unknown, message?: string) =>
    chai.strictEqual(actual, expected, message),
  deepEqual: (actual: unknown, expected: unknown, message?: string) =>
    chai.deepEqual(actual, expected, message),
  match: (value: string, pattern: RegExp, message?: string) => chai.match(value, pattern, message),
  doesNotMatch: (value: string, pattern: RegExp, message?: string) =>
    chai.notMatch(value, pattern, message),
  rejects,
});

export default assert;
export const { equal, ok } = assert;
