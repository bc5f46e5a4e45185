import * as l10n from '@vscode/l10n';
import {
  type Field,
  type FieldOption,
  type Job,
  type JobRow,
  type Readable,
  type Unreadable,
  readPeople,
} from '../../service/index.ts';
import { foldCase } from '../../text/foldCase.ts';
import {
  bidiIsolate,
  singleLine,
  shortenMiddle,
  showBidiControls,
} from '../../text/untrustedText.ts';
import { formatFirstNames, joinNonEmpty } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import {
  day,
  formatLength,
  formatLengthInWords,
  formatMoment,
  formatRelative,
  isFutureTime,
  minute,
  parseTimestamp,
  formatTimestamp,
} from '../../text/time.ts';
import { dayNumber } from '../../text/timeZone.ts';
import type { WatchState } from '../following/watchList.ts';
import { type JobFilter, namesUnder } from '../browsing/jobFilter.ts';
import { hasOptions, limitsOf, optionsOf, typeIcon } from '../fields/fieldTypes.ts';
import {
  type JobState,
  jobState,
  jobTitle,
  namesOf,
  personName,
  shortJobTitle,
  stateWord,
  workflowsOf,
} from '../jobs/job.ts';
import { memberList } from '../jobs/members/jobMembers.ts';

/** Tooltip of a row in a view. */
export interface Tooltip {
  readonly title: string;
  /** Job key shown next to the title. */
  readonly key?: string;
  readonly lines: readonly string[];
}

/** Texts and icon of a row in a view. */
export interface RowText {
  readonly label: string;
  /**
   * Text after the label. The most useful parts come first, because narrow sidebars cut off the
   * end.
   */
  readonly description: string;
  /**
   * Row tooltip. Undefined for jobs, because `jobTooltip` creates the tooltip when the user hovers
   * over the row.
   */
  readonly tooltip?: string | Tooltip;
  /** Codicon ID of the icon. */
  readonly icon: string;
  /** Theme color ID of the icon. */
  readonly color?: string;
  /** Label for screen readers. */
  readonly ariaLabel: string;
}

export interface RowContext {
  readonly now: number;
  readonly watch?: WatchState | undefined;
  /** Current grouping. Rows omit the value that the group heading already shows. */
  readonly grouping?: string;
  /** Current filter. Rows omit the values that the filter already specifies. */
  readonly filter?: JobFilter;
}

/** Part of a row that the group heading or the filter may already show. */
type SharedPart = 'workflow' | 'step' | 'person' | 'state';

/** Maximum length of a row label. The limit leaves space for the age and the step. */
const maxLabelLength = 20;

/** Row text (`word`) and tooltip text (`sentence`) for each state of a watched job. */
const watchTexts: Partial<
  Record<WatchState, () => { readonly word: string; readonly sentence: string }>
> = {
  watched: () => ({ word: l10n.t('watched'), sentence: l10n.t('Watched until it is completed') }),
  notFollowed: () => ({
    word: l10n.t('not updated'),
    sentence: l10n.t('Not updated: the last request did not return this job'),
  }),
  deleted: () => ({
    word: l10n.t('deleted'),
    sentence: l10n.t('Deleted: the service no longer has this job'),
  }),
};

export function describeJob(row: JobRow, context: RowContext): RowText {
  const { now, watch, grouping } = context;
  if (row.kind === 'unreadable') return describeUnreadable(row);
  const { job } = row;
  const state = jobState(job);
  const word = watch && watchTexts[watch]?.().word;
  const isFollowed = watch === 'watched';
  const omitted = omittedParts(job, context);
  const label = labelOf(job, omitted);
  return {
    label: shortenMiddle(label, maxLabelLength),
    description: joinNonEmpty(
      ' · ',
      isFollowed ? undefined : word,
      matchedKey(job, label, context.filter),
      ...shortParts(job, now, omitted),
    ),
    ...(watch === 'deleted' ? { icon: 'circle-slash' } : stateIcons[state]),
    ariaLabel: joinNonEmpty(
      ', ',
      jobTitle(job),
      ...ariaTexts[state](job, now),
      assigneesText(job),
      isKeyTitle(job) ? undefined : l10n.t('key {0}', singleLine(job.key)),
      isFollowed && grouping === 'watched' ? undefined : word,
    ),
  };
}

/** Returns the row parts that the group heading or the filter already shows. */
function omittedParts(job: Job, { grouping, filter = {} }: RowContext): ReadonlySet<SharedPart> {
  const isFiltered: Readonly<Record<SharedPart, boolean>> = {
    workflow: filter.workflows?.length === 1 && namesUnder('workflows', job).length === 1,
    step: filter.steps?.length === 1 && namesUnder('steps', job).length === 1,
    person: filter.assignees?.length === 1 && namesUnder('assignees', job).length === 1,
    state: filter.state !== undefined,
  };
  const parts = Object.keys(isFiltered) as SharedPart[];
  return new Set(parts.filter((part) => grouping === part || isFiltered[part]));
}

/**
 * Returns the first workflow as the row label. If the row omits workflows, returns the active steps
 * or the job key instead.
 */
function labelOf(job: Job, omitted: ReadonlySet<SharedPart>): string {
  if (!omitted.has('workflow')) return shortJobTitle(job).title;
  const step = omitted.has('step') ? undefined : namesOf(job.activeSteps);
  return step ?? (singleLine(job.key) || jobTitle(job));
}

/** Returns the job key if the key matches the text filter and is not already the row label. */
function matchedKey({ key }: Job, label: string, { text }: JobFilter = {}): string | undefined {
  if (text === undefined || !foldCase(key).includes(foldCase(text))) return undefined;
  return singleLine(key) === label ? undefined : bidiIsolate(singleLine(key));
}

/** Formats the age, step, and assignee of a job, such as `3 h · Release payment · Ada`. */
export function shortJobText(job: Job, now: number): string {
  return joinNonEmpty(' · ', ...shortParts(job, now));
}

function shortParts(
  job: Job,
  now: number,
  omitted: ReadonlySet<SharedPart> = new Set(),
): (string | undefined)[] {
  const state = jobState(job);
  const word = omitted.has('state') ? undefined : stateWord(state);
  if (state !== 'completed') return openParts(job, now, word, omitted);
  return [ageText(parseTimestamp(job.completedAt), now), word, tookText(job, formatLength)];
}

/**
 * Returns the row parts for a job that is not completed.
 * @param word name of the job state, shown if there is no active step
 */
function openParts(
  job: Job,
  now: number,
  word: string | undefined,
  omitted: ReadonlySet<SharedPart>,
): (string | undefined)[] {
  const started = parseTimestamp(job.startedAt);
  const step = jobState(job) === 'active' ? namesOf(job.activeSteps) : undefined;
  const isStepOmitted = omitted.has('step') || omitted.has('workflow');
  const shownStep = isStepOmitted ? undefined : bidiIsolate(step ?? '');
  const { others } = shortJobTitle(job);
  return [
    ageText(started, now),
    step === undefined ? word : shownStep,
    omitted.has('person') ? undefined : shortAssignee(job),
    others === 0 || omitted.has('workflow') ? undefined : l10n.t('+{0}', formatNumber(others)),
  ];
}

/**
 * Formats the time from start to completion. Returns undefined if the start or completion time is
 * invalid.
 */
function tookText(
  { startedAt, completedAt }: Job,
  format: (ms: number) => string,
): string | undefined {
  const [started, completed] = [parseTimestamp(startedAt), parseTimestamp(completedAt)];
  if (started === null || completed === null || completed < started) return undefined;
  return l10n.t('took {0}', format(completed - started));
}

/** Returns the first name of the first assignee, followed by the number of other assignees. */
function shortAssignee(job: Job): string | undefined {
  const [person, ...others] = readPeople(job.assignedTo);
  if (person === undefined) return undefined;
  const name = singleLine(person.firstName ?? '', 40) || (personName(person) ?? l10n.t('assigned'));
  return others.length === 0
    ? bidiIsolate(name)
    : `${bidiIsolate(name)} ${l10n.t('+{0}', formatNumber(others.length))}`;
}

function assigneesText(job: Job): string | undefined {
  const people = readPeople(job.assignedTo);
  if (people.length === 0) return undefined;
  const names = people.flatMap((person) => personName(person) ?? []);
  return names.length === 0
    ? l10n.t('assigned')
    : l10n.t('assigned to {0}', formatFirstNames(names, 3));
}

/** Describes the state and times of a job for screen readers. */
const ariaTexts: Record<JobState, (job: Job, now: number) => (string | undefined)[]> = {
  active(job, now) {
    const step = namesOf(job.activeSteps);
    return [
      step === undefined ? stateWord('active') : l10n.t('active at {0}', step),
      ariaStart(job, now),
    ];
  },
  completed(job, now) {
    // Uses an absolute time if the service clock is ahead, because “in 5 minutes” would be
    // misleading.
    const when = formatTimestamp(job.completedAt, (ms) =>
      isFutureTime(ms, now) ? formatMoment(ms, now) : formatRelative(ms, now),
    );
    return [
      when === '' ? stateWord('completed') : l10n.t('completed {0}', when),
      tookText(job, formatLengthInWords) ?? ariaStart(job, now),
    ];
  },
  unknown: (job, now) => [stateWord('unknown'), ariaStart(job, now)],
};

function ariaStart({ startedAt }: Job, now: number): string | undefined {
  const when = formatTimestamp(startedAt, (ms) => formatRelative(ms, now));
  if (when === '') return undefined;
  const isInFuture = isFutureTime(parseTimestamp(startedAt) ?? now, now);
  return isInFuture ? l10n.t('starts {0}', when) : l10n.t('started {0}', when);
}

/** Formats an age, such as `3 h`. Returns the date and time if the service's clock is ahead. */
function ageText(ms: number | null, now: number): string | undefined {
  if (ms === null) return undefined;
  if (isFutureTime(ms, now)) return formatMoment(ms, now);
  const age = now - ms;
  if (age < minute) return l10n.t('now');
  if (age < day) return formatLength(age);
  // Counts calendar days, as `formatRelative` does.
  return formatLength(Math.max(1, dayNumber(now) - dayNumber(ms)) * day);
}

export function jobTooltip(job: Job, now: number, watch?: WatchState): Tooltip {
  return {
    title: jobTitle(job),
    ...(isKeyTitle(job) ? {} : { key: singleLine(job.key) }),
    lines: [
      ...lines([
        [l10n.t('State'), stateWord(jobState(job))],
        ...memberList.map(({ label, tooltip }) => [label(job), tooltip?.(job, now)] as const),
      ]),
      ...[watch && watchTexts[watch]?.().sentence].filter((line) => line !== undefined),
    ],
  };
}

function isKeyTitle(job: Job): boolean {
  return namesOf(workflowsOf(job)) === undefined;
}

const stateIcons: Record<JobState, Pick<RowText, 'icon' | 'color'>> = {
  active: { icon: 'record', color: 'charts.blue' },
  completed: { icon: 'pass-filled', color: 'charts.green' },
  unknown: { icon: 'circle-large-outline' },
};

export function describeUnreadable({ key, name, problem }: Unreadable): RowText {
  const title = [name, key].find((each) => each !== undefined && each.trim() !== '');
  const label = title === undefined ? l10n.t('Unreadable entry') : singleLine(title);
  return {
    label,
    description: title === undefined ? '' : l10n.t('unreadable'),
    tooltip: {
      title: l10n.t('{0} could not be read.', label),
      lines: problem.split('\n').map(showBidiControls),
    },
    icon: 'warning',
    color: 'list.warningForeground',
    ariaLabel:
      title === undefined
        ? l10n.t('{0}: {1}', label, problem)
        : l10n.t('{0}, could not be read: {1}', label, problem),
  };
}

export function describeField(field: Readable<Field>): RowText {
  if (field.kind === 'unreadable') return describeUnreadable(field);
  const { value } = field;
  const name = fieldName(value);
  const type = singleLine(value.type ?? '') || l10n.t('no type');
  const isRequired = value.required === true;
  const options = hasOptions(value) ? countText(optionsOf(value).length) : undefined;
  return {
    label: isRequired ? l10n.t('* {0}', bidiIsolate(name)) : name,
    description: type,
    tooltip: {
      title: name,
      key: singleLine(value.key),
      lines: lines([
        [l10n.t('Type'), type],
        [l10n.t('Required'), requiredText(value)],
        [l10n.t('Options'), options],
        [l10n.t('Value'), limitsOf(value)],
      ]),
    },
    icon: typeIcon(value),
    ariaLabel: joinNonEmpty(
      ', ',
      name,
      type,
      isRequired ? l10n.t('required') : undefined,
      options,
      limitsOf(value),
    ),
  };
}

/** Returns the field name, or the field key if the field has no name. */
export function fieldName({ name, key }: Field): string {
  return singleLine(name ?? '') || singleLine(key) || l10n.t('Field without a name');
}

function requiredText({ required }: Field): string {
  if (required === true) return l10n.t('yes (marked with *)');
  return required === false ? l10n.t('no') : l10n.t('not specified');
}

function countText(options: number): string {
  return options === 1 ? l10n.t('1 option') : l10n.t('{0} options', formatNumber(options));
}

export function describeOption(option: FieldOption, fieldName: string): RowText {
  const label =
    singleLine(option.label ?? '') || singleLine(option.key) || l10n.t('Option without a label');
  return {
    label,
    description: '',
    tooltip: { title: label, key: singleLine(option.key), lines: [] },
    icon: 'circle-small',
    ariaLabel: joinNonEmpty(', ', label, l10n.t('option of {0}', fieldName)),
  };
}

/** Formats each pair as a line, such as `State: active`. Omits pairs without a value. */
function lines(rows: readonly (readonly [string, string | undefined])[]): string[] {
  return rows.flatMap(([name, text]) => (text ? [l10n.t('{0}: {1}', name, text)] : []));
}
