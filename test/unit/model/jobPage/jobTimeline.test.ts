import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../../../src/model/jobPage/jobTimeline.ts';
import { readContent } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import type { TimelineEvent } from '../../../../src/model/jobPage/jobTimeline.ts';
import { job } from '../builders.ts';

const review = { key: 's2', name: 'Review' };
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 9, 1, 9, minute, second)).toISOString();

/** Returns the timeline of a job that started at 9:00. */
function timeline(overrides: object): TimelineEvent[] {
  const read = job('job_1', { startedAt: at(0), updatedAt: at(0), activeSteps: [], ...overrides });
  return timelineOf(read, readContent(read, []).log);
}

function told(overrides: object): string[] {
  const minute = (when: number) => new Date(when).getUTCMinutes();
  return timeline(overrides).map((event) => {
    const { kind, name, at: when } = event;
    const began = kind === 'step' && event.beganEarlier ? `by ${minute(when)}` : minute(when);
    const ended = kind === 'step' && event.until !== null ? `to ${minute(event.until)}` : '';
    return [kind === 'step' || kind === 'log' ? kind : '', name, began, ended]
      .filter((part) => part !== '')
      .join(' ');
  });
}

describe('an active step', () => {
  it('has been active at least since the last update, with the assignees as people', () => {
    const overrides = { updatedAt: at(12), activeSteps: [review], assignedTo: [{ firstName: 'Ada' }] };
    expect(told(overrides)).toEqual(['Started 0', 'step Review by 12']);
    expect(timeline(overrides).at(-1)).toMatchObject({ until: null, people: ['Ada'] });
  });

  it('begins at its start in a log with numeric keys and times', () => {
    const seconds = Date.parse(at(5)) / 1000;
    const logs = { 4: { at: seconds, message: 'To Ada', type: 'stepStarted', step: { key: 17 } } };
    const activeSteps = [{ key: '17', name: 'Review' }];
    expect(told({ updatedAt: at(12), activeSteps, logs })).toContain('step Review 5');
  });

  it('begins at its start in the log', () => {
    const logs = [{ at: at(5), message: 'To Ada', type: 'stepStarted', step: 's2' }];
    expect(told({ updatedAt: at(12), activeSteps: [review], logs })).toEqual([
      'Started 0',
      'step Review 5',
      'Updated 12',
    ]);
  });

  it('is omitted if it has no time or the job is completed', () => {
    expect(told({ updatedAt: null, activeSteps: [review] })).toEqual(['Started 0']);
    expect(told({ updatedAt: at(9), completedAt: at(9), activeSteps: [review] })).toEqual([
      'Started 0',
      'Completed 9',
    ]);
  });
});

describe('a log', () => {
  const began = { at: at(5), message: 'Went in', type: 'started', step: 'Review' };
  const ended = { at: at(9), message: 'Came out', type: 'ended', step: 'Review' };

  it('with steps and events in its members provides the start and end of each step', () => {
    const again = { ...began, at: at(20), message: 'Went in again' };
    expect(told({ logs: [began, ended, again] })).toEqual([
      'Started 0',
      'step Review 5 to 9',
      'log Went in again 20',
    ]);
    expect(told({ logs: [began, ended, again], activeSteps: [review] })).toEqual([
      'Started 0',
      'step Review 5 to 9',
      'step Review 20',
    ]);
  });

  it('with only the key of a step uses the name of the active step', () => {
    const logs = [began, ended].map((each) => ({ ...each, step: 's2' }));
    expect(told({ logs })[1]).toBe('step s2 5 to 9');
    expect(told({ logs, activeSteps: [review] })).toContain('step Review 5 to 9');
  });

  it('may be sent in either order, even if a step starts and ends in the same second', () => {
    const logs = [began, { ...ended, at: began.at }, { at: at(30), message: 'Reminded' }];
    const expected = ['Started 0', 'step Review 5 to 5', 'log Reminded 30'];
    expect([told({ logs }), told({ logs: logs.toReversed() })]).toEqual([expected, expected]);
  });

  it.each([
    ['a step by key and name', { step: { key: 's2', name: 'Check' } }, 'Check'],
    ['an event by another member', { type: undefined, event: 'step.entered' }, 'Review'],
    ['an event in capitals', { type: 'STEP_STARTED' }, 'Review'],
  ])('may contain %s', (_how, members, name) => {
    const logs = [began, ended].map((each, index) => ({
      ...each,
      ...members,
      ...(index === 1 && { type: 'left', event: undefined }),
    }));
    expect(told({ logs })).toEqual(['Started 0', `step ${name} 5 to 9`]);
  });

  it.each([
    ['in its prose', { message: 'Step “Review” began', type: undefined }],
    ['an event of no step', { step: undefined }],
    ['an unknown event', { type: 'planned to start' }],
    ['a step that is no name', { step: 7 }],
    ['an event that is no text', { type: { toString: 1 } }],
  ])('with %s does not start a step', (_what, members) => {
    const logs = [{ ...began, ...members }, ended];
    expect(told({ logs, activeSteps: [review] }).filter((each) => each.startsWith('step'))).toEqual([
      'step Review by 0',
    ]);
  });

  it('adds each other entry that has a time and a text', () => {
    const logs = [
      { at: at(10), message: 'Reminded' },
      { at: at(20), message: 'Reminded' },
      'Somewhen',
      { at: at(30), count: 3 },
    ];
    expect(told({ logs })).toEqual(['Started 0', 'log Reminded 10', 'log Reminded 20']);
  });

  it.each([
    [60, 61],
    [61, 1],
  ])('with %i entries results in %i events', (entries, events) => {
    const logs = Array.from({ length: entries }, (_, index) => ({ at: at(index), message: 'Entry' }));
    expect(timeline({ logs })).toHaveLength(events);
  });
});

it.each([
  ['2026-10-01T09:00:00.999Z', ['startedAt']],
  ['2026-10-01T09:00:01.000Z', ['startedAt', 'updatedAt']],
])(
  'timelineOf contains an update (%s) only if there is no other event within a second',
  (updatedAt, kinds) => {
    expect(timeline({ updatedAt }).map(({ kind }) => kind)).toEqual(kinds);
  },
);

it('timelineOf keeps events with equal timestamps in the order of the job', () => {
  const logs = [{ at: at(0), message: 'Queued' }];
  expect(told({ logs, activeSteps: [review], completedAt: null })).toEqual([
    'Started 0',
    'log Queued 0',
    'step Review by 0',
  ]);
});

it('timelineOf is empty for a job without times', () => {
  expect(timeline({ startedAt: 'yesterday', updatedAt: null, completedAt: undefined })).toEqual([]);
});
