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

/**
 * @param place position of the row and total, if known: `41 of 4,213`
 * @param isWatched whether the job is watched
 */
export function describeJob(row: JobRow, place: string, now: number, isWatched = false): RowText {
  const repeated = row.isRepeated ? l10n.t('repeated key') : undefined;
  if (row.kind === 'unreadable') {
    const text = describeUnreadable(row);
    return {
      ...text,
      description: joined(' · ', repeated, text.description),
      spoken: joined(', ', text.spoken, repeated, place),
    };
  }
  const { job } = row;
  const state = jobState(job);
  // Only the first name, because several leave no room for the description.
  const { title, others } = shortJobTitle(job);
  const step = namesOf(job.activeSteps);
  const started = parseTimestamp(job.startedAt);
  const completed = parseTimestamp(job.completedAt);
  const age = (ms: number | null) =>
    ms === null ? undefined : isAhead(ms, now) ? formatMoment(ms, now) : formatAge(now - ms);
  const ago = (ms: number | null, text: string | null | undefined) =>
    ms === null
      ? oneLine(text ?? '')
      : state !== 'active' && isAhead(ms, now)
        ? formatMoment(ms, now)
        : formatRelative(ms, now);
  const atStep = state === 'active' ? step : undefined;
  const startedAgo = ago(started, job.startedAt);
  const completedAgo = ago(completed, job.completedAt);
  const spokenState =
    state === 'completed' && completedAgo !== ''
      ? l10n.t('completed {0}', completedAgo)
      : atStep === undefined
        ? stateWord(state)
        : l10n.t('active at {0}', atStep);
  const spokenStart =
    startedAgo === ''
      ? undefined
      : state === 'active' && isAhead(started ?? now, now)
        ? l10n.t('starts {0}', startedAgo)
        : l10n.t('started {0}', startedAgo);
  return {
    label: title,
    description: joined(
      ' · ',
      repeated,
      others === 0 ? undefined : l10n.t('+{0}', formatNumber(others)),
      ...(atStep === undefined
        ? [
            state === 'completed' ? l10n.t('done') : stateWord(state),
            age(state === 'completed' ? completed : started),
          ]
        : atStepSince(isolated(atStep), started, now)),
    ),
    ...(isWatched ? { icon: 'eye', color: 'charts.blue' } : stateIcons[state]),
    spoken: joined(
      ', ',
      jobTitle(job),
      spokenState,
      spokenStart,
      isWatched ? l10n.t('watched') : undefined,
      repeated,
      place,
    ),
  };
}

/** The details of a job that its row omits. */
export function jobTooltip(job: Job, now: number, isWatched = false): string {
  const time = (text: string | null | undefined) => {
    const ms = parseTimestamp(text);
    const sent = oneLine(text ?? '');
    return ms === null ? sent : `${sent} (${formatRelative(ms, now)})`;
  };
  const workflows = namesOf(workflowsOf(job));
  return lines([
    [undefined, `${jobTitle(job)} — ${stateWord(jobState(job))}`],
    [l10n.t('Key'), oneLine(job.key)],
    [
      l10n.t('Workflows'),
      hasActiveWorkflows(job) || workflows === undefined
        ? (workflows ?? l10n.t('none active'))
        : l10n.t('{0} (last seen)', workflows),
    ],
    [l10n.t('Steps'), namesOf(job.activeSteps) ?? l10n.t('none active')],
    [l10n.t('Assigned to'), assigneesOf(job).join(', ') || l10n.t('unassigned')],
    [
      l10n.t('Started by'),
      job.startedBy == null ? l10n.t('not stated') : (personName(job.startedBy) ?? l10n.t('the service')),
    ],
    [l10n.t('Started'), time(job.startedAt) || l10n.t('not given')],
    [l10n.t('Updated'), time(job.updatedAt) || l10n.t('not given')],
    [
      l10n.t('Completed'),
      time(job.completedAt) || (job.completedAt == null ? l10n.t('not yet') : l10n.t('not given')),
    ],
    ...(isWatched ? [[undefined, l10n.t('Watched: followed to its end')] as const] : []),
  ]);
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
  const documented = new Map<unknown, [word: string, icon: string]>([
    ['dropdown', [l10n.t('list'), 'list-selection']],
    ['shortText', [l10n.t('text'), 'symbol-string']],
  ]);
  // Tooltip and spoken sentence contain the type as the service sent it.
  const [word, icon] = documented.get(value.type) ?? [type, 'symbol-field'];
  const options = isDropdown(value) ? optionsOf(value) : undefined;
  const optionCount =
    options === undefined
      ? undefined
      : options.length === 1
        ? l10n.t('1 option')
        : l10n.t('{0} options', formatNumber(options.length));
  return {
    label: name,
    description: value.required === true ? `${word} *` : word,
    tooltip: lines([
      [undefined, name],
      [l10n.t('Key'), oneLine(value.key)],
      [l10n.t('Type'), type],
      [
        l10n.t('Required'),
        value.required === true
          ? l10n.t('yes')
          : value.required === false
            ? l10n.t('no')
            : l10n.t('not given'),
      ],
      ...(optionCount === undefined ? [] : [[l10n.t('Options'), optionCount] as const]),
    ]),
    icon,
    spoken: joined(', ', name, type, value.required === true ? l10n.t('required') : undefined, optionCount),
  };
}

export function describeOption(option: FieldOption, fieldName: string, place: string): RowText {
  const label = oneLine(option.label ?? '') || oneLine(option.key) || l10n.t('Option without a label');
  return {
    label,
    description: '',
    tooltip: lines([
      [undefined, label],
      [l10n.t('Key'), oneLine(option.key)],
    ]),
    icon: 'circle-small',
    spoken: joined(', ', label, l10n.t('option of {0}', fieldName), place),
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
