// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { jobChanges } from '../../../../src/webview/jobPage/changes.ts';
import { jobPage } from '../builders.tsx';
import { field } from './sectionsSetup.ts';

describe('jobChanges', () => {
  it('ignores fields that are loaded for the first time', () => {
    const before = jobPage();
    const after = jobPage({ state: 'completed', steps: [], assignedTo: [], fields: [field()] });
    expect(jobChanges(before, after).map(({ id, sentence }) => [id, sentence])).toEqual([
      ['state', 'State: Completed'],
      ['assignedTo', 'Unassigned'],
      ['completedAt', null],
    ]);
    expect(jobChanges(after, { ...after, fields: [field({ value: 'opt_l' })] })).toEqual([
      { id: 'field/f', sentence: 'Priority changed' },
    ]);
    expect(jobChanges(before, before)).toEqual([]);
  });

  it('announces that an active job has no active step', () => {
    expect(jobChanges(jobPage(), jobPage({ steps: [] }))).toEqual([
      { id: 'steps', sentence: 'No step is active' },
    ]);
  });

  it('does not announce completion if a notification already reports it', () => {
    const [before, after] = [jobPage(), jobPage({ state: 'completed', steps: [] })];
    const announced = (left: typeof before, right: typeof before) =>
      jobChanges(left, right, true).filter(({ sentence }) => sentence !== null);
    expect(announced(before, after)).toEqual([]);
    expect(announced(before, jobPage({ assignedTo: [] }))).toHaveLength(1);
  });

  it('counts the people that the announcement omits', () => {
    const assignedTo = ['Ada', 'Alan', 'Grace', 'Joan', 'Edith', 'Kathleen', 'Radia'];
    expect(jobChanges(jobPage(), jobPage({ assignedTo }))).toEqual([
      { id: 'assignedTo', sentence: 'Assigned to Ada, Alan, Grace, Joan, Edith, and 2 more' },
    ]);
  });

  it('distinguishes fields with the same key', () => {
    const twice = (second: string) =>
      jobPage({ fields: [field({ value: 'one' }), field({ value: second })] });
    expect(jobChanges(twice('two'), twice('two'))).toEqual([]);
    expect(jobChanges(twice('two'), twice('three'))).toHaveLength(1);
  });

  it('counts new log entries even if the oldest entries are removed', () => {
    const log = (...texts: string[]) =>
      jobPage({ log: texts.map((text) => ({ at: null, text, otherMembers: {} })) });
    expect(
      jobChanges(log('One', 'Two', 'Three'), log('Three', 'Four', 'Five')).map(
        ({ sentence }) => sentence,
      ),
    ).toEqual(['2 new log entries', null]);
    expect(
      jobChanges(log('One', 'Two'), log('Three', 'Four')).map(({ sentence }) => sentence),
    ).toEqual(['2 new log entries', null]);
  });
});
