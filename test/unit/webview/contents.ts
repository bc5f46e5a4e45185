import type { Moment, PageContent, ShownJob } from '../../../src/protocol/jobPage.ts';

export const now = Date.parse('2026-10-01T12:24:00Z');

export function moment(text: string): Moment {
  const ms = Date.parse(text);
  return { text, ms: Number.isNaN(ms) ? null : ms };
}

export function jobPage(changes: Partial<ShownJob> = {}): ShownJob {
  return {
    key: 'job_004213',
    title: 'Invoice Approval',
    state: 'active',
    problem: null,
    workflows: [{ key: 'wf_invoice', name: 'Invoice Approval' }],
    areWorkflowsActive: true,
    steps: [{ key: 'st_release', name: 'Release payment' }],
    assignedTo: ['Grace Hopper'],
    startedBy: 'Ada Lovelace',
    startedAt: moment('2026-10-01T11:12:00+02:00'),
    updatedAt: moment('2026-10-01T12:20:00Z'),
    completedAt: null,
    timeline: [],
    fields: [],
    actions: [],
    log: [],
    more: {},
    connection: 'eu.example.com/api/v2',
    ...changes,
  };
}

export function show(
  changes: Partial<ShownJob> = {},
  enriching = false,
  sentence: string | null = null,
): Extract<PageContent, { kind: 'show' }> {
  const notice = sentence === null ? null : { sentence, actions: ['refresh' as const, 'showLog' as const] };
  const page = { key: changes.key ?? 'job_004213', baseUrl: 'https://eu.example.com/api/v2' };
  return {
    kind: 'show',
    page,
    job: jobPage(changes),
    environment: null,
    enriching,
    notice,
    staleSince: null,
    isUnreachable: false,
    detailsAsOf: null,
    goneAt: null,
    followedAt: null,
    watched: null,
    neighbours: { previous: false, next: false },
    isConnected: true,
    hasWebPage: false,
    isPreview: false,
  };
}
