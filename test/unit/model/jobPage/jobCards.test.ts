import { describe, expect, it } from 'vitest';
import { cardsOf } from '../../../../src/model/jobPage/jobCards.ts';
import { job } from '../builders.ts';

/** Returns the visible rows of the cards. */
function shown(overrides: object, isStale = false): Record<string, unknown> {
  const members = cardsOf(job('job_1', overrides), isStale).flatMap((card) => card.members);
  return Object.fromEntries(members.map(({ name, value, absent }) => [name, value ?? absent]));
}

describe('cardsOf', () => {
  it('returns the workflows, steps, people, and times of a job', () => {
    const ada = { key: 'u1', firstName: 'Ada', lastName: null };
    expect(shown({ assignedTo: [ada, { key: 'u2' }], startedBy: ada, updatedAt: 'soon' })).toEqual({
      Workflow: { kind: 'named', all: [{ key: 'wf_invoice_approval', name: 'Invoice Approval' }] },
      Step: { kind: 'named', all: [{ key: 'stp_release', name: 'Release payment' }] },
      'Assigned to': { kind: 'names', names: ['Ada', 'u2'] },
      'Started by': { kind: 'text', text: 'Ada' },
      Started: {
        kind: 'moment',
        moment: { text: '2026-10-01T09:12:00+02:00', ms: Date.UTC(2026, 9, 1, 7, 12) },
      },
      Updated: { kind: 'moment', moment: { text: 'soon', ms: null } },
      Completed: 'still active',
    });
  });

  it.each([
    ['a job that may have completed', {}, true],
    [
      'a job in an unknown state',
      { activeWorkflows: [], activeSteps: [], completedAt: undefined },
      false,
    ],
  ])('shows the completion time as “not set” for %s', (_what, overrides, isStale) => {
    expect(shown(overrides, isStale)['Completed']).toBe('not set');
  });
});
