import { describe, expect, it } from 'vitest';
import { checkText } from '../../../../src/model/keys/unknownKeys.ts';
import { knownKeys } from '../../../../src/model/keys/knownKeys.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { job } from '../builders.ts';

/** Returns the keys of a service with these fields and workflows. */
const known = (fields: readonly string[], workflows: readonly string[] = []) =>
  knownKeys(
    fields.map((key) => ({ kind: 'readable', value: aField({ key }) }) as const),
    [jobRow(job('job_1', { activeWorkflows: [], activeSteps: [] }))],
    workflows.map((key) => ({ key, name: key })),
  );

describe('checkText', () => {
  it.each([
    [0, 'No unknown keys were found in this file.'],
    [1, '1 unknown key in this file. See Problems.'],
    [1200, '1,200 unknown keys in this file. See Problems.'],
  ])('reports %d unknown keys', (found, sentence) => {
    const keys = known(['fld_1', 'fld_2', 'title'], ['wf_a', 'wf_b', 'wf.c', 'wf.d']);
    expect(checkText(keys, found)).toBe(
      `${sentence} Only keys that begin with fld_, wf_, wf. were checked.`,
    );
  });

  it('reports that no keys were checked if the known keys share no prefix', () => {
    expect(checkText(known(['title', 'due']), 0)).toBe(
      'No keys were checked, because the keys of this service have no common prefix.',
    );
  });
});
