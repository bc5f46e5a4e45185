import fc from '../../node_modules/fast-check/lib/fast-check.js';

const usualRuns = 100;
const times = Number(process.env['RUNS']);

/** Runs a property as often as `RUNS` says. */
function assert(property: fc.IProperty<unknown>, parameters: fc.Parameters<unknown> = {}): unknown {
  return fc.assert(property, { ...parameters, numRuns: (parameters.numRuns ?? usualRuns) * times });
}

/** What tests import as `fast-check` in a run with more runs. */
export default { ...fc, assert };
