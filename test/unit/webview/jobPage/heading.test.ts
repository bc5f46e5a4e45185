// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type Changes, now } from '../contents.ts';
import { buttonNamed, moment, renderedPage, show, textOf } from '../builders.tsx';
import { loading } from './sectionsSetup.ts';

describe('Job page', () => {
  it('shows the active step and the running time in the heading', () => {
    const { main } = renderedPage(show());
    expect(textOf(main, '.state')).toBe('Active');
    expect(main.querySelector('.state .icon')?.getAttribute('aria-hidden')).toBe('true');
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(textOf(main, '.summary')).toBe(
      'Waiting for Grace Hopper at Release payment for at least 4 min\u00a0· running 3 h 12 min\u00a0· job_004213',
    );
  });

  it.each<[string, Changes, string]>([
    ['an unassigned job', { assignedTo: [] }, 'Waiting at Release payment for at least 4 min'],
    ['a job without steps', { steps: [] }, 'Waiting for Grace Hopper'],
    [
      'a job without an update time',
      { updatedAt: null },
      'Waiting for Grace Hopper at Release payment',
    ],
    ['an unassigned job without steps', { assignedTo: [], steps: [] }, 'running 3 h 12 min'],
    [
      'a job whose step has a start time',
      { waiting: { people: [], steps: ['Sign'], since: now - 3_600_000, beganEarlier: false } },
      'Waiting at Sign for 1 h',
    ],
    ['an outdated job', { isStale: true }, 'Waiting for Grace Hopper at Release payment'],
  ])('summarizes %s in the heading', (_what, changes, text) => {
    const staleSince = changes.isStale === true ? now : null;
    const { main } = renderedPage({ ...show(changes), staleSince });
    expect(textOf(main, '.summary').split('\u00a0· ')[0]).toBe(text);
  });

  it('shows the duration of a completed job in the heading', () => {
    const { main } = renderedPage(
      show({ state: 'completed', completedAt: moment('2026-10-01T10:24:00Z') }),
    );
    expect(textOf(main, '.state')).toBe('Completed');
    expect(textOf(main, '.summary')).toContain('completed 2 hours ago\u00a0· took 1 h 12 min');
  });

  it('omits the running time if the state or start time is unknown', () => {
    const unknown = renderedPage(show({ state: 'unknown' })).main;
    expect(textOf(unknown, '.state')).toBe('State unknown');
    expect(textOf(unknown, '.summary')).toContain('started 3 hours ago');
    const unreadableStart = renderedPage(show({ startedAt: moment('yesterday') })).main;
    expect(textOf(unreadableStart, '.summary')).not.toContain('running');
  });

  it('explains why a job could not be read', () => {
    const nothing = {
      workflows: [],
      steps: [],
      assignedTo: [],
      startedBy: null,
      startedAt: null,
      updatedAt: null,
    };
    const { main } = renderedPage(
      show({ state: 'unreadable', problem: '“startedAt” is missing.', ...nothing }),
    );
    expect(textOf(main, '.state')).toBe('Could not be read');
    expect(textOf(main, '.problem')).toBe('“startedAt” is missing.');
    expect(main.textContent).not.toContain('unassigned');
    expect(main.querySelector('.card')).toBeNull();
  });

  it('lists three steps in the heading and counts the others', () => {
    const steps = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ key: name, name }));
    const { main } = renderedPage(show({ steps }));
    expect(textOf(main, '.summary')).toContain('at One, Two, Three, and 2 more for');
  });

  it('shows the name and the key while the job is loading', () => {
    const { main } = renderedPage({ ...loading, name: 'Invoice Approval' });
    expect(textOf(main, '.state')).toBe('Loading…');
    expect(textOf(main, 'h1')).toBe('Invoice Approval');
    expect(textOf(main, '.summary')).toContain('job_004213');
    expect(() => buttonNamed(main, 'Try Again')).toThrow();
  });

  it('shows the key of the job only once if it has no workflow', () => {
    const { main } = renderedPage(show({ title: 'job_004213' }));
    expect(textOf(main, 'header').match(/job_004213/g)).toHaveLength(1);
    expect(textOf(main, '.summary')).toMatch(/running 3 h 12 min$/);
    expect(() => buttonNamed(main, 'Copy job_004213')).not.toThrow();
  });

  it('shows the environment above the heading', () => {
    const environment = { line: 'Live · Production', kind: 'production' } as const;
    for (const content of [
      { ...show(), environment },
      { ...loading, environment },
    ]) {
      const { main } = renderedPage(content);
      expect(textOf(main, '.environment.production')).toBe('Live · Production');
      expect(main.querySelector('.environment')?.nextElementSibling?.tagName).toBe('HEADER');
    }
  });

  it('shows no environment if the base URL does not belong to one', () => {
    expect(renderedPage(show()).main.querySelector('.environment')).toBeNull();
  });

  const later = moment('2026-10-01T14:24:00Z');

  it('marks a time in the future as later than the local clock', () => {
    const { main } = renderedPage(
      show({
        startedAt: later,
        updatedAt: later,
        timeline: [{ kind: 'startedAt', name: '', at: later.ms ?? 0, people: [] }],
      }),
    );
    expect(main.textContent).not.toMatch(/in 2 hours/);
    expect(textOf(main, '.summary')).not.toContain('running');
    expect(textOf(main, '[data-section=times]')).toContain('later than this computer’s clock');
  });

  it('shows “just now” for a time up to five minutes in the future', () => {
    const startedAt = moment('2026-10-01T12:28:59Z');
    const { main } = renderedPage(
      show({
        startedAt,
        timeline: [{ kind: 'startedAt', name: '', at: startedAt.ms ?? 0, people: [] }],
      }),
    );
    expect(textOf(main, '.summary')).toContain('running 0 s');
    expect(textOf(main, '[data-section=times]')).toContain('just now');
    expect(main.textContent).not.toContain('later than this computer’s clock');
  });

  it('omits the duration if the job was completed before it started', () => {
    const { main } = renderedPage(
      show({
        state: 'completed',
        startedAt: moment('2026-10-01T11:00:00Z'),
        completedAt: moment('2026-10-01T10:00:00Z'),
      }),
    );
    expect(textOf(main, '.summary')).toContain('completed 2 hours ago');
    expect(textOf(main, '.summary')).not.toContain('took');
  });
});
