import * as l10n from '@vscode/l10n';
import {
  type Job,
  type JobMemberName,
  type Named,
  type Person,
  readPeople,
} from '../../../service/index.ts';
import { formatFirstNames } from '../../../text/list.ts';
import {
  formatMoment,
  formatRelative,
  parseTimestamp,
  formatTimestamp,
} from '../../../text/time.ts';
import {
  assigneesOf,
  hasActiveWorkflows,
  jobState,
  nameOrKey,
  namesOf,
  personName,
  workflowsOf,
} from '../job.ts';

/** Defines how features use a job property. Null means that a feature ignores the property. */
export interface JobMember {
  /** ID of the property on the job page and in exports. */
  readonly id: string;
  /** Display name of the property. */
  readonly label: (job?: Job) => string;
  /** Returns the tooltip line for the Jobs view, or undefined to omit the line. */
  readonly tooltip: ((job: Job, now: number) => string | undefined) | null;
  /**
   * CSV columns by header. One header must be the `id` of the property. Do not rename headers,
   * because scripts depend on them.
   */
  readonly columns: Readonly<Record<string, (job: Job) => MemberCell>>;
  readonly card: CardId;
  /** Returns the value to show on the job page, or null if the property has no value. */
  readonly value: (job: Job) => MemberValue | null;
  /** Returns the text to show on the job page if the property has no value. */
  readonly absent: (job: Job, isStale: boolean) => string;
  /**
   * Returns the screen reader announcement for new names. The string is empty if there are no
   * names. Null if changes of the property are not announced.
   */
  readonly announce: ((names: string) => string) | null;
  readonly summary: MemberSummary | null;
  readonly filter: NameFilter | null;
}

/** Describes how a job property is returned to AI assistants. */
export type MemberSummary =
  | { readonly kind: 'names'; readonly name: string; readonly of: (job: Job) => readonly string[] }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly of: (job: Job) => string | null | undefined;
    };

/** Value of a job property, as shown on the job page. */
export type MemberValue =
  | { kind: 'named'; all: { key: string; name: string }[] }
  | { kind: 'names'; names: string[] }
  | { kind: 'text'; text: string }
  | { kind: 'moment'; moment: Moment };

/**
 * A time from the service. `text` is the original string. `ms` is the time in milliseconds since
 * the epoch, or null if the string is invalid.
 */
export interface Moment {
  text: string;
  ms: number | null;
}

export type MemberCell = string | null | undefined;

/** A filter by the values of a job property, such as workflow names. */
export interface NameFilter {
  /** Name of the filter in settings and command arguments. */
  readonly part: string;
  readonly names: (job: Job) => string[];
  /** Label for a value in a picker, such as `Step: Sign`. */
  readonly choice: (name: string) => string;
  /** Label of the button on the job page that shows other jobs with the same value. */
  readonly others: () => string;
  /** Description of a filter that matches jobs without a value. */
  readonly none: () => string;
  /** Additional properties of a filter by person. Undefined if the values are not people. */
  readonly people?: PeopleFilter;
}

/** Additional properties of a filter whose values are people. */
interface PeopleFilter {
  readonly of: (job: Job) => Person[];
  /** Label for the current user in a picker, such as `Assigned to me`. */
  readonly choice: () => string;
  /** Description of a filter that matches the current user, such as `assigned to me`. */
  readonly me: () => string;
  /** Description of a filter that matches another person, such as `assigned to Ada Lovelace`. */
  readonly described: (name: string) => string;
}

/** Titles of the cards on the job page, in display order. */
export const cardTitles = {
  activeIn: (isLast: boolean) => (isLast ? l10n.t('Last active in') : l10n.t('Active in')),
  people: () => l10n.t('People'),
  times: () => l10n.t('Times'),
};
export type CardId = keyof typeof cardTitles;

/**
 * Documented job properties by JSON name, in display order for tooltips and job pages. All other
 * properties are shown as the service sent them.
 */
export const jobMembers = {
  activeWorkflows: {
    id: 'workflows',
    label: (job) =>
      job !== undefined && isLastSeen(job) ? l10n.t('Last workflow') : l10n.t('Workflow'),
    // The tooltip line omits active workflows, because the tooltip title already contains them.
    tooltip: (job) => (isLastSeen(job) ? namesOf(workflowsOf(job)) : undefined),
    columns: {
      workflows: ({ activeWorkflows }) => namesCell(activeWorkflows),
      workflowKeys: ({ activeWorkflows }) => keysCell(activeWorkflows),
      lastWorkflows: (job) => (isLastSeen(job) ? namesCell(workflowsOf(job)) : ''),
    },
    card: 'activeIn',
    value: (job) => namedValue(workflowsOf(job)),
    absent: () => l10n.t('none'),
    announce: (names) =>
      names === '' ? l10n.t('No workflow is active') : l10n.t('Workflow: {0}', names),
    summary: { kind: 'names', name: 'workflows', of: (job) => workflowsOf(job).map(nameOrKey) },
    filter: {
      part: 'workflows',
      names: (job) => workflowsOf(job).map(nameOrKey),
      choice: (name) => l10n.t('Workflow: {0}', name),
      others: () => l10n.t('Other jobs for this workflow'),
      none: () => l10n.t('no workflow'),
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
    summary: {
      kind: 'names',
      name: 'steps',
      of: ({ activeSteps }) => (activeSteps ?? []).map(nameOrKey),
    },
    filter: {
      part: 'steps',
      names: ({ activeSteps }) => (activeSteps ?? []).map(nameOrKey),
      choice: (name) => l10n.t('Step: {0}', name),
      others: () => l10n.t('Other jobs at this step'),
      none: () => l10n.t('no step'),
    },
  },
  assignedTo: {
    id: 'assignedTo',
    label: () => l10n.t('Assigned to'),
    tooltip: (job) => formatFirstNames(assigneesOf(job), maxNamedPeople) || l10n.t('unassigned'),
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
    summary: { kind: 'names', name: 'assignees', of: assigneesOf },
    filter: {
      part: 'assignees',
      names: assigneesOf,
      choice: (name) => l10n.t('Assigned to {0}', name),
      others: () => l10n.t('Other jobs assigned to the same person'),
      none: () => l10n.t('unassigned'),
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
    tooltip: (job) =>
      job.startedBy == null ? undefined : (starterOf(job) ?? l10n.t('not recorded')),
    columns: { startedBy: ({ startedBy }) => startedBy && personCell(startedBy) },
    card: 'people',
    value: (job) => textValue(starterOf(job)),
    absent: () => l10n.t('not recorded'),
    announce: null,
    summary: null,
    filter: {
      part: 'starters',
      names: (job) => [starterOf(job) ?? ''],
      choice: (name) => l10n.t('Started by {0}', name),
      others: () => l10n.t('Other jobs started by the same person'),
      none: () => l10n.t('started by an unknown person'),
      people: {
        of: ({ startedBy }) => (startedBy == null ? [] : [startedBy]),
        choice: () => l10n.t('Started by me'),
        me: () => l10n.t('started by me'),
        described: (name) => l10n.t('started by {0}', name),
      },
    },
  },
  startedAt: { ...timeMember('startedAt'), label: () => l10n.t('Started') },
  updatedAt: { ...timeMember('updatedAt'), label: () => l10n.t('Updated') },
  completedAt: {
    ...timeMember('completedAt'),
    label: () => l10n.t('Completed'),
    absent: (job, isStale) =>
      jobState(job) === 'active' && !isStale ? l10n.t('still active') : l10n.t('not set'),
  },
} as const satisfies Readonly<Record<JobMemberName, JobMember>>;

export const memberList: readonly JobMember[] = Object.values(jobMembers);

/**
 * Names of the properties that the job page formats. All other properties are shown unformatted.
 */
export const describedMembers: ReadonlySet<string> = new Set(['key', ...Object.keys(jobMembers)]);

type Descriptor = (typeof jobMembers)[JobMemberName];

/** Union of the summary types in {@link jobMembers}. */
export type AnySummary = NonNullable<Descriptor['summary']>;

/** Name of a filter by property values, such as `workflows` or `assignees`. */
export type NamePart = Extract<Descriptor, { filter: NameFilter }>['filter']['part'];

type Filtered = JobMember & { readonly filter: NameFilter & { readonly part: NamePart } };

/** Properties by which jobs can be filtered. */
export const namedMembers = memberList.filter(
  (member): member is Filtered => member.filter !== null,
);

export const nameParts = namedMembers.map(({ filter }) => filter.part);

/** Name of a job property that contains a time. */
export type TimeName = {
  [Name in JobMemberName]: Job[Name] extends string | null | undefined ? Name : never;
}[JobMemberName];

/** Creates the {@link JobMember} properties that all times have in common. */
function timeMember<Name extends TimeName>(name: Name) {
  return {
    id: name,
    tooltip: (job, now) =>
      formatTimestamp(job[name], (ms) =>
        l10n.t('{0} ({1})', formatMoment(ms, now), formatRelative(ms, now)),
      ),
    columns: { [name]: (job) => job[name] },
    card: 'times',
    value: (job) => {
      const moment = momentOf(job[name]);
      return moment && { kind: 'moment', moment };
    },
    absent: () => l10n.t('not set'),
    announce: null,
    summary: { kind: 'text', name, of: (job) => job[name] },
    filter: null,
  } as const satisfies Partial<JobMember>;
}

interface JobTime {
  readonly name: TimeName;
  readonly label: string;
  /** Time in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns the times of a job. Omits times that are missing or invalid. */
export function timesOf(job: Job): JobTime[] {
  return Object.entries<JobMember>(jobMembers).flatMap(([name, { label, value }]) => {
    const time = value(job);
    if (time?.kind !== 'moment' || time.moment.ms === null) return [];
    return [{ name: name as TimeName, label: label(job), at: time.moment.ms }];
  });
}

/** Returns the values of all documented properties, for comparing two versions of a job. */
export function valuesOf(job: Job): unknown[] {
  return Object.keys(jobMembers).map((name) => job[name]);
}

/** Maximum number of people to list in a tooltip. */
const maxNamedPeople = 20;

/** Returns true if the job has no active workflow, but its last active workflows are known. */
function isLastSeen(job: Job): boolean {
  return !hasActiveWorkflows(job) && workflowsOf(job).length > 0;
}

/** Returns the name of the person who started the job, or undefined if the name is unknown. */
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

/** Parses a time from the service. Returns null if the time is missing. */
export function momentOf(text: string | null | undefined): Moment | null {
  return text == null ? null : { text, ms: parseTimestamp(text) };
}

/** Separator between names or keys in a CSV cell. */
const separator = ' | ';

function namesCell(named: readonly Named[] | null | undefined): string | undefined {
  return named?.map(({ key, name }) => name ?? key).join(separator);
}

function keysCell(named: readonly Named[] | null | undefined): string | undefined {
  return named?.map(({ key }) => key).join(separator);
}

function personCell({ firstName, lastName, key }: Person): string {
  return (
    [firstName, lastName].filter((part) => part != null && part !== '').join(' ') || (key ?? '')
  );
}
