import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../../../src/model/jobPage/jobTimeline.ts';
import { readContent } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import type { TimelineEvent } from '../../../../src/model/jobPage/jobTimeline.ts';
import { job } from '../builders.ts';

const review = { key: 's2', name: 'Review' };
const at = (minute: number, second = 0) =>
  new Date(Date.UTC(2026, 9, 1, 9, minute, second)).toISOString();

/** Returns the timeline of a job that started at 9:00. */
function timeline(overrides: object): TimelineEvent[] {
  const read = job('job_1', { startedAt: at(0), updatedAt: at(0), activeSteps: [], ...overrides });
  return timelineOf(read, readContent(read, []).log);
}

function summaryOf(overrides: object): string[] {
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

describe('timelineOf', () => {
  it('omits an update less than one second after another event', () => {
    const updatedAt = '2026-10-01T09:00:00.999Z';
    expect(timeline({ updatedAt }).map(({ kind }) => kind)).toEqual(['startedAt']);
  });

  it('shows an update one second after another event', () => {
    const updatedAt = '2026-10-01T09:00:01.000Z';
    expect(timeline({ updatedAt }).map(({ kind }) => kind)).toEqual(['startedAt', 'updatedAt']);
  });

  it('sorts simultaneous events by kind', () => {
    const logs = [{ at: at(0), message: 'Queued' }];
    expect(summaryOf({ logs, activeSteps: [review], completedAt: null })).toEqual([
      'Started 0',
      'log Queued 0',
      'step Review by 0',
    ]);
  });

  it('returns no events for a job without valid times', () => {
    expect(timeline({ startedAt: 'yesterday', updatedAt: null, completedAt: undefined })).toEqual(
      [],
    );
  });

  it('uses the time of the last update as the latest possible start of an active step', () => {
    const overrides = {
      updatedAt: at(12),
      activeSteps: [review],
      assignedTo: [{ firstName: 'Ada' }],
    };
    expect(summaryOf(overrides)).toEqual(['Started 0', 'step Review by 12']);
    expect(timeline(overrides).at(-1)).toMatchObject({ until: null, people: ['Ada'] });
  });

  it('reads the start time of an active step from a log with numeric keys', () => {
    const seconds = Date.parse(at(5)) / 1000;
    const logs = { 4: { at: seconds, message: 'To Ada', type: 'stepStarted', step: { key: 17 } } };
    const activeSteps = [{ key: '17', name: 'Review' }];
    expect(summaryOf({ updatedAt: at(12), activeSteps, logs })).toContain('step Review 5');
  });

  it('reads the start time of an active step from the log', () => {
    const logs = [{ at: at(5), message: 'To Ada', type: 'stepStarted', step: 's2' }];
    expect(summaryOf({ updatedAt: at(12), activeSteps: [review], logs })).toEqual([
      'Started 0',
      'step Review 5',
      'Updated 12',
    ]);
  });

  it('omits active steps if the job is completed', () => {
    expect(summaryOf({ updatedAt: null, activeSteps: [review] })).toEqual(['Started 0']);
    expect(summaryOf({ updatedAt: at(9), completedAt: at(9), activeSteps: [review] })).toEqual([
      'Started 0',
      'Completed 9',
    ]);
  });

  const began = { at: at(5), message: 'Went in', type: 'started', step: 'Review' };
  const ended = { at: at(9), message: 'Came out', type: 'ended', step: 'Review' };

  it('shows the start and end of each step in the log', () => {
    const again = { ...began, at: at(20), message: 'Went in again' };
    expect(summaryOf({ logs: [began, ended, again] })).toEqual([
      'Started 0',
      'step Review 5 to 9',
      'log Went in again 20',
    ]);
    expect(summaryOf({ logs: [began, ended, again], activeSteps: [review] })).toEqual([
      'Started 0',
      'step Review 5 to 9',
      'step Review 20',
    ]);
  });

  it('shows the name of an active step if the log contains only its key', () => {
    const logs = [began, ended].map((each) => ({ ...each, step: 's2' }));
    expect(summaryOf({ logs })[1]).toBe('step s2 5 to 9');
    expect(summaryOf({ logs, activeSteps: [review] })).toContain('step Review 5 to 9');
  });

  it('accepts a log that starts with the newest entry', () => {
    const logs = [began, { ...ended, at: began.at }, { at: at(30), message: 'Reminded' }];
    const expected = ['Started 0', 'step Review 5 to 5', 'log Reminded 30'];
    expect([summaryOf({ logs }), summaryOf({ logs: logs.toReversed() })]).toEqual([
      expected,
      expected,
    ]);
  });

  it('sorts log entries by time', () => {
    const logs = [
      { at: at(2), message: 'Queued' },
      ended,
      began,
      { at: at(30), message: 'Reminded' },
    ];
    expect(summaryOf({ logs })).toEqual([
      'Started 0',
      'log Queued 2',
      'step Review 5 to 9',
      'log Reminded 30',
    ]);
  });

  it.each([
    ['a step that has a key and a name', { step: { key: 's2', name: 'Check' } }, 'Check'],
    ['an `event` property', { type: undefined, event: 'step.entered' }, 'Review'],
    ['an event name in capital letters', { type: 'STEP_STARTED' }, 'Review'],
  ])('reads a log entry with %s', (_how, members, name) => {
    const logs = [began, ended].map((each, index) => ({
      ...each,
      ...members,
      ...(index === 1 && { type: 'left', event: undefined }),
    }));
    expect(summaryOf({ logs })).toEqual(['Started 0', `step ${name} 5 to 9`]);
  });

  it.each([
    ['a step name only in its message', { message: 'Step “Review” began', type: undefined }],
    ['an event but no step', { step: undefined }],
    ['an unknown event', { type: 'planned to start' }],
    ['a number as the step', { step: 7 }],
    ['an object as the event', { type: { toString: 1 } }],
  ])('does not use a log entry with %s as the start of a step', (_what, members) => {
    const logs = [{ ...began, ...members }, ended];
    expect(
      summaryOf({ logs, activeSteps: [review] }).filter((each) => each.startsWith('step')),
    ).toEqual(['step Review by 0']);
  });

  it('shows a log entry only if the entry has a time and a message', () => {
    const logs = [
      { at: at(10), message: 'Reminded' },
      { at: at(20), message: 'Reminded' },
      'Somewhen',
      { at: at(30), count: 3 },
    ];
    expect(summaryOf({ logs })).toEqual(['Started 0', 'log Reminded 10', 'log Reminded 20']);
  });

  const logOf = (entries: number) =>
    Array.from({ length: entries }, (_, index) => ({ at: at(index), message: 'Entry' }));

  it('shows a log with 60 entries', () => {
    expect(timeline({ logs: logOf(60) })).toHaveLength(61);
  });

  it('omits a log with 61 entries', () => {
    expect(timeline({ logs: logOf(61) })).toHaveLength(1);
  });
});
