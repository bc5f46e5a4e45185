// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { jobMembers } from '../../../../src/model/jobs/members/jobMembers.ts';
import type { TimelineEvent, TimelineStep } from '../../../../src/model/jobPage/jobTimeline.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { now, renderedPage, show, textOf, valuesOf } from '../builders.tsx';

const event = (
  kind: Exclude<TimelineEvent['kind'], 'step'>,
  minutesAgo: number,
  name = kind === 'log' ? 'Entry' : jobMembers[kind].label(),
): TimelineEvent => ({
  kind,
  name,
  at: now - minutesAgo * 60_000,
  people: kind === 'startedAt' ? ['Ada Lovelace'] : [],
});

const step = (
  name: string,
  minutesAgo: number,
  changes: Partial<TimelineStep> = {},
): TimelineStep => ({
  kind: 'step',
  name,
  at: now - minutesAgo * 60_000,
  beganEarlier: false,
  until: null,
  people: [],
  ...changes,
});

/** Returns the time, text, and position (in percent) of each row of the timeline. */
const rowsOf = (main: ParentNode) =>
  [...main.querySelectorAll('[data-section=timeline] li')].map((row) => {
    const [time, what] = [...row.children].map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );
    const { left = '', width = '' } = row.querySelector<HTMLElement>('.track > *')?.style ?? {};
    const place = [left, width].map((each) => Math.round(Number.parseFloat(each)));
    return { time, what: what?.trim(), place, classes: row.className };
  });

describe('Timeline', () => {
  const whatOf = (main: ParentNode) => rowsOf(main).map(({ what }) => what);

  it('shows the time, name, people, and position of each event', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 200),
          step('Collect', 150, { until: now - 50 * 60_000 }),
          step('Release payment', 50, { people: ['Grace Hopper', 'Alan'] }),
          event('log', 20, 'Approved'),
        ],
      }),
    );
    expect(rowsOf(main).map(({ what, place }) => [what, ...place])).toEqual([
      ['Started Ada Lovelace', 0, 0],
      ['Collect 1 h 40 min', 25, 50],
      ['Release payment for 50 min · Grace Hopper · Alan', 75, 25],
      ['Approved', 90, 0],
    ]);
    expect(rowsOf(main).map(({ classes }) => classes)).toEqual([
      'startedAt',
      'step',
      'step active',
      'log',
    ]);
    expect(rowsOf(main)[0]?.time).toBe(formatMoment(now - 200 * 60_000, now));
  });

  it('shows “or earlier” if the start time of a step is unknown', () => {
    const { main } = renderedPage(
      show({
        timeline: [event('startedAt', 192), step('Release payment', 48, { beganEarlier: true })],
      }),
    );
    expect(rowsOf(main)[1]).toMatchObject({
      time: `since ${formatMoment(now - 48 * 60_000, now)} or earlier`,
      what: 'Release payment',
    });
  });

  it('shows future events at the end', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 200),
          step('Collect', 150, { until: now + 600_000 }),
          step('Pay', -90),
          event('log', -120, 'Reminder'),
        ],
      }),
    );
    expect(rowsOf(main).map(({ what, place, classes }) => [what, ...place, classes])).toEqual([
      ['Started Ada Lovelace', 0, 0, 'startedAt'],
      ['Collect 2 h 30 min', 25, 75, 'step'],
      ['Pay later than this computer’s clock', 100, 0, 'step active future'],
      ['Reminder later than this computer’s clock', 100, 0, 'log future'],
    ]);
  });

  it('shows step durations even if the service clock is slightly ahead', () => {
    const { main } = renderedPage(
      show({ timeline: [event('startedAt', 20), step('Collect', -0.3, { until: now + 30_000 })] }),
    );
    expect(rowsOf(main)[1]).toMatchObject({ what: 'Collect 12 s', place: [99, 1] });
  });

  it('shows seconds if the timeline covers less than ten minutes', () => {
    const { main } = renderedPage(
      show({
        timeline: [
          event('startedAt', 4),
          step('Collect', 3.5, { until: now - 75_000 }),
          step('Release payment', 1.25),
        ],
      }),
    );
    const [started, collect, release] = rowsOf(main);
    expect(started?.time).toMatch(/\d:\d\d:00/);
    expect(collect?.time).toMatch(/:30\b/);
    expect(collect?.what).toBe('Collect 2 min');
    expect(release?.what).toBe('Release payment for 1 min');
    const longer = renderedPage(
      show({ timeline: [event('startedAt', 11), event('updatedAt', 1)] }),
    ).main;
    expect(rowsOf(longer)[0]?.time).not.toMatch(/\d:\d\d:\d/);
  });

  it('ends at the last successful poll if polling fails', () => {
    const timeline = [event('startedAt', 60), step('Collect', 45)];
    const lost = { ...show({ timeline, isStale: true }), staleSince: now - 30 * 60_000 };
    const { main } = renderedPage(lost);
    expect(rowsOf(main).at(-1)).toMatchObject({ what: 'Collect for 15 min', place: [50, 50] });
    expect(textOf(main, '.up-to-date')).toContain('Last loaded 30 minutes ago');
    expect(textOf(main, '.summary')).toContain('started 3 hours ago');
    expect(valuesOf(main, 'times')['Completed']).toBe('not set');
    setLanguage('el');
    // A Greek time ends with a period, so the sentence has no additional period.
    expect(textOf(renderedPage(lost).main, '.up-to-date')).toMatch(/[μΜ]\.\)$/);
    expect(textOf(renderedPage(lost).main, '.up-to-date')).not.toContain('..');
  });

  it('ends at the last event if the job is completed', () => {
    const { main } = renderedPage(
      show({ state: 'completed', timeline: [event('startedAt', 60), event('completedAt', 5)] }),
    );
    expect([whatOf(main), rowsOf(main).at(-1)?.place]).toEqual([
      ['Started Ada Lovelace', 'Completed'],
      [100, 0],
    ]);
  });

  it('appears only if there are at least two events', () => {
    for (const timeline of [[], [event('startedAt', 1)]]) {
      const { main } = renderedPage(show({ timeline }));
      expect(main.querySelector('[data-section=timeline]')).toBeNull();
    }
  });
});
