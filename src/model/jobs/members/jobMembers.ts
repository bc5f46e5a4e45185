import * as l10n from '@vscode/l10n';
import { type Job, type Named, type Person, readPeople } from '../../../service/index.ts';
import { firstInLine } from '../../../text/list.ts';
import { formatMoment, formatRelative, parseTimestamp, timeText } from '../../../text/time.ts';
import {
  assigneesOf,
  hasActiveWorkflows,
  jobState,
  nameOrKey,
  namesOf,
  personName,
  workflowsOf,
} from '../job.ts';

/** One member of a job: its words, and where people see it. */
export interface JobMember {
  /** Its row on the page, and its first column in exports. */
  readonly id: string;
  /** Its name for people; without a job, the usual one. */
  readonly label: (job?: Job) => string;
  /** Its line of the tooltip; undefined for none. */
  readonly tooltip: (job: Job, now: number) => string | undefined;
  /** Its CSV columns by header, which scripts read; one of them is called `id`. */
  readonly columns: Readonly<Record<string, (job: Job) => Cell>>;
  readonly card: CardId;
  /** What its card shows; null without a value. */
  readonly value: (job: Job) => MemberValue | null;
  /** The card's word for no value. */
  readonly absent: (job: Job, isStale: boolean) => string;
  /** Announces that it has no value any more; absent where changes are not announced. */
  readonly emptied?: () => string;
  /** Absent if the list cannot be filtered by it. */
  readonly filter?: NameFilter;
}

/** The value of a member, as the page shows it. */
export type MemberValue =
  | { kind: 'named'; all: { key: string; name: string }[] }
  | { kind: 'names'; names: string[] }
  | { kind: 'text'; text: string }
  | { kind: 'moment'; moment: Moment };

/** A moment as the service sent it; `ms` (epoch milliseconds) is null if the text is not a readable time. */
export interface Moment {
  text: string;
  ms: number | null;
}

export type Cell = string | null | undefined;

/** The part of a filter that holds values of a member. */
export interface NameFilter {
  /** In settings and in the arguments of commands. */
  readonly part: string;
  readonly names: (job: Job) => string[];
  /** A value among others to choose from, or new values to announce: `Step: Sign`. */
  readonly choice: (name: string) => string;
  /** The button that filters by the values of a job. */
  readonly others: () => string;
  /** In a description of the filter, for no value and for more values than it names. */
  readonly none: () => string;
  readonly many: (count: string) => string;
  /** Absent if the names are not those of people. */
  readonly people?: PeopleFilter;
}

/** A filter by people, one of whom is the person of this window. */
interface PeopleFilter {
  readonly of: (job: Job) => Person[];
  /** The person of this window, as a choice and in a description. */
  readonly choice: () => string;
  readonly me: () => string;
  /** Another person in a description of the filter. */
  readonly described: (name: string) => string;
}

/** The titles of the cards, in their order on the page. */
export const cardTitles = {
  activeIn: (isLast: boolean) => (isLast ? l10n.t('Last active in') : l10n.t('Active in')),
  people: () => l10n.t('People'),
  times: () => l10n.t('Times'),
};
export type CardId = keyof typeof cardTitles;

/**
 * The documented members of a job that people see, by their names on the wire, in the order of tooltip and
 * page. Any other member is shown as the service sent it.
 */
export const jobMembers = {
  activeWorkflows: {
    id: 'workflows',
    label: (job) => (job !== undefined && isLastSeen(job) ? l10n.t('Last workflow') : l10n.t('Workflow')),
    // The title names the active ones.
    tooltip: (job) => (isLastSeen(job) ? namesOf(workflowsOf(job)) : undefined),
    columns: {
      workflows: ({ activeWorkflows }) => namesCell(activeWorkflows),
      workflowKeys: ({ activeWorkflows }) => keysCell(activeWorkflows),
      lastWorkflows: (job) => (isLastSeen(job) ? namesCell(workflowsOf(job)) : ''),
    },
    card: 'activeIn',
    value: (job) => namedValue(workflowsOf(job)),
    absent: () => l10n.t('none'),
    emptied: () => l10n.t('No workflow is active.'),
    filter: {
      part: 'workflows',
      names: (job) => workflowsOf(job).map(nameOrKey),
      choice: (name) => l10n.t('Workflow: {0}', name),
      others: () => l10n.t('Other jobs of this workflow'),
      none: () => l10n.t('no workflow'),
      many: (count) => l10n.t('{0} workflows', count),
    },
  },
  activeSteps: {
    id: 'steps',
    label: () => l10n.t('Step'),
    tooltip: ({ activeSteps }) => namesOf(activeSteps),
    columns: {
      steps: ({ activeSteps }) => namesCell(activeSteps),
      stepKeys: ({ activeSteps }) => keysCell(activeSteps),
    },
    card: 'activeIn',
    value: ({ activeSteps }) => namedValue(activeSteps ?? []),
    absent: () => l10n.t('none'),
    emptied: () => l10n.t('No step is active.'),
    filter: {
      part: 'steps',
      names: ({ activeSteps }) => (activeSteps ?? []).map(nameOrKey),
      choice: (name) => l10n.t('Step: {0}', name),
      others: () => l10n.t('Other jobs at this step'),
      none: () => l10n.t('no step'),
      many: (count) => l10n.t('{0} steps', count),
    },
  },
  assignedTo: {
    id: 'assignedTo',
    label: () => l10n.t('Assigned to'),
    tooltip: (job) => firstInLine(assigneesOf(job), mostPeople) || l10n.t('unassigned'),
    columns: { assignedTo: (job) => readPeople(job.assignedTo).map(personCell).join(separator) },
    card: 'people',
    value: (job) => {
      const names = assigneesOf(job);
      return names.length === 0 ? null : { kind: 'names', names };
    },
    absent: () => l10n.t('unassigned'),
    emptied: () => l10n.t('Unassigned'),
    filter: {
      part: 'assignees',
      names: assigneesOf,
      choice: (name) => l10n.t('Assigned to {0}', name),
      others: () => l10n.t('Other jobs assigned to the same'),
      none: () => l10n.t('unassigned'),
      many: (count) => l10n.t('assigned to {0} people', count),
      people: {
        of: ({ assignedTo }) => readPeople(assignedTo),
        choice: () => l10n.t('Assigned to me'),
        me: () => l10n.t('assigned to me'),
        described: (name) => l10n.t('assigned to {0}', name),
      },
    },
  },
  startedBy: {
    id: 'startedBy',
    label: () => l10n.t('Started by'),
    tooltip: (job) => (job.startedBy == null ? undefined : (starterOf(job) ?? l10n.t('the service'))),
    columns: { startedBy: ({ startedBy }) => startedBy && personCell(startedBy) },
    card: 'people',
    value: (job) => textValue(starterOf(job)),
    absent: ({ startedBy }) => (startedBy == null ? l10n.t('not stated') : l10n.t('the service')),
    filter: {
      part: 'starters',
      names: (job) => [starterOf(job) ?? ''],
      choice: (name) => l10n.t('Started by {0}', name),
      others: () => l10n.t('Other jobs started by the same'),
      none: () => l10n.t('started by the service'),
      many: (count) => l10n.t('started by {0} people', count),
      people: {
        of: ({ startedBy }) => (startedBy == null ? [] : [startedBy]),
        choice: () => l10n.t('Started by me'),
        me: () => l10n.t('started by me'),
        described: (name) => l10n.t('started by {0}', name),
      },
    },
  },
  startedAt: timeMember('startedAt', () => l10n.t('Started')),
  updatedAt: timeMember('updatedAt', () => l10n.t('Updated')),
  completedAt: {
    ...timeMember('completedAt', () => l10n.t('Completed')),
    absent: (job, isStale) =>
      jobState(job) === 'active' && !isStale ? l10n.t('still active') : l10n.t('not set'),
  },
} as const satisfies Readonly<Record<string, JobMember>>;

/** The members of a job that are not shown as the service sent them. */
export const describedMembers: ReadonlySet<string> = new Set(['key', ...Object.keys(jobMembers)]);

type Descriptor = (typeof jobMembers)[keyof typeof jobMembers];

/** Filter parts with names; a job passes if it has one of them. */
export type NamePart = Extract<Descriptor, { filter: NameFilter }>['filter']['part'];

type Filtered = JobMember & { readonly filter: NameFilter & { readonly part: NamePart } };

/** The members by which the list can be filtered. */
export const namedMembers = Object.values<JobMember>(jobMembers).filter(
  (member): member is Filtered => member.filter !== undefined,
);

export const nameParts = namedMembers.map(({ filter }) => filter.part);

function timeMember(name: 'startedAt' | 'updatedAt' | 'completedAt', label: () => string): JobMember {
  return {
    id: name,
    label,
    tooltip: (job, now) =>
      timeText(job[name], (ms) => l10n.t('{0} ({1})', formatMoment(ms, now), formatRelative(ms, now))),
    columns: { [name]: (job) => job[name] },
    card: 'times',
    value: (job) => {
      const moment = momentOf(job[name]);
      return moment && { kind: 'moment', moment };
    },
    absent: () => l10n.t('not set'),
  };
}

/** Most people in a tooltip. */
const mostPeople = 20;

/** Whether the workflows of a job are those last seen, as the service sends none. */
function isLastSeen(job: Job): boolean {
  return !hasActiveWorkflows(job) && workflowsOf(job).length > 0;
}

/** The name of the person who started a job. */
export function starterOf({ startedBy }: Job): string | undefined {
  return startedBy == null ? undefined : personName(startedBy);
}

function namedValue(all: readonly Named[]): MemberValue | null {
  if (all.length === 0) return null;
  return { kind: 'named', all: all.map((each) => ({ key: each.key, name: nameOrKey(each) })) };
}

function textValue(text: string | undefined): MemberValue | null {
  return text === undefined ? null : { kind: 'text', text };
}

/** A time as the page shows it; null for none. */
export function momentOf(text: string | null | undefined): Moment | null {
  return text == null ? null : { text, ms: parseTimestamp(text) };
}

/** Separates several names or keys in one cell. */
const separator = ' | ';

function namesCell(named: readonly Named[] | null | undefined): string | undefined {
  return named?.map(({ key, name }) => name ?? key).join(separator);
}

function keysCell(named: readonly Named[] | null | undefined): string | undefined {
  return named?.map(({ key }) => key).join(separator);
}

function personCell({ firstName, lastName, key }: Person): string {
  return [firstName, lastName].filter((part) => part != null && part !== '').join(' ') || (key ?? '');
}
