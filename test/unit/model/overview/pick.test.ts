import { describe, expect, it } from 'vitest';
import { describePick, everyJob, pickTest } from '../../../../src/model/overview/pick.ts';
import type { JobPick } from '../../../../src/protocol/overview.ts';
import { jobRow } from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { damagedRow } from '../builders.ts';
import { day, now, readWhole } from './figures/queue.ts';

const at = (ms: number) => new Date(ms).toISOString();
const { records } = readWhole([
  jobRow(aJob({ key: 'old', startedAt: at(now - 20 * day), activeSteps: [{ key: 's1', name: 'Sign' }, { key: 's2', name: 'Pay' }] })),
  jobRow(aJob({ key: 'new', startedAt: at(now - day), activeSteps: [], assignedTo: { firstName: 'Ada' } })),
  jobRow(aJob({ key: 'done', startedAt: at(now - 9 * day), completedAt: at(now - 2 * day), activeWorkflows: [], activeSteps: [] })),
  jobRow(aJob({ key: 'odd', startedAt: 'soon' })),
  damagedRow({ key: 'broken' }),
]);
const picked = (pick: Partial<JobPick>) =>
  Array.from({ length: records.size }, (_, index) => index)
    .filter(pickTest(records, { ...everyJob, ...pick }, now))
    .map((index) => records.row(index)?.id.replace('job:', ''));

describe('a pick', () => {
  it.each<[string, Partial<JobPick>, string[]]>([
    ['nothing: all that can be read', {}, ['old', 'new', 'done', 'odd']],
    ['a state', { state: 'completed' }, ['done']],
    ['one of the steps of a job', { steps: ['Pay'] }, ['old']],
    ['no step', { state: 'active', steps: [''] }, ['new']],
    ['a workflow', { workflows: ['Invoice Approval'] }, ['old', 'new', 'odd']],
    ['a person or nobody', { state: 'active', assignees: ['Ada', ''] }, ['old', 'new', 'odd']],
    ['a time of the start', { started: { from: now - 10 * day, to: null } }, ['new', 'done']],
    ['the end of a span, which is not in it', { started: { from: null, to: now - 9 * day } }, ['old']],
    ['a time of completion', { completed: { from: now - 2 * day, to: now } }, ['done']],
    ['an age, of jobs that are not completed', { age: { from: 2 * day, to: null } }, ['old']],
    ['the end of an age, which is not in it', { age: { from: null, to: 20 * day } }, ['new']],
  ])('takes the jobs of %s', (_, pick, expected) => expect(picked(pick)).toEqual(expected));

  it.each<[Partial<JobPick>, string]>([
    [{ state: 'active', steps: ['Approve amount'], age: { from: 13 * day, to: null } }, 'active, Approve amount, longer than 13 d'],
    [{ workflows: [''], steps: [''], assignees: [''] }, 'no workflow, no step, unassigned'],
    [{ steps: ['A', 'B', 'C', 'D'], age: { from: null, to: day } }, '4 steps, less than 1 d'],
    [{ state: 'completed', completed: { from: null, to: now } }, `completed, completed before ${new Date(now).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`],
  ])('is described in a few words', (pick, expected) => expect(describePick({ ...everyJob, ...pick }, 'en')).toBe(expected));
});
