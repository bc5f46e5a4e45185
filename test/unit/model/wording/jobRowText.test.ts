import { describe, expect, it } from 'vitest';
import { type RowContext, describeJob, jobTooltip } from '../../../../src/model/wording/rowText.ts';
import type { JobFilter } from '../../../../src/model/browsing/jobFilter.ts';
import type { JobRow } from '../../../../src/service/index.ts';
import { setLanguage } from '../../../../src/text/language.ts';
import { formatMoment, formatRelative } from '../../../../src/text/time.ts';
import { damagedRow, job } from '../builders.ts';

const now = Date.parse('2026-10-01T12:24:00+02:00');
const rowOf = (overrides: object): JobRow => ({
  kind: 'job',
  id: 'job:job_1',
  job: job('job_1', overrides),
});

const described = (overrides: object, context: Partial<RowContext> = {}) =>
  describeJob(rowOf(overrides), { now, ...context });
const ada = { key: 'u1', firstName: 'Ada', lastName: 'Byron' };

describe('Job row', () => {
  it('shows the age, the step, and the first assignee', () => {
    expect(described({ assignedTo: ada })).toEqual({
      label: 'Invoice Approval',
      description: '3 h · Release payment · Ada',
      icon: 'record',
      color: 'charts.blue',
      ariaLabel:
        'Invoice Approval, active at Release payment, started 3 hours ago, assigned to Ada Byron, key job_1',
    });
    expect(described({ assignedTo: [ada, { key: 'u2' }] }).description).toBe(
      '3 h · Release payment · Ada +1',
    );
    expect(described({ assignedTo: { person: { name: 'Ann' } } })).toMatchObject({
      description: '3 h · Release payment · assigned',
      ariaLabel:
        'Invoice Approval, active at Release payment, started 3 hours ago, assigned, key job_1',
    });
    expect(described({}, { watch: 'watched' })).toMatchObject({
      icon: 'record',
      ariaLabel:
        'Invoice Approval, active at Release payment, started 3 hours ago, key job_1, watched',
    });
    expect(described({}, { watch: 'watched', grouping: 'watched' }).ariaLabel).not.toContain(
      'watched',
    );
  });

  it.each([
    ['deleted', 'circle-slash', 'deleted', 'Deleted: the service no longer has this job'],
    [
      'notFollowed',
      'record',
      'not updated',
      'Not updated: the last request did not return this job',
    ],
  ] as const)('shows the state “%s” of a watched job', (watch, icon, word, sentence) => {
    const row = described({}, { watch });
    expect(row).toMatchObject({ icon, description: `${word} · 3 h · Release payment` });
    expect(row.ariaLabel.endsWith(`, ${word}`)).toBe(true);
    expect(jobTooltip(job('job_1'), now, watch).lines.at(-1)).toBe(sentence);
  });

  it('shows the same text for a watched and an unwatched completed job', () => {
    const completed = { activeSteps: [], completedAt: '2026-09-29T12:24:00+02:00' };
    expect(described(completed, { watch: 'finished' })).toEqual(described(completed));
  });

  it('shows the completion time and the duration of a completed job', () => {
    const ended = { activeSteps: [], startedAt: '2026-09-26T12:24:00+02:00' };
    expect(described({ ...ended, completedAt: '2026-09-29T12:24:00+02:00' })).toMatchObject({
      description: '2 d · completed · took 3 d',
      icon: 'pass-filled',
      color: 'charts.green',
      ariaLabel: 'Invoice Approval, completed 2 days ago, took 3 days, key job_1',
    });
    expect(described({ ...ended, completedAt: '2026-09-25T12:24:00+02:00' }).description).toBe(
      '6 d · completed',
    );
    expect(described({ startedAt: 'last\nTuesday', completedAt: 'a while ago' })).toMatchObject({
      description: 'completed',
      ariaLabel: 'Invoice Approval, completed a while ago, started last Tuesday, key job_1',
    });
  });

  it.each([
    ['workflow', {}, { label: 'Release payment', description: '3 h · Ada' }],
    ['workflow', { activeSteps: [] }, { label: 'job_1', description: '3 h · active · Ada' }],
    ['step', {}, { label: 'Invoice Approval', description: '3 h · Ada' }],
    ['person', {}, { label: 'Invoice Approval', description: '3 h · Release payment' }],
    ['state', { activeSteps: [] }, { label: 'Invoice Approval', description: '3 h · Ada' }],
  ])(
    'omits the %s that the group heading shows for a job with the properties %j',
    (grouping, overrides, text) => {
      expect(described({ assignedTo: ada, ...overrides }, { grouping })).toMatchObject(text);
    },
  );

  it.each<[JobFilter, object, { label?: string; description?: string | RegExp }]>([
    [
      { workflows: ['Invoice Approval'] },
      {},
      { label: 'Release payment', description: '3 h · Ada' },
    ],
    [{ workflows: ['Invoice Approval', 'Hiring'] }, {}, { label: 'Invoice Approval' }],
    [{ workflows: ['Invoice Approval'], steps: ['Release payment'] }, {}, { label: 'job_1' }],
    [{ steps: ['Release payment'] }, {}, { label: 'Invoice Approval', description: '3 h · Ada' }],
    [{ assignees: ['@me'] }, {}, { description: '3 h · Release payment' }],
    [
      { assignees: ['Ada Byron'] },
      { assignedTo: [ada, { key: 'u2' }] },
      { description: /Ada \+1$/ },
    ],
    [{ state: 'active' }, { activeSteps: [] }, { description: '3 h · Ada' }],
  ])(
    'omits the values that the filter %j selects for a job with the properties %j',
    (filter, overrides, { label, description }) => {
      const text = described({ assignedTo: ada, ...overrides }, { filter });
      if (label !== undefined) expect(text.label).toBe(label);
      if (description !== undefined) expect(text.description).toMatch(description);
    },
  );

  it.each<[string, object, { label: string; description: string }]>([
    [
      'JOB_1',
      {},
      { label: 'Invoice Approval', description: 'job_1 · 3 h · Release payment · Ada' },
    ],
    ['invoice', {}, { label: 'Invoice Approval', description: '3 h · Release payment · Ada' }],
    [
      'job_1',
      { activeWorkflows: [] },
      { label: 'job_1', description: '3 h · Release payment · Ada' },
    ],
  ])('shows the job key only if the key matches the search text %j', (search, overrides, text) => {
    const filter = { text: search };
    expect(described({ assignedTo: ada, ...overrides }, { filter })).toMatchObject(text);
  });

  it.each([
    ['Employee Onboarding', 'Employee Onboarding'],
    ['Supplier invoice approval with legal review and payment', 'Supplier i…d payment'],
    ['👩‍🔧'.repeat(25), `${'👩‍🔧'.repeat(10)}…${'👩‍🔧'.repeat(9)}`],
  ])('shows the workflow name “%s” as the label “%s”', (name, label) => {
    const row = described({ activeWorkflows: [{ key: 'w1', name }] });
    expect([row.label, row.ariaLabel.startsWith(`${name}, active`)]).toEqual([label, true]);
  });

  it.each(['2026-09-18T09:00:00+02:00', '2026-09-18T23:30:00+02:00', '2026-09-30T23:30:00+02:00'])(
    'shows the same age in the description and the tooltip for the start time %s',
    (startedAt) => {
      const [, age] = /^(\S+ \S+)/.exec(described({ startedAt }).description) ?? [];
      const inTooltip = formatRelative(Date.parse(startedAt), now);
      expect(inTooltip).toBe(age?.replace(' d', ' days ago').replace(' h', ' hours ago'));
    },
  );

  it('shows the number of additional workflows', () => {
    const named = (...names: (string | null)[]) =>
      names.map((name, index) => ({ key: `w${index + 1}`, name }));
    expect(
      described({ activeWorkflows: named('Invoice, late', 'Contract Review', null) }),
    ).toMatchObject({
      label: 'Invoice, late',
      description: '3 h · Release payment · +2',
      ariaLabel: expect.stringMatching(/^Invoice, late, Contract Review, w3, active/) as string,
    });
    expect(
      described({ activeWorkflows: [{ key: ' ', name: '' }, ...named('Contract Review')] }).label,
    ).toBe('Contract Review');
    expect(
      described({ activeWorkflows: [], completedAt: '2026-09-29T12:24:00+02:00' }),
    ).toMatchObject({
      label: 'job_1',
      ariaLabel: 'job_1, completed 2 days ago, started 3 hours ago',
    });
  });

  it('omits missing values', () => {
    const nothing = { activeWorkflows: null, activeSteps: null, startedBy: null, startedAt: null };
    const bare = { ...nothing, updatedAt: undefined, completedAt: undefined };
    expect(described(bare)).toMatchObject({
      label: 'job_1',
      description: 'unknown state',
      icon: 'circle-large-outline',
      ariaLabel: 'job_1, unknown state',
    });
    expect(jobTooltip(job('job_1', bare), now)).toEqual({
      title: 'job_1',
      lines: ['State: unknown state', 'Assigned to: unassigned'],
    });
  });

  it('ignores clock differences of less than five minutes', () => {
    expect(described({ startedAt: '2026-10-01T12:28:59+02:00' }).description).toBe(
      'now · Release payment',
    );
    const startsAt = '2026-10-02T12:24:00+02:00';
    expect(described({ startedAt: startsAt })).toMatchObject({
      description: `${formatMoment(Date.parse(startsAt), now)} · Release payment`,
      ariaLabel: 'Invoice Approval, active at Release payment, starts tomorrow, key job_1',
    });
    const [startedAt, completedAt] = ['2026-10-01T12:32:00+02:00', '2026-10-01T14:24:00+02:00'];
    const completed = formatMoment(Date.parse(completedAt), now);
    const over = described({ startedAt, completedAt });
    expect([over.description, over.ariaLabel]).toEqual([
      `${completed} · completed · took 1 h`,
      `Invoice Approval, completed ${completed}, took 1 hour, key job_1`,
    ]);
  });

  it('isolates right-to-left names', () => {
    expect(described({ activeSteps: [{ key: 's', name: 'אישור תשלום' }] }).description).toBe(
      '3 h · \u2068אישור תשלום\u2069',
    );
  });

  it('formats numbers in the display language', () => {
    setLanguage('de');
    expect(described({ startedAt: '2020-10-01T12:24:00+02:00' }).description).toBe(
      '2.191 d · Release payment',
    );
  });

  it('shows all details in the tooltip', () => {
    const time = (at: string, age: string) => `${formatMoment(Date.parse(at), now)} (${age})`;
    const all = job('job_1', { assignedTo: [ada, { key: 'u2' }], startedBy: ada });
    expect(jobTooltip(all, now, 'watched')).toEqual({
      title: 'Invoice Approval',
      key: 'job_1',
      lines: [
        'State: active',
        'Step: Release payment',
        'Assigned to: Ada Byron, u2',
        'Started by: Ada Byron',
        `Started: ${time('2026-10-01T09:12:00+02:00', '3 hours ago')}`,
        `Updated: ${time('2026-10-01T09:30:00+02:00', '2 hours ago')}`,
        'Watched until it is completed',
      ],
    });
    expect(jobTooltip(job('job_1', { completedAt: 'a while ago' }), now).lines).toContain(
      'Completed: a while ago',
    );
  });

  it('shows why a job is unreadable', () => {
    expect(
      describeJob(damagedRow({ key: 'job_7' }, 'data.jobs[3].completedAt: expected string'), {
        now,
      }),
    ).toEqual({
      label: 'job_7',
      description: 'unreadable',
      tooltip: {
        title: 'job_7 could not be read.',
        lines: ['data.jobs[3].completedAt: expected string'],
      },
      icon: 'warning',
      color: 'list.warningForeground',
      ariaLabel: 'job_7, could not be read: data.jobs[3].completedAt: expected string',
    });
  });
});
