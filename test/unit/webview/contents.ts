import { describeShownJob } from '../../../src/model/jobPage/pageContent.ts';
import { withLastWorkflows } from '../../../src/model/jobs/job.ts';
import type { ShownJob } from '../../../src/model/jobPage/pageContent.ts';
import type { EmptyContent, PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FieldValue } from '../../../src/model/jobPage/undocumentedMembers.ts';
import type { Moment } from '../../../src/model/jobs/members/jobMembers.ts';
import type { Job } from '../../../src/service/index.ts';

export const now = Date.parse('2026-10-01T12:24:00Z');

export function moment(text: string): Moment {
  const ms = Date.parse(text);
  return { text, ms: Number.isNaN(ms) ? null : ms };
}

export function logTime(text: string): { text: string; ms: number } {
  return { text, ms: Date.parse(text) };
}

type Named = { key: string; name: string };

/** Properties of the job, and other content of its page. */
export interface Changes extends Partial<Omit<ShownJob, 'steps'>> {
  readonly workflows?: readonly Named[];
  readonly areWorkflowsActive?: boolean;
  readonly steps?: readonly Named[];
  readonly assignedTo?: readonly string[];
  /** An empty text means that the service sent a person without a name. */
  readonly startedBy?: string | null;
  readonly updatedAt?: Moment | null;
  readonly isStale?: boolean;
}

export function jobPage({
  workflows = [{ key: 'wf_invoice', name: 'Invoice Approval' }],
  areWorkflowsActive = true,
  steps = [{ key: 'st_release', name: 'Release payment' }],
  assignedTo = ['Grace Hopper'],
  startedBy = 'Ada Lovelace',
  startedAt = moment('2026-10-01T11:12:00+02:00'),
  updatedAt = moment('2026-10-01T12:20:00Z'),
  completedAt = null,
  isStale = false,
  ...changes
}: Changes = {}): ShownJob {
  const { state = 'active' } = changes;
  const job: Job = {
    key: 'job_004213',
    activeWorkflows: areWorkflowsActive ? [...workflows] : [],
    activeSteps: [...steps],
    assignedTo,
    startedBy: startedBy === null ? null : { key: startedBy },
    startedAt: startedAt?.text,
    updatedAt: updatedAt?.text,
    completedAt: completedAt?.text ?? (state === 'completed' ? 'recently' : null),
  };
  return {
    ...describeShownJob(withLastWorkflows(job, workflows), { isStale }),
    title: 'Invoice Approval',
    startedAt,
    completedAt,
    timeline: [],
    state,
    ...(state === 'unreadable' && { cards: [] }),
    ...changes,
  };
}

/** Creates a value of a field. By default, the field has no value. */
export function fieldValue(changes: Partial<FieldValue> = {}): FieldValue {
  return {
    key: 'f',
    name: 'Priority',
    type: null,
    required: false,
    value: null,
    options: null,
    unit: null,
    otherMembers: {},
    ...changes,
  };
}

/** Creates the content of a page without a job. By default, the job is loading. */
export function empty(changes: Partial<EmptyContent> = {}): EmptyContent {
  return {
    kind: 'empty',
    page: { key: 'job_004213', baseUrl: 'https://eu.example.com/api/v2' },
    name: null,
    connection: 'eu.example.com',
    environment: null,
    notice: null,
    ...changes,
  };
}

export function show(
  changes: Changes = {},
  isLoading = false,
  sentence: string | null = null,
): Extract<PageContent, { kind: 'show' }> {
  const notice =
    sentence === null ? null : { sentence, actions: ['refresh' as const, 'showLog' as const] };
  const page = { key: changes.key ?? 'job_004213', baseUrl: 'https://eu.example.com/api/v2' };
  return {
    kind: 'show',
    page,
    connection: 'eu.example.com/api/v2',
    job: jobPage(changes),
    environment: null,
    isLoading,
    notice,
    staleSince: null,
    detailsAsOf: null,
    followedAt: null,
    watched: null,
    neighbours: { previous: false, next: false },
    isConnected: true,
    hasWebPage: false,
    isEndNotified: false,
  };
}
