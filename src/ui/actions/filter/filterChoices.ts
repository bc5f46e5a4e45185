import { type QuickPickItem, QuickPickItemKind, ThemeIcon, commands, l10n, window } from 'vscode';
import {
  type JobFilter,
  countNames,
  describeFilter,
  isFiltering,
  noFilter,
  noValue,
} from '../../../model/browsing/jobFilter.ts';
import { me, peopleOf, personParts } from '../../../model/browsing/me.ts';
import { jobsIn } from '../../../model/jobs/listRows.ts';
import { type NamePart, namedMembers } from '../../../model/jobs/members/jobMembers.ts';
import type { Session } from '../../../model/session/session.ts';
import { singleLine } from '../../../text/untrustedText.ts';
import { settings } from '../../connection/settings.ts';
import { askForText, notify, escapeIcons } from '../../feedback/notify.ts';
import { type FilterContext, chooseMe } from './chooseMe.ts';
import { saveFilter } from './saveFilter.ts';

/** A row of *Filter Jobs…*. */
export interface FilterChoice extends QuickPickItem {
  /** The filter that the row sets. */
  readonly filter?: JobFilter;
  /** Asks for a filter. The rows are shown again afterward. Undefined keeps the current filter. */
  readonly ask?: () => Promise<JobFilter | undefined>;
  /** Runs another command. */
  readonly run?: () => PromiseLike<void>;
}

const durations = ['1 h', '8 h', '1 d', '7 d', '30 d'];

/** Maximum number of names. VS Code sends all of them to the window. */
const maxOfferedNames = 1000;

/** Returns all rows except the first row. */
export function filterChoices(context: FilterContext): FilterChoice[] {
  const { session } = context;
  const { filters, problems } = settings.filters();
  if (problems.length > 0) void notify.warn(problems.join('\n'));
  const saved = filters.map(({ name, filter }) => ({
    label: escapeIcons(name),
    description: escapeIcons(describeFilter(filter)),
    filter,
  }));
  return [
    ...withSeparator(l10n.t('Saved'), saved),
    ...withSeparator('', meChoices(context)),
    ...withSeparator('', actionChoices(session, filters.length > 0)),
    ...withSeparator(l10n.t('Conditions'), partChoices(session)),
    ...withSeparator(l10n.t('Names in loaded jobs'), nameChoices(session)),
  ];
}

/** Returns the first row, which searches for the typed text or asks for a text. */
export function typedChoice(value: string, filter: JobFilter): FilterChoice {
  const text = singleLine(value).trim();
  if (text === '') {
    const label = l10n.t('Text in names or key');
    const description = filter.text === undefined ? '' : escapeIcons(filter.text);
    return { label, description, ask: () => askText(label, filter) };
  }
  return {
    label: l10n.t('Contains “{0}”', escapeIcons(text)),
    iconPath: new ThemeIcon('search'),
    alwaysShow: true,
    filter: { ...filter, text },
  };
}

function withSeparator(label: string, choices: readonly FilterChoice[]): readonly FilterChoice[] {
  return choices.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...choices];
}

/** Returns filters for the user's own jobs. Empty if the service does not return people. */
function meChoices(context: FilterContext): FilterChoice[] {
  const { browsing } = context.session;
  const { filter, identity, rows } = browsing;
  if (identity === undefined && peopleOf(jobsIn(rows)).length === 0) return [];
  const choices: FilterChoice[] = personParts.map(({ part, people }) => ({
    label: people.choice(),
    description: meText(browsing),
    filter: { ...filter, [part]: [me] },
  }));
  if (identity === undefined) return choices;
  const ask = async () => {
    await chooseMe(context);
    return undefined;
  };
  return [...choices, { label: l10n.t('Select Yourself…'), iconPath: new ThemeIcon('account'), ask }];
}

function partChoices(session: Session): FilterChoice[] {
  const { filter } = session.browsing;
  const valueChoice = (label: string, part: ValuePart, values: readonly string[]) => ({
    label,
    description: filterValueText(part, filter[part]),
    ask: () => pickValue(label, filter, part, values),
  });
  return [
    valueChoice(l10n.t('State'), 'state', ['active', 'completed', 'unknown']),
    ...namedMembers.map(({ label, filter: { part } }) => ({
      label: label(),
      description: filter[part]?.map((name) => nameText(part, name)).join(', ') ?? '',
      ask: () => pickNames(session, label(), part),
    })),
    valueChoice(l10n.t('Started'), 'startedWithin', durations),
    valueChoice(l10n.t('Updated'), 'updatedWithin', durations),
    valueChoice(l10n.t('Completed'), 'completedWithin', durations),
    valueChoice(l10n.t('Running'), 'runningLongerThan', durations),
    valueChoice(l10n.t('Unchanged'), 'unchangedLongerThan', durations),
  ];
}

function actionChoices({ browsing }: Session, hasSaved: boolean): FilterChoice[] {
  const manage: FilterChoice = {
    label: l10n.t('Manage Filters…'),
    iconPath: new ThemeIcon('settings-gear'),
    run: () => commands.executeCommand('workbench.action.openSettings', '@id:workflowJobs.filters'),
  };
  const manageSaved = hasSaved ? [manage] : [];
  if (!isFiltering(browsing.filter)) return manageSaved;
  return [
    { label: l10n.t('Clear the filter'), iconPath: new ThemeIcon('clear-all'), filter: noFilter },
    { label: l10n.t('Save Filter…'), iconPath: new ThemeIcon('save'), run: () => saveFilter(browsing) },
    ...manageSaved,
    { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
  ];
}

/** Returns a filter for each name in the loaded jobs. People come first. */
function nameChoices({ browsing, list }: Session): FilterChoice[] {
  const isOther = ({ filter }: (typeof namedMembers)[number]) => Number(filter.people === undefined);
  return namedMembers
    .toSorted((left, right) => isOther(left) - isOther(right))
    .flatMap(({ filter: { part, choice } }) =>
      [...countNames(part, list.state.rows ?? [])]
        .filter(([name]) => name !== noValue)
        .map(([name, count]) => ({
          label: choice(escapeIcons(name)),
          description: String(count),
          filter: { ...browsing.filter, [part]: [name] },
        })),
    )
    .slice(0, maxOfferedNames);
}

/** Parts of a filter that have a single value. */
type ValuePart =
  | 'state'
  | 'startedWithin'
  | 'updatedWithin'
  | 'completedWithin'
  | 'runningLongerThan'
  | 'unchangedLongerThan';

/** Returns a value as a label: `Started within 7 d`. Empty without a value. */
function filterValueText(part: ValuePart, value: string | undefined): string {
  return value === undefined ? '' : capitalized({ [part]: value });
}

/**
 * Returns a filter as a capitalized label. Do not use it for a text that begins with a name from the service,
 * because the name would change.
 */
function capitalized(filter: JobFilter): string {
  const text = describeFilter(filter);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Asks for one of the values of a part, or any value. */
async function pickValue(
  title: string,
  filter: JobFilter,
  part: ValuePart,
  values: readonly string[],
): Promise<JobFilter | undefined> {
  const items = values.map((value) => ({ label: filterValueText(part, value), value }));
  const picked = await window.showQuickPick([{ label: any(), value: undefined }, ...items], { title });
  return picked && { ...filter, [part]: picked.value };
}

/** Returns a name as a label. */
function nameText(part: NamePart, name: string): string {
  return name === noValue || name === me ? capitalized({ [part]: [name] }) : escapeIcons(name);
}

/** Asks for one or several names. Offers the names in the loaded jobs. */
async function pickNames(
  { browsing, list }: Session,
  title: string,
  part: NamePart,
): Promise<JobFilter | undefined> {
  const { filter } = browsing;
  const isOfPeople = personParts.some((each) => each.part === part);
  const offered = [...(isOfPeople ? [me] : []), ...(filter[part] ?? [])];
  const items = [...countNames(part, list.state.rows ?? [], offered)].map(([name, count]) => ({
    name,
    label: nameText(part, name),
    description: isOfPeople && name === me ? meText(browsing) : String(count),
    picked: filter[part]?.includes(name) ?? false,
  }));
  const several = { label: l10n.t('Select Several…'), iconPath: new ThemeIcon('checklist') };
  const choices: (QuickPickItem & { readonly name?: string })[] = [{ label: any() }, several, ...items];
  const placeHolder = l10n.t('Names in loaded jobs');
  const choice = await window.showQuickPick(choices, { title, placeHolder });
  if (choice === undefined) return undefined;
  const isSeveral = choice.label === several.label && choice.name === undefined;
  const picked = isSeveral
    ? await window.showQuickPick(items, { title, placeHolder, canPickMany: true })
    : items.filter(({ name }) => name === choice.name);
  return picked && { ...filter, [part]: picked.length === 0 ? undefined : picked.map(({ name }) => name) };
}

async function askText(title: string, filter: JobFilter): Promise<JobFilter | undefined> {
  const text = await askForText({
    title,
    value: filter.text ?? '',
    prompt: l10n.t('Leave empty to match any text'),
  });
  return text === undefined ? undefined : { ...filter, text: singleLine(text) || undefined };
}

function meText({ identity }: Session['browsing']): string {
  return identity === undefined ? l10n.t('select yourself first') : escapeIcons(identity.name);
}

function any(): string {
  return l10n.t('Any');
}
