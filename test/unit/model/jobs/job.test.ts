import { describe, expect, it } from 'vitest';
import {
  assigneesOf,
  jobState,
  jobTitle,
  namesOf,
  personName,
  stateWord,
} from '../../../../src/model/jobs/job.ts';
import { job } from '../builders.ts';

describe('jobState', () => {
  it.each([
    ['completed', { completedAt: '2026-10-02T08:00:00Z' }],
    ['completed', { completedAt: 'some day', activeSteps: [{ key: 's' }] }],
    ['active', { completedAt: null, activeSteps: [], activeWorkflows: [] }],
    ['active', { completedAt: undefined, activeSteps: [{ key: 's' }], activeWorkflows: null }],
    ['active', { completedAt: undefined, activeSteps: undefined, activeWorkflows: [{ key: 'w' }] }],
    ['unknown', { completedAt: undefined, activeSteps: [], activeWorkflows: undefined }],
  ] as const)('is %s with %j', (state, members) => {
    expect(jobState(job('a', members))).toBe(state);
  });

  it('has a word for each state', () => {
    expect((['active', 'completed', 'unknown'] as const).map(stateWord)).toEqual([
      'active',
      'completed',
      'unknown state',
    ]);
  });
});

describe('the names', () => {
  it.each([
    [
      [
        { key: 'w1', name: 'Invoice' },
        { key: 'w2', name: 'Contract' },
      ],
      'Invoice, Contract',
    ],
    [[{ key: 'w1', name: null }, { key: 'w2' }, { key: 'w3', name: '  ' }], 'w1, w2, w3'],
    [[{ key: '', name: '' }], undefined],
    [[], undefined],
    [null, undefined],
    [undefined, undefined],
  ])('of %j are %j', (named, names) => {
    expect(namesOf(named)).toBe(names);
  });

  it('are counted after the first 20', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => ({ key: `s${index}` }));
    expect(namesOf(steps.slice(0, 20))?.split(', ')).toHaveLength(20);
    expect(namesOf(steps)).toMatch(/^s0, .*, s19 and 9,980 more$/);
  });

  it('are the title of a job, or else its key is', () => {
    expect(jobTitle(job('a'))).toBe('Invoice Approval');
    expect(jobTitle(job('a\n\u202eb', { activeWorkflows: [] }))).toBe('a [RLO]b');
  });

  it.each([
    [{ key: 'u', firstName: 'Ada', lastName: 'Byron' }, 'Ada Byron'],
    [{ key: 'u', firstName: null, lastName: 'Byron' }, 'Byron'],
    [{ key: 'u', firstName: ' ', lastName: '' }, 'u'],
    [{ key: 'u' }, 'u'],
    [{ key: null, firstName: null, lastName: null }, undefined],
    [{}, undefined],
  ])('of the person %j is %j', (person, name) => {
    expect(personName(person)).toBe(name);
  });

  it.each([
    [null, []],
    [{ key: 'u1', firstName: 'Ada', lastName: null }, ['Ada']],
    [
      [{ key: 'u1', firstName: 'Ada' }, { key: 'u2' }],
      ['Ada', 'u2'],
    ],
    [{}, []],
    [{ key: null }, ['assigned']],
    ['u1', ['u1']],
    [7, ['7']],
    [{ id: 7, name: 'Ann' }, ['Ann']],
    [{ label: 'Back office' }, ['Back office']],
    [{ person: { name: 'Ann' } }, ['assigned']],
  ])('of the assignees %j are %j', (assignedTo, names) => {
    expect(assigneesOf(job('a', { assignedTo }))).toEqual(names);
  });
});
