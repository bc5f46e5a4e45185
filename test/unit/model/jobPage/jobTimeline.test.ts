import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JobHistory,
  nothingSeen,
  timelineOf as timelineAt,
  withState,
} from '../../../../src/model/jobPage/jobTimeline.ts';
import type { LogEntry } from '../../../../src/protocol/jobPage.ts';
import { job } from '../builders.ts';

const collect = { key: 's1', name: 'Collect documents' };
const release = { key: 's2', name: 'Release payment' };
const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 9, minute)).toISOString();
const ms = (minute: number) => Date.parse(at(minute));
const aJob = (overrides: object) =>
  job('job_1', {
    startedAt: at(0),
    updatedAt: at(0),
    completedAt: null,
    activeSteps: [collect],
    ...overrides,
  });

function seen(...states: [job: ReturnType<typeof aJob>, now: number][]): JobHistory {
  return states.reduce((history, [state, now]) => withState(history, state, now), nothingSeen);
}

/** The timeline at ten o'clock. */
const timelineOf = (state: ReturnType<typeof aJob>, history: JobHistory, log: readonly LogEntry[]) =>
  timelineAt(state, history, log, ms(60));

function told(state: ReturnType<typeof aJob>, history: JobHistory, log: readonly LogEntry[] = []): string[] {
  const minute = (when: number) => new Date(when).getUTCMinutes();
  return timelineOf(state, history, log).map((event) => {
    const { kind, name, at: when } = event;
    const began = kind === 'step' && event.beganEarlier ? `before ${minute(when)}` : minute(when);
    const ended = kind === 'step' && event.until !== null ? `to ${minute(event.until)}` : '';
    return [kind, name, began, ended].filter((part) => part !== '').join(' ');
  });
}

const entry = (minute: number, text: string) => ({
  at: { text: at(minute), ms: ms(minute) },
  text,
  otherMembers: {},
});

describe('steps that are seen while a job is followed', () => {
  it('began and ended when the service says that the job was updated', () => {
    const later = aJob({ updatedAt: at(20), activeSteps: [release] });
    const done = aJob({ updatedAt: at(40), activeSteps: [], completedAt: at(40) });
    expect(told(later, seen([aJob({}), ms(1)], [later, ms(21)]))).toEqual([
      'started 0',
      'step Collect documents 0 to 20',
      'step Release payment 20',
    ]);
    expect(told(done, seen([aJob({}), ms(1)], [later, ms(21)], [done, ms(41)]))).toEqual([
      'started 0',
      'step Collect documents 0 to 20',
      'step Release payment 20 to 40',
      'completed 40',
    ]);
  });

  it('began earlier where they were active in the first reading: in a job that did not change since its last update', () => {
    const first = aJob({ updatedAt: at(10) });
    expect(told(first, seen([first, ms(30)]))).toEqual(['started 0', 'step Collect documents before 10']);
    const later = aJob({ updatedAt: at(40), activeSteps: [release] });
    expect(told(later, seen([first, ms(30)], [later, ms(41)]))).toEqual([
      'started 0',
      'step Collect documents before 10 to 40',
      'step Release payment 40',
    ]);
    const undated = aJob({ updatedAt: null });
    expect(told(undated, seen([undated, ms(30)]))).toEqual(['started 0', 'step Collect documents before 30']);
  });

  it('are owned by those whom the job was last assigned to while they were active', () => {
    const person = (firstName: string) => ({ key: null, firstName, lastName: null });
    const states = [
      aJob({ assignedTo: person('Ada') }),
      aJob({ updatedAt: at(5), assignedTo: [person('Grace'), person('Alan')] }),
      aJob({ updatedAt: at(9), activeSteps: [release], assignedTo: null }),
    ];
    const history = seen(...states.map((state, index): [typeof state, number] => [state, ms(index)]));
    const owners = timelineOf(aJob({}), history, []).flatMap((event) =>
      event.kind === 'step' ? [event.owners] : [],
    );
    expect(owners).toEqual([['Grace', 'Alan'], []]);
  });

  it('count from when they were seen where the service does not say', () => {
    const states: [ReturnType<typeof aJob>, number][] = [
      [aJob({ updatedAt: null }), ms(1)],
      [aJob({ updatedAt: null, activeSteps: [release] }), ms(15)],
    ];
    const history = seen(...states);
    const steps = timelineOf(aJob({ updatedAt: null, activeSteps: [release] }), history, []);
    expect(steps.at(-1)).toEqual({
      kind: 'step',
      name: 'Release payment',
      at: ms(15),
      beganEarlier: false,
      until: null,
      source: 'seen',
      owners: [],
    });
  });

  it('are over with a job that lists them still, though it was updated, or first read, after its end', () => {
    const updated = aJob({ updatedAt: at(40), completedAt: at(30) });
    expect(told(updated, seen([updated, ms(50)]))).toEqual([
      'started 0',
      'step Collect documents before 30 to 30',
      'completed 30',
      'updated 40',
    ]);
    const undated = aJob({ updatedAt: null, completedAt: at(30) });
    const history = seen([undated, ms(50)]);
    expect(told(undated, history)).toEqual([
      'started 0',
      'step Collect documents before 30 to 30',
      'completed 30',
    ]);
    expect(timelineOf(undated, history, [])[1]).toMatchObject({ source: 'sent' });
  });

  it('may come again', () => {
    const history = seen(
      [aJob({}), 0],
      [aJob({ updatedAt: at(5), activeSteps: [] }), 0],
      [aJob({ updatedAt: at(9) }), 0],
    );
    expect(told(aJob({ updatedAt: at(9) }), history)).toEqual([
      'started 0',
      'step Collect documents 0 to 5',
      'step Collect documents 9',
    ]);
  });
});

describe('the log', () => {
  it('tells when a step began that was active already, and what else happened', () => {
    const state = aJob({ updatedAt: at(50), activeSteps: [release] });
    const log = [
      entry(0, 'Job started'),
      entry(20, 'Step “Release payment” began'),
      entry(30, 'Assigned to Grace'),
    ];
    expect(told(state, seen([state, ms(51)]), log)).toEqual([
      'started 0',
      'log Job started 0',
      'step Release payment 20',
      'log Assigned to Grace 30',
      'updated 50',
    ]);
  });

  it('tells it by the last entry that says so, also where the newest come first', () => {
    const state = aJob({ updatedAt: at(50), activeSteps: [release] });
    const log = [
      entry(40, 'Release payment: reminded'),
      entry(30, 'Step “Release payment” began'),
      entry(10, 'Step “Release payment” began'),
    ];
    expect(told(state, seen([state, ms(51)]), log)).toEqual([
      'started 0',
      'log Step “Release payment” began 10',
      'step Release payment 30',
      'log Release payment: reminded 40',
      'updated 50',
    ]);
  });

  it('makes a segment of each stay in a step whose end it tells, and counts none twice', () => {
    const state = aJob({ updatedAt: at(50), activeSteps: [release] });
    const log = [
      entry(10, 'Step “Release payment” began'),
      entry(15, 'Step “Release payment” done'),
      entry(30, 'Step “Release payment” began'),
    ];
    const expected = [
      'started 0',
      'step Release payment 10 to 15',
      'log Step “Release payment” done 15',
      'step Release payment 30',
      'updated 50',
    ];
    expect(told(state, seen([state, ms(51)]), log)).toEqual(expected);
    expect(told(state, seen([state, ms(51)]), log.slice(0, 2))).toEqual([
      'started 0',
      'step Release payment 10 to 15',
      'log Step “Release payment” done 15',
      'step Release payment before 50',
    ]);
    const left = aJob({ updatedAt: at(55), activeSteps: [] });
    expect(told(left, seen([state, ms(51)], [left, ms(56)]), log)).toEqual([
      ...expected.slice(0, 3),
      'step Release payment 30 to 55',
      'updated 55',
    ]);
  });

  it('makes one also of a stay that ended with the job', () => {
    const done = aJob({ updatedAt: at(20), activeSteps: [], completedAt: at(20) });
    const history = seen(
      [aJob({ updatedAt: at(5), activeSteps: [release] }), ms(5)],
      [aJob({ updatedAt: at(8) }), ms(8)],
      [done, ms(21)],
    );
    expect(
      told(done, history, [entry(10, 'Release payment began'), entry(20, 'Release payment done')]),
    ).toContain('step Release payment 10 to 20');
  });

  it('tells of a beginning after that of the job also where the service never says that the job was updated', () => {
    expect(
      told(aJob({}), seen([aJob({}), ms(51)]), [
        entry(0, 'Collect documents began'),
        entry(30, 'Collect documents began'),
      ]),
    ).toEqual(['started 0', 'log Collect documents began 0', 'step Collect documents 30']);
  });

  it('tells when a step began and ended that was read to have changed later', () => {
    const later = aJob({ updatedAt: at(40), activeSteps: [release] });
    const history = seen([aJob({}), ms(1)], [later, ms(41)]);
    const log = [
      entry(5, 'Step Collect documents done'),
      entry(20, 'Step Release payment started'),
      entry(40, 'Assigned to Grace'),
    ];
    expect(told(later, history, [entry(0, 'Step Collect documents started'), ...log])).toEqual([
      'started 0',
      'step Collect documents 0 to 5',
      'log Step Collect documents done 5',
      'step Release payment 20',
      'log Assigned to Grace 40',
    ]);
  });

  it('tells nothing of the future, of the time before the job or of a step that was left by then', () => {
    const state = aJob({ updatedAt: at(50), activeSteps: [release] });
    for (const minute of [-5, 61, 24 * 60]) {
      expect(told(state, seen([state, ms(51)]), [entry(minute, 'Release payment began')])).toContain(
        'step Release payment before 50',
      );
    }
    const left = aJob({ updatedAt: at(55), activeSteps: [] });
    expect(told(left, seen([state, ms(51)], [left, ms(56)]), [entry(57, 'Release payment began')])).toContain(
      'step Release payment before 50 to 55',
    );
  });

  it('keeps each entry, also where several have the same text', () => {
    const state = aJob({ updatedAt: at(0), activeSteps: [] });
    expect(told(state, nothingSeen, [entry(10, 'Reminded'), entry(20, 'Reminded')])).toEqual([
      'started 0',
      'log Reminded 10',
      'log Reminded 20',
    ]);
  });

  it('comes before a step that began at the same moment', () => {
    const history = seen(
      [aJob({ activeSteps: [] }), ms(1)],
      [aJob({ updatedAt: at(20), activeSteps: [release] }), ms(21)],
    );
    expect(told(aJob({ updatedAt: at(20) }), history, [entry(20, 'Approved')])).toEqual([
      'started 0',
      'log Approved 20',
      'step Release payment 20',
    ]);
  });

  it.each([
    [60, 61],
    [61, 1],
  ])('of %i entries makes a timeline of %i events', (entries, events) => {
    const log = Array.from({ length: entries }, (_, index) => entry(index % 60, `Entry ${index}`));
    expect(timelineOf(aJob({ activeSteps: [] }), nothingSeen, log)).toHaveLength(events);
  });

  it('of thousands of entries stays a log', () => {
    const log = Array.from({ length: 5000 }, (_, index) => entry(index % 60, `Entry ${index}`));
    expect(told(aJob({}), seen([aJob({}), ms(1)]), log)).toEqual(['started 0', 'step Collect documents 0']);
  });

  it('without times adds nothing', () => {
    expect(told(aJob({}), nothingSeen, [{ at: null, text: 'Somewhen', otherMembers: {} }])).toEqual([
      'started 0',
    ]);
  });
});

it.each([
  ['2026-10-01T09:00:00.999Z', ['started']],
  ['2026-10-01T09:00:01.000Z', ['started', 'updated']],
])('tells of an update (%s) where nothing else happened within a second', (updatedAt, kinds) => {
  expect(timelineOf(aJob({ updatedAt }), nothingSeen, []).map(({ kind }) => kind)).toEqual(kinds);
});

it('remembers the last two hundred steps', () => {
  const states = Array.from({ length: 202 }, (_, index): [ReturnType<typeof aJob>, number] => [
    aJob({ updatedAt: null, activeSteps: [{ key: `s${index}`, name: `Step ${index}` }] }),
    index,
  ]);
  const { steps } = seen(...states);
  expect([steps.length, steps[0]?.key, steps.at(-1)?.key]).toEqual([200, 's2', 's201']);
});

it('of a job without times is empty', () => {
  expect(
    timelineOf(aJob({ startedAt: 'yesterday', updatedAt: null, completedAt: undefined }), nothingSeen, []),
  ).toEqual([]);
});

type Happening = 'enter' | 'leave' | 'touch' | 'complete' | 'reopen' | 'read';

it('tells what was so, as exactly as the log does, whatever a job goes through and whenever it is read', () => {
  const what = fc.constantFrom<Happening>(
    'enter',
    'enter',
    'leave',
    'touch',
    'complete',
    'reopen',
    'read',
    'read',
    'read',
  );
  const happenings = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 8 }),
      what,
      step: fc.constantFrom('Collect', 'Check', 'Release'),
      isAlone: fc.boolean(),
    }),
    { maxLength: 14 },
  );
  const service = fc.record({
    logs: fc.constantFrom('nothing', 'began', 'all'),
    sendsUpdates: fc.boolean(),
    clearsSteps: fc.boolean(),
  });
  fc.assert(
    fc.property(happenings, service, (script, { logs, sendsUpdates, clearsSteps }) => {
      let [now, updated, ended, history] = [0, 0, null as number | null, nothingSeen];
      const stays: { readonly step: string; readonly from: number; to: number | null }[] = [];
      const log: LogEntry[] = [];
      const open = () => stays.filter(({ to }) => to === null);
      const enter = (step: string) => {
        if (open().some((stay) => stay.step === step)) return;
        stays.push({ step, from: now, to: null });
        if (logs !== 'nothing') log.push(entry(now, `Step ${step} started`));
      };
      const leave = (step?: string) => {
        for (const stay of open().filter((each) => step === undefined || each.step === step)) {
          stay.to = now;
          if (logs === 'all') log.push(entry(now, `Step ${stay.step} done`));
        }
      };
      const read = () => {
        const activeSteps = open().map(({ step }) => ({ key: step, name: step }));
        const state = aJob({
          updatedAt: sendsUpdates ? at(updated) : null,
          completedAt: ended === null ? null : at(ended),
          activeSteps,
        });
        history = withState(history, state, ms(now));
        return state;
      };
      enter('Collect');
      for (const { after, what, step, isAlone } of script) {
        now += after;
        if (what === 'read') read();
        if (what === 'read' || (ended === null) === (what === 'reopen')) continue;
        if (what === 'leave') leave(step);
        if (what === 'complete') ended = now;
        if (what === 'reopen') ended = null;
        if ((what === 'enter' && isAlone) || (what === 'complete' && clearsSteps)) leave();
        if (what === 'enter') enter(step);
        updated = now;
      }
      const events = timelineAt(read(), history, log, ms(now));
      const end = ms(ended ?? now);
      for (const event of events) {
        if (event.kind !== 'step') continue;
        const { name, at: from, until, beganEarlier } = event;
        expect(from).toBeGreaterThanOrEqual(ms(0));
        expect(until ?? end).toBeGreaterThanOrEqual(from);
        expect(until ?? end).toBeLessThanOrEqual(end);
        const [own, same] = [
          stays.filter(({ step }) => step === name),
          events.filter((other) => other !== event && other.kind === 'step' && other.name === name),
        ];
        expect(
          same.every(
            (other) =>
              other.kind === 'step' && (from >= (other.until ?? Infinity) || other.at >= (until ?? Infinity)),
          ),
        ).toBe(true);
        expect(own.some((stay) => ms(stay.from) <= from && from <= ms(stay.to ?? now))).toBe(true);
        if (logs !== 'nothing' && !beganEarlier) expect(own.map((stay) => ms(stay.from))).toContain(from);
        if (logs === 'all' && until !== null && ended === null) {
          expect(own.map(({ to }) => to && ms(to))).toContain(until);
        }
      }
    }),
    { numRuns: 300 },
  );
});
