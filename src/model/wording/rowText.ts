import * as l10n from '@vscode/l10n';
import {
  type Field,
  type FieldOption,
  type Job,
  type JobRow,
  type Readable,
  type Unreadable,
  isFieldOption,
  isJsonObject,
} from '../../service/index.ts';
import { isolated, oneLine, visibleText } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { formatAge, formatMoment, formatRelative, isAhead, parseTimestamp } from '../../text/time.ts';
import {
  type JobState,
  assigneesOf,
  hasActiveWorkflows,
  jobState,
  jobTitle,
  namesOf,
  personName,
  shortJobTitle,
  stateWord,
  workflowsOf,
} from '../jobs/job.ts';

/** The texts of a row; the tree adds ids, commands and menus. */
export interface RowText {
  readonly label: string;
  /** The active step goes before the age, because a narrow sidebar cuts off the end. */
  readonly description: string;
  /** Plain text of several lines; absent for a job, whose `jobTooltip` is made on hover. */
  readonly tooltip?: string;
  /** Id of a codicon. */
  readonly icon: string;
  /** Id of the icon's theme colour, if it has one. */
  readonly color?: string;
  /** One sentence for a screen reader. */
  readonly spoken: string;
}

export interface RowContext {
  /** Position of the row and total, if known: `41 of 4,213`. */
  readonly position: string;
  readonly now: number;
  readonly watch?: WatchState | undefined;
}

/** How a job is watched; a gone one was, until the service did not know it any more. */
type WatchState = 'watched' | 'notFollowed' | 'gone';

const watchIcons: Record<WatchState, Pick<RowText, 'icon' | 'color'>> = {
  watched: { icon: 'eye', color: 'charts.blue' },
  notFollowed: { icon: 'eye-closed' },
  gone: { icon: 'circle-slash' },
};

/** In a word, and in a sentence. */
function watchTexts(watch: WatchState): [word: string, sentence: string] {
  if (watch === 'watched') return [l10n.t('watched'), l10n.t('Watched: followed to its end')];
  return watch === 'gone'
    ? [l10n.t('gone'), l10n.t('Gone: the service does not know it any more')]
    : [l10n.t('not followed'), l10n.t('Not followed: too far down the list')];
}

/** What a row says of its job's state. */
interface StateText {
  readonly short: readonly (string | undefined)[];
  readonly spoken: string;
}

const stateTexts: Record<JobState, (job: Job, now: number) => StateText> = {
  active: activeText,
  completed: completedText,
  unknown: unknownText,
};

export function describeJob(row: JobRow, { position, now, watch }: RowContext): RowText {
  if (row.kind === 'unreadable') {
    const text = describeUnreadable(row);
    return {
      ...text,
      spoken: joined(', ', text.spoken, position),
    };
  }
  const { job } = row;
  const state = jobState(job);
  const { short, spoken } = stateTexts[state](job, now);
  // Only the first name, because several leave no room for the description.
  const { title, others } = shortJobTitle(job);
  const furtherNames = others === 0 ? undefined : l10n.t('+{0}', formatNumber(others));
  const watchWord = watch && watchTexts(watch)[0];
  return {
    label: title,
    description: joined(' · ', watch === 'watched' ? undefined : watchWord, furtherNames, ...short),
    ...(watch === undefined ? stateIcons[state] : watchIcons[watch]),
    spoken: joined(', ', jobTitle(job), spoken, watchWord, position),
  };
}

function activeText(job: Job, now: number): StateText {
  const step = namesOf(job.activeSteps);
  const started = parseTimestamp(job.startedAt);
  const start = spokenStart(job, (ms) => formatRelative(ms, now), now);
  if (step === undefined) {
    const word = stateWord('active');
    return { short: [word, ageText(started, now)], spoken: joined(', ', word, start) };
  }
  return {
    short: atStepSince(isolated(step), started, now),
    spoken: joined(', ', l10n.t('active at {0}', step), start),
  };
}

function completedText(job: Job, now: number): StateText {
  const completed = parseTimestamp(job.completedAt);
  const when = timeText(job.completedAt, (ms) => formatPast(ms, now));
  const spokenState = when === '' ? stateWord('completed') : l10n.t('completed {0}', when);
  return {
    short: [l10n.t('done'), ageText(completed, now)],
    spoken: joined(
      ', ',
      spokenState,
      spokenStart(job, (ms) => formatPast(ms, now)),
    ),
  };
}

function unknownText(job: Job, now: number): StateText {
  const word = stateWord('unknown');
  return {
    short: [word, ageText(parseTimestamp(job.startedAt), now)],
    spoken: joined(
      ', ',
      word,
      spokenStart(job, (ms) => formatPast(ms, now)),
    ),
  };
}

/** @param now only for a job that is active: its start may lie ahead */
function spokenStart(job: Job, format: (ms: number) => string, now?: number): string | undefined {
  const when = timeText(job.startedAt, format);
  if (when === '') return undefined;
  const started = parseTimestamp(job.startedAt);
  const isStillToCome = now !== undefined && started !== null && isAhead(started, now);
  return isStillToCome ? l10n.t('starts {0}', when) : l10n.t('started {0}', when);
}

/** A time as `format` writes it; as it was sent where it cannot be read. */
function timeText(sent: string | null | undefined, format: (ms: number) => string): string {
  const ms = parseTimestamp(sent);
  return ms === null ? oneLine(sent ?? '') : format(ms);
}

/** A moment of a job that is over: never as still to come, although the service's clock may be ahead. */
function formatPast(ms: number, now: number): string {
  return isAhead(ms, now) ? formatMoment(ms, now) : formatRelative(ms, now);
}

function ageText(ms: number | null, now: number): string | undefined {
  if (ms === null) return undefined;
  return isAhead(ms, now) ? formatMoment(ms, now) : formatAge(now - ms);
}

/** The details of a job that its row omits. */
export function jobTooltip(job: Job, now: number, watch?: WatchState): string {
  const time = (text: string | null | undefined) => momentText(text, now);
  const notGiven = l10n.t('not given');
  const notCompleted = job.completedAt == null ? l10n.t('not yet') : notGiven;
  return lines([
    [undefined, `${jobTitle(job)} — ${stateWord(jobState(job))}`],
    [l10n.t('Key'), oneLine(job.key)],
    [l10n.t('Workflows'), workflowNames(job)],
    [l10n.t('Steps'), namesOf(job.activeSteps) ?? l10n.t('none active')],
    [l10n.t('Assigned to'), assigneesOf(job).join(', ') || l10n.t('unassigned')],
    [l10n.t('Started by'), starterName(job)],
    [l10n.t('Started'), time(job.startedAt) || notGiven],
    [l10n.t('Updated'), time(job.updatedAt) || notGiven],
    [l10n.t('Completed'), time(job.completedAt) || notCompleted],
    ...(watch === undefined ? [] : [[undefined, watchTexts(watch)[1]] as const]),
  ]);
}

/** `2026-10-01T09:12:00+02:00 (3 hours ago)`. */
function momentText(sent: string | null | undefined, now: number): string {
  const ms = parseTimestamp(sent);
  const text = oneLine(sent ?? '');
  return ms === null ? text : `${text} (${formatRelative(ms, now)})`;
}

function workflowNames(job: Job): string {
  const names = namesOf(workflowsOf(job));
  if (names === undefined) return l10n.t('none active');
  return hasActiveWorkflows(job) ? names : l10n.t('{0} (last seen)', names);
}

function starterName({ startedBy }: Job): string {
  if (startedBy == null) return l10n.t('not stated');
  return personName(startedBy) ?? l10n.t('the service');
}

/**
 * The step of a job and its age. A start that lies ahead goes first: as the job is at a step, the clocks have
 * to differ.
 */
function atStepSince(step: string, started: number | null, now: number): string[] {
  if (started === null) return [step];
  const age = formatAge(now - started);
  return isAhead(started, now) ? [l10n.t('starts {0} (clock ahead)', age), step] : [step, age];
}

const stateIcons: Record<JobState, Pick<RowText, 'icon' | 'color'>> = {
  active: { icon: 'record', color: 'charts.blue' },
  completed: { icon: 'pass-filled', color: 'charts.green' },
  unknown: { icon: 'circle-large-outline' },
};

export function describeUnreadable({ key, name, problem }: Unreadable): RowText {
  const called = [name, key].find((each) => each !== undefined && each.trim() !== '');
  const label = called === undefined ? l10n.t('Unreadable entry') : oneLine(called);
  return {
    label,
    description: called === undefined ? '' : l10n.t('unreadable'),
    tooltip: lines([
      [undefined, l10n.t('{0} could not be read.', label)],
      [undefined, problem],
    ]),
    icon: 'warning',
    color: 'list.warningForeground',
    spoken:
      called === undefined
        ? l10n.t('{0}: {1}', label, problem)
        : l10n.t('{0}, could not be read: {1}', label, problem),
  };
}

export function describeField(field: Readable<Field>): RowText {
  if (field.kind === 'unreadable') return describeUnreadable(field);
  const { value } = field;
  const name = oneLine(value.name ?? '') || oneLine(value.key) || l10n.t('Field without a name');
  const type = oneLine(value.type ?? '') || l10n.t('no type');
  const { word, icon } = documentedType(value) ?? { word: type, icon: 'symbol-field' };
  const isRequired = value.required === true;
  const options = isDropdown(value) ? countText(optionsOf(value).length) : undefined;
  return {
    label: name,
    description: isRequired ? `${word} *` : word,
    // Tooltip and spoken sentence contain the type as the service sent it.
    tooltip: lines([
      [undefined, name],
      [l10n.t('Key'), oneLine(value.key)],
      [l10n.t('Type'), type],
      [l10n.t('Required'), requiredText(value)],
      ...(options === undefined ? [] : [[l10n.t('Options'), options] as const]),
    ]),
    icon,
    spoken: joined(', ', name, type, isRequired ? l10n.t('required') : undefined, options),
  };
}

function documentedType({ type }: Field): { readonly word: string; readonly icon: string } | undefined {
  if (type === 'dropdown') return { word: l10n.t('list'), icon: 'list-selection' };
  if (type === 'shortText') return { word: l10n.t('text'), icon: 'symbol-string' };
  return undefined;
}

function requiredText({ required }: Field): string {
  if (required === true) return l10n.t('yes');
  return required === false ? l10n.t('no') : l10n.t('not given');
}

function countText(options: number): string {
  return options === 1 ? l10n.t('1 option') : l10n.t('{0} options', formatNumber(options));
}

export function describeOption(option: FieldOption, fieldName: string, position: string): RowText {
  const label = oneLine(option.label ?? '') || oneLine(option.key) || l10n.t('Option without a label');
  return {
    label,
    description: '',
    tooltip: lines([
      [undefined, label],
      [l10n.t('Key'), oneLine(option.key)],
    ]),
    icon: 'circle-small',
    spoken: joined(', ', label, l10n.t('option of {0}', fieldName), position),
  };
}

/** Whether a field has options, which are its children (section 2.2). */
export function isDropdown(field: Field): boolean {
  return field.type === 'dropdown';
}

/**
 * The options of a field; of one that is no dropdown, whose options are not documented, those that are like a
 * dropdown's.
 */
export function optionsOf(field: Field): readonly FieldOption[] {
  const options: unknown = isJsonObject(field.details) ? field.details.options : undefined;
  if (!Array.isArray(options)) return [];
  return isDropdown(field) ? (options as FieldOption[]) : options.filter(isFieldOption);
}

/** A line for each row, `Name: text` where it has a name. */
function lines(rows: readonly (readonly [string | undefined, string])[]): string {
  return rows
    .map(([name, text]) => (name === undefined ? visibleText(text) : l10n.t('{0}: {1}', name, text)))
    .join('\n');
}
