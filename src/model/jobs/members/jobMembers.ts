import * as l10n from '@vscode/l10n';
import { type Job, type JobMemberName, type Named, type Person, readPeople } from '../../../service/index.ts';
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

/** One member of a job: its words, and everything that it takes part in. Null means that it takes no part. */
export interface JobMember {
  /** Its row on the page, and its first column in exports. */
  readonly id: string;
  /** Its name for people; without a job, the usual one. */
  readonly label: (job?: Job) => string;
  /** Its line of the row's tooltip, undefined for none. A row is drawn again if a member with a line changes. */
  readonly tooltip: ((job: Job, now: number) => string | undefined) | null;
  /** Its CSV columns by header, which scripts read; one of them is called `id`. */
  readonly columns: Readonly<Record<string, (job: Job) => Cell>>;
  readonly card: CardId;
  /** What its card shows; null without a value. */
  readonly value: (job: Job) => MemberValue | null;
  /** The card's word for no value. */
  readonly absent: (job: Job, isStale: boolean) => string;
  /** Announces a new value on the page; the value is empty if there is none anymore. */
  readonly announce: ((value: string) => string) | null;
  /** Whether a difference between two polls counts as a change of the job. */
  readonly isPolled: boolean;
  readonly summary: MemberSummary | null;
  /** Whether a time is past or planned. Only a planned time may be in the future. */
  readonly tense: 'past' | 'planned' | null;
  readonly filter: NameFilter | null;
}

/** A member in the answers for assistants, under this name. */
export type MemberSummary =
  | { readonly kind: 'names'; readonly name: string; readonly of: (job: Job) => readonly string[] }
  | { readonly kind: 'text'; readonly name: string; readonly of: (job: Job) => string | null | undefined };

/** The value of a member, as the page shows it. */
export type MemberValue =
  | { kind: 'named'; all: { key: string; name: string }[] }
  | { kind: 'names'; names: string[] }
  | { kind: 'text'; text: string }
  | { kind: 'moment'; moment: Moment; isPlanned: boolean };

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
    announce: (names) => (names === '' ? l10n.t('No workflow is active') : l10n.t('Workflow: {0}', names)),
    isPolled: true,
    summary: { kind: 'names', name: 'workflows', of: (job) => workflowsOf(job).map(nameOrKey) },
    tense: null,
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
    announce: (names) => (names === '' ? l10n.t('No step is active') : l10n.t('Step: {0}', names)),
    isPolled: true,
    summary: { kind: 'names', name: 'steps', of: ({ activeSteps }) => (activeSteps ?? []).map(nameOrKey) },
    tense: null,
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
    columns: {
      assignedTo: (job) =>
        readPeople(job.assignedTo)
          .map((person) => personCell(person) || 'assigned')
          .join(separator),
    },
    card: 'people',
    value: (job) => {
      const names = assigneesOf(job);
      return names.length === 0 ? null : { kind: 'names', names };
    },
    absent: () => l10n.t('unassigned'),
    announce: (names) => (names === '' ? l10n.t('Unassigned') : l10n.t('Assigned to {0}', names)),
    isPolled: true,
    summary: { kind: 'names', name: 'assignees', of: assigneesOf },
    tense: null,
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
    tooltip: (job) => (job.startedBy == null ? undefined : (starterOf(job) ?? l10n.t('not recorded'))),
    columns: { startedBy: ({ startedBy }) => startedBy && personCell(startedBy) },
    card: 'people',
    value: (job) => textValue(starterOf(job)),
    absent: () => l10n.t('not recorded'),
    announce: null,
    isPolled: false,
    summary: null,
    tense: null,
    filter: {
      part: 'starters',
      names: (job) => [starterOf(job) ?? ''],
      choice: (name) => l10n.t('Started by {0}', name),
      others: () => l10n.t('Other jobs started by the same'),
      none: () => l10n.t('starter not recorded'),
      many: (count) => l10n.t('started by {0} people', count),
      people: {
        of: ({ startedBy }) => (startedBy == null ? [] : [startedBy]),
        choice: () => l10n.t('Started by me'),
        me: () => l10n.t('started by me'),
        described: (name) => l10n.t('started by {0}', name),
      },
    },
  },
  startedAt: { ...timeMember('startedAt', 'past'), label: () => l10n.t('Started'), isPolled: false },
  updatedAt: { ...timeMember('updatedAt', 'past'), label: () => l10n.t('Updated'), isPolled: true },
  completedAt: {
    ...timeMember('completedAt', 'past'),
    label: () => l10n.t('Completed'),
    isPolled: true,
    absent: (job, isStale) =>
      jobState(job) === 'active' && !isStale ? l10n.t('still active') : l10n.t('not set'),
  },
} as const satisfies Readonly<Record<JobMemberName, JobMember>>;

export const memberList: readonly JobMember[] = Object.values(jobMembers);

/** The members of a job that are not shown as the service sent them. */
export const describedMembers: ReadonlySet<string> = new Set(['key', ...Object.keys(jobMembers)]);

type Descriptor = (typeof jobMembers)[JobMemberName];

/** The summaries of all members, by kind and name. */
export type AnySummary = NonNullable<Descriptor['summary']>;

/** Filter parts with names; a job passes if it has one of them. */
export type NamePart = Extract<Descriptor, { filter: NameFilter }>['filter']['part'];

type Filtered = JobMember & { readonly filter: NameFilter & { readonly part: NamePart } };

/** The members by which the list can be filtered. */
export const namedMembers = memberList.filter((member): member is Filtered => member.filter !== null);

export const nameParts = namedMembers.map(({ filter }) => filter.part);

/** The members that are times. */
export type TimeName = {
  [Name in JobMemberName]: Job[Name] extends string | null | undefined ? Name : never;
}[JobMemberName];

/** What all times have in common. */
function timeMember<Name extends TimeName>(name: Name, tense: 'past' | 'planned') {
  return {
    id: name,
    tooltip: (job, now) =>
      timeText(job[name], (ms) => l10n.t('{0} ({1})', formatMoment(ms, now), formatRelative(ms, now))),
    columns: { [name]: (job) => job[name] },
    card: 'times',
    value: (job) => {
      const moment = momentOf(job[name]);
      return moment && { kind: 'moment', moment, isPlanned: tense === 'planned' };
    },
    absent: () => l10n.t('not set'),
    announce: null,
    summary: { kind: 'text', name, of: (job) => job[name] },
    tense,
    filter: null,
  } as const satisfies Partial<JobMember>;
}

interface JobTime {
  readonly name: TimeName;
  readonly label: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly isPlanned: boolean;
}

/** The times of a job, past and planned, in the order of the members. */
export function timesOf(job: Job): JobTime[] {
  return Object.entries<JobMember>(jobMembers).flatMap(([name, { label, value, tense }]) => {
    const time = value(job);
    if (tense === null || time?.kind !== 'moment' || time.moment.ms === null) return [];
    return [{ name: name as TimeName, label: label(job), at: time.moment.ms, isPlanned: time.isPlanned }];
  });
}

/** Returns the values of the members that pass, to compare two versions of a job. */
export function valuesOf(passes: (member: JobMember) => boolean): (job: Job) => unknown[] {
  const names = Object.entries<JobMember>(jobMembers).flatMap(([name, member]) =>
    passes(member) ? name : [],
  );
  return (job) => names.map((name) => job[name]);
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
