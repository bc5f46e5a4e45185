import {
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  commands,
  l10n,
  window,
} from 'vscode';
import {
  type JobFilter,
  describeFilter,
  isFiltering,
  namesUnder,
  noFilter,
  noValue,
} from '../../../model/browsing/jobFilter.ts';
import { readFilterParts } from '../../../model/browsing/namedFilters.ts';
import { me, peopleOf, personParts } from '../../../model/browsing/me.ts';
import { jobsIn } from '../../../model/jobs/jobPages.ts';
import { assigneesOf } from '../../../model/jobs/job.ts';
import { type NamePart, namedMembers } from '../../../model/jobs/members/jobMembers.ts';
import { type Job, ServiceError, isJsonObject } from '../../../service/index.ts';
import { oneLine } from '../../../text/inert.ts';
import { joined } from '../../../text/list.ts';
import { compareNames } from '../../../text/order.ts';
import { day, hour } from '../../../text/time.ts';
import { chooseMe } from './chooseMe.ts';
import { settings } from '../../connection/settings.ts';
import { askForText, notify, plain, warnIfDisconnected } from '../../feedback/notify.ts';
import type { ExtensionServices } from '../extensionServices.ts';
import { isRow } from '../givenRequest.ts';
import { answerOf } from '../keyPick.ts';
import { saveFilter } from './saveFilter.ts';

/** Undefined if the question was dismissed. */
type NewFilter = Promise<JobFilter | undefined>;

interface FilterChoice extends QuickPickItem {
  /** Asks for what is left to choose. Absent from headings and from *Done*. */
  readonly ask?: () => NewFilter;
  /** Whether the choice is the whole answer, so that nothing more is asked. */
  readonly isLast?: boolean;
}

/** A part with one of a few values. */
type OnePart = 'state' | 'startedWithin' | 'updatedWithin' | 'age' | 'silence';

const states = ['active', 'completed', 'unknown'] as const;
const spans = [hour, 8 * hour, day, 7 * day, 30 * day];
const longerThan = spans.map((from) => ({ from, to: null }));

/** Most names to offer at once, because each is sent to the window. */
const mostNames = 1000;

/**
 * Applies the filter that is given: the name of a saved one, or its parts as in the settings. Without one,
 * asks until Escape or a choice that says all, and applies each choice at once.
 */
export async function filterJobs(services: ExtensionServices, given?: unknown): Promise<void> {
  const { signal } = services.connection.require();
  if (given != null && !isRow(given)) return setFilter(services, givenFilter(given));
  for (;;) {
    const choice = await pickChoice(services);
    if (choice?.ask === undefined) return;
    const next = await choice.ask();
    if (warnIfDisconnected(!signal.aborted)) return;
    if (next !== undefined) await setFilter(services, next);
    if (choice.isLast) return;
  }
}

/** Asks once who the person is, where the filter is by that. */
async function setFilter(services: ExtensionServices, filter: JobFilter): Promise<void> {
  services.browsing.setFilter(filter);
  if (services.browsing.lacksIdentity) await chooseMe(services);
}

/** @throws {ServiceError} `invalidInput` for an unknown name, and for parts that are not known */
function givenFilter(given: unknown): JobFilter {
  const { filters } = settings.filters();
  if (typeof given === 'string') {
    const found = filters.find(({ name }) => name === given);
    if (found !== undefined) return found.filter;
    const known = joined(', ', ...filters.map(({ name }) => `“${oneLine(name, 60)}”`));
    throw new ServiceError(
      'invalidInput',
      known === ''
        ? l10n.t('There is no filter with the name “{0}”: none is saved.', oneLine(given, 60))
        : l10n.t(
            'There is no filter with the name “{0}”. The saved ones are {1}.',
            oneLine(given, 60),
            known,
          ),
    );
  }
  if (!isJsonObject(given)) {
    throw new ServiceError('invalidInput', l10n.t('A filter is a name, or an object with parts.'));
  }
  const { filter, problems } = readFilterParts(given);
  if (problems.length > 0) throw new ServiceError('invalidInput', problems.join(' '));
  return filter;
}

/** Adds what a job has under a part to the filter. */
export function filterByJob({ browsing }: ExtensionServices, part: NamePart, job: Job): void {
  browsing.setFilter({ ...browsing.filter, [part]: namesUnder(part, job) });
}

/** Adds the person of a job to the filter: to whom it is assigned, else who started it. */
export function filterByPerson(services: ExtensionServices, job: Job): void {
  filterByJob(services, assigneesOf(job).length > 0 ? 'assignees' : 'starters', job);
}

function pickChoice(services: ExtensionServices): Promise<FilterChoice | undefined> {
  const pick = window.createQuickPick<FilterChoice>();
  pick.title = l10n.t('Filter Jobs');
  pick.placeholder = l10n.t('Type what to find, or choose a part');
  const { filter } = services.browsing;
  // VS Code names the accepted row by its index: the row of what is typed is always the first.
  const others = [
    ...savedChoices(),
    ...meChoices(services),
    ...partChoices(services),
    ...nameChoices(services),
  ];
  const offer = () => {
    const typed = typedChoice(pick.value, filter);
    pick.items = [typed, ...others];
    if (pick.value.trim() !== '') pick.activeItems = [typed];
  };
  offer();
  pick.onDidChangeValue(offer);
  return answerOf(pick, () => acceptedChoice(pick, filter));
}

/** The row that was accepted; of the first row, with the text as it is now. */
function acceptedChoice(pick: QuickPick<FilterChoice>, filter: JobFilter): FilterChoice {
  const [accepted] = pick.selectedItems;
  const isTyped = accepted === undefined || accepted === pick.items[0];
  return isTyped ? typedChoice(pick.value, filter) : accepted;
}

/** The first row: finds what is typed, or asks for it. */
function typedChoice(value: string, filter: JobFilter): FilterChoice {
  const typed = oneLine(value).trim();
  if (typed === '') {
    const label = l10n.t('Text in names or key');
    return {
      label,
      description: filter.text === undefined ? any() : plain(filter.text),
      ask: () => askText(label, filter),
    };
  }
  return {
    label: l10n.t('Contains “{0}”', plain(typed)),
    iconPath: new ThemeIcon('search'),
    alwaysShow: true,
    ask: () => Promise.resolve({ ...filter, text: typed }),
    isLast: true,
  };
}

function savedChoices(): FilterChoice[] {
  const { filters, problems } = settings.filters();
  if (problems.length > 0) void notify.warn(problems.join('\n'));
  if (filters.length === 0) return [];
  return [
    heading(l10n.t('saved')),
    ...filters.map(({ name, filter }) => ({
      label: plain(name),
      description: plain(describeFilter(filter)),
      ask: () => Promise.resolve(filter),
      isLast: true,
    })),
  ];
}

/** Filters by the person of this window, where the service names people. */
function meChoices(services: ExtensionServices): FilterChoice[] {
  const { filter, identity, rows } = services.browsing;
  if (identity === undefined && peopleOf(jobsIn(rows)).length === 0) return [];
  const choices = personParts.map(({ part, people }) => ({
    label: people.choice(),
    description: meText(services),
    ask: () => Promise.resolve({ ...filter, [part]: [me] }),
    isLast: true,
  }));
  const other: FilterChoice = {
    label: l10n.t('I am someone else…'),
    iconPath: new ThemeIcon('account'),
    ask: async () => {
      await chooseMe(services);
      return undefined;
    },
  };
  return [heading(l10n.t('me')), ...choices, ...(identity === undefined ? [] : [other])];
}

/** Who the person of this window is, or that they are asked. */
function meText({ browsing: { identity } }: ExtensionServices): string {
  return identity === undefined ? l10n.t('asks who you are') : plain(identity.name);
}

function partChoices(services: ExtensionServices): FilterChoice[] {
  const { filter } = services.browsing;
  const choice = (label: string, part: keyof JobFilter, ask: (title: string) => NewFilter): FilterChoice => ({
    label,
    description: filter[part] === undefined ? any() : plain(describeFilter({ [part]: filter[part] })),
    ask: () => ask(label),
  });
  const one = <Part extends OnePart>(label: string, part: Part, values: readonly JobFilter[Part][]) =>
    choice(label, part, (title) => pickOne({ title, filter, part, values }));
  return [
    heading(l10n.t('parts')),
    one(l10n.t('State'), 'state', states),
    ...namedMembers.map(({ label, filter: { part } }) =>
      choice(label(), part, (title) => pickNames(services, title, part)),
    ),
    one(l10n.t('Started'), 'startedWithin', spans),
    one(l10n.t('Updated'), 'updatedWithin', spans),
    one(l10n.t('Running'), 'age', longerThan),
    one(l10n.t('Unchanged'), 'silence', longerThan),
    ...actionChoices(services),
  ];
}

function actionChoices(services: ExtensionServices): FilterChoice[] {
  const { filter } = services.browsing;
  const manage: FilterChoice = {
    label: l10n.t('Manage Filters…'),
    iconPath: new ThemeIcon('settings-gear'),
    ask: async () => {
      await commands.executeCommand('workbench.action.openSettings', '@id:workflowJobs.filters');
      return undefined;
    },
    isLast: true,
  };
  const hasSaved = settings.filters().filters.length > 0;
  if (!isFiltering(filter)) return hasSaved ? [heading(''), manage] : [];
  return [
    heading(''),
    {
      label: l10n.t('Clear the filter'),
      iconPath: new ThemeIcon('clear-all'),
      ask: () => Promise.resolve(noFilter),
      isLast: true,
    },
    {
      label: l10n.t('Save Filter…'),
      iconPath: new ThemeIcon('save'),
      ask: async () => {
        await saveFilter(services);
        return undefined;
      },
      isLast: true,
    },
    ...(hasSaved ? [manage] : []),
    { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
  ];
}

/** The names of the loaded jobs, each as a filter of its own. */
function nameChoices({ browsing, jobs }: ExtensionServices): FilterChoice[] {
  const { people = [], other = [] } = Object.groupBy(namedMembers, ({ filter }) =>
    filter.people === undefined ? 'other' : 'people',
  );
  const members = [...people, ...other];
  const choices = members.flatMap(({ filter: { part, choice } }) =>
    [...countNames(part, jobs.state.rows ?? [])]
      .filter(([name]) => name !== noValue)
      .map(([name, count]) => ({
        label: choice(plain(name)),
        description: String(count),
        ask: () => Promise.resolve({ ...browsing.filter, [part]: [name] }),
        isLast: true,
      })),
  );
  if (choices.length === 0) return [];
  return [heading(l10n.t('names of the loaded jobs')), ...choices.slice(0, mostNames)];
}

function heading(label: string): FilterChoice {
  return { label, kind: QuickPickItemKind.Separator };
}

function any(): string {
  return l10n.t('any');
}

interface OneOf<Part extends OnePart> {
  readonly title: string;
  readonly filter: JobFilter;
  readonly part: Part;
  readonly values: readonly JobFilter[Part][];
}

/** Asks for one of the values of a part, or any. */
async function pickOne<Part extends OnePart>({ title, filter, part, values }: OneOf<Part>): NewFilter {
  const items = values.map((value) => ({ label: describeFilter({ [part]: value }), value }));
  const picked = await window.showQuickPick([{ label: any(), value: undefined }, ...items], { title });
  return picked && { ...filter, [part]: picked.value };
}

/** The names under a part in rows, in their order, each with its number of jobs. */
function countNames(
  part: NamePart,
  rows: ExtensionServices['browsing']['rows'],
  chosen: readonly string[] = [],
): Map<string, number> {
  const counts = new Map<string, number>(chosen.map((name) => [name, 0]));
  for (const row of rows) {
    if (row.kind === 'unreadable') continue;
    for (const name of namesUnder(part, row.job)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => compareNames(a, b)));
}

async function pickNames(services: ExtensionServices, title: string, part: NamePart): NewFilter {
  const { browsing, jobs } = services;
  const { filter } = browsing;
  const isOfPeople = personParts.some((each) => each.part === part);
  const offered = [...(isOfPeople ? [me] : []), ...(filter[part] ?? [])];
  const items = [...countNames(part, jobs.state.rows ?? [], offered)].map(([name, count]) => ({
    name,
    label: plain(name === noValue || name === me ? describeFilter({ [part]: [name] }) : name),
    description: isOfPeople && name === me ? meText(services) : String(count),
    picked: filter[part]?.includes(name) ?? false,
  }));
  const picked = await window.showQuickPick(items, {
    title,
    canPickMany: true,
    placeHolder: l10n.t('Names of the loaded jobs; pick none for any'),
  });
  return picked && { ...filter, [part]: picked.length === 0 ? undefined : picked.map(({ name }) => name) };
}

async function askText(title: string, filter: JobFilter): NewFilter {
  const text = await askForText({ title, value: filter.text ?? '', prompt: l10n.t('Leave empty for any') });
  return text === undefined ? undefined : { ...filter, text: oneLine(text) || undefined };
}
