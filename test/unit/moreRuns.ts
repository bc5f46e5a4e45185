import fc from '../../node_modules/fast-check/lib/fast-check.js';

const defaultRuns = 100;
const factor = Number(process.env['RUNS']);

/** Checks a property `RUNS` times as often as usual. */
function assert(property: fc.IProperty<unknown>, parameters: fc.Parameters<unknown> = {}): unknown {
  return fc.assert(property, {
    ...parameters,
    numRuns: (parameters.numRuns ?? defaultRuns) * factor,
  });
}

/** Replaces the module `fast-check` if `RUNS` is greater than 1. */
export default { ...fc, assert };
