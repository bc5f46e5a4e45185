import { describe, expect, it } from 'vitest';
import { checkText } from '../../../../src/model/keys/checkText.ts';
import { knownKeys } from '../../../../src/model/keys/knownKeys.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';
import { job } from '../builders.ts';

/** The keys of a service with these fields and workflows. */
const known = (fields: readonly string[], workflows: readonly string[] = []) =>
  knownKeys(
    fields.map((key) => ({ kind: 'readable', value: aField({ key }) }) as const),
    [jobRow(job('job_1', { activeWorkflows: [], activeSteps: [] }))],
    workflows.map((key) => ({ key, name: key })),
  );

describe('the result of a check', () => {
  it('states which kinds of keys were checked and which were not', () => {
    expect(checkText(known(['fld_1', 'fld_2'], ['wf_a', 'wf_b', 'wf.c', 'wf.d']), 0)).toBe(
      'No unknown keys were found in this file. Keys checked: fields (fld_…), workflows (wf_…, wf.…). Keys not checked: options, steps, jobs.',
    );
  });

  it('lists a kind as checked and not checked if only some of its keys share a prefix', () => {
    expect(checkText(known(['fld_1', 'fld_2', 'fld_3', 'title', 'due', 'owner', 'cost', 'note']), 3)).toBe(
      'Unknown keys in this file: 3. They are in the Problems view. Keys checked: fields (fld_…). Keys not checked: other fields, options, workflows, steps, jobs.',
    );
  });

  it('states that nothing was checked if no keys share a prefix', () => {
    expect(checkText(known(['title', 'due']), 0)).toBe(
      'No keys in this file were checked, because the keys of this service do not share prefixes.',
    );
  });
});
