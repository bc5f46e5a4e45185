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
  ] as const)('returns the state “%s” for a job with the properties %j', (state, members) => {
    expect(jobState(job('a', members))).toBe(state);
  });
});

describe('stateWord', () => {
  it('maps each state to a display name', () => {
    expect((['active', 'completed', 'unknown'] as const).map(stateWord)).toEqual([
      'active',
      'completed',
      'unknown state',
    ]);
  });
});

describe('namesOf', () => {
  it('joins names and uses the key if a name is missing', () => {
    const named = [{ key: 'w1', name: 'Invoice' }, { key: 'w2' }, { key: 'w3', name: '  ' }];
    expect(namesOf(named)).toBe('Invoice, w2, w3');
  });

  it.each([[[{ key: '', name: '' }]], [[]], [null], [undefined]])(
    'returns undefined if %j contains no names',
    (named) => {
      expect(namesOf(named)).toBeUndefined();
    },
  );

  it('lists at most 20 names and counts the others', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => ({ key: `s${index}` }));
    expect(namesOf(steps.slice(0, 20))?.split(', ')).toHaveLength(20);
    expect(namesOf(steps)).toMatch(/^s0, .*, s19, and 9,980 more$/);
  });
});

describe('jobTitle', () => {
  it('returns the workflow name, or the key if there is no workflow', () => {
    expect(jobTitle(job('a'))).toBe('Invoice Approval');
    expect(jobTitle(job('a\n\u202eb', { activeWorkflows: [] }))).toBe('a \\u202eb');
  });
});

describe('personName', () => {
  it.each([
    ['Ada Byron', { key: 'u', firstName: 'Ada', lastName: 'Byron' }],
    ['Byron', { key: 'u', firstName: null, lastName: 'Byron' }],
    ['u', { key: 'u', firstName: ' ', lastName: '' }],
    ['u', { key: 'u' }],
    [undefined, { key: null, firstName: null, lastName: null }],
    [undefined, {}],
  ])('returns the name %j for the person %j', (name, person) => {
    expect(personName(person)).toBe(name);
  });
});

describe('assigneesOf', () => {
  it.each([
    [[], null],
    [['Ada'], { key: 'u1', firstName: 'Ada', lastName: null }],
    [
      ['Ada', 'u2'],
      [{ key: 'u1', firstName: 'Ada' }, { key: 'u2' }],
    ],
    [[], {}],
    [['assigned'], { key: null }],
    [['u1'], 'u1'],
    [['7'], 7],
    [['Ann'], { id: 7, name: 'Ann' }],
    [['Back office'], { label: 'Back office' }],
    [['assigned'], { person: { name: 'Ann' } }],
  ])('returns the names %j for the assignees %j', (names, assignedTo) => {
    expect(assigneesOf(job('a', { assignedTo }))).toEqual(names);
  });
});
