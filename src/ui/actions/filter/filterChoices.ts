import { type QuickPickItem, QuickPickItemKind, ThemeIcon, commands, l10n } from 'vscode';
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
import { namedMembers } from '../../../model/jobs/members/jobMembers.ts';
import { oneLine } from '../../../text/inert.ts';
import { day, hour } from '../../../text/time.ts';
import { settings } from '../../connection/settings.ts';
import { notify, plain } from '../../feedback/notify.ts';
import type { Session } from '../../../model/session/session.ts';
import { type FilterContext, chooseMe } from './chooseMe.ts';
import { type NewFilter, type OnePart, any, askText, meText, pickNames, pickOne } from './filterQuestions.ts';
import { saveFilter } from './saveFilter.ts';

/** A row of *Filter Jobs…*. */
export interface FilterChoice extends QuickPickItem {
  /** Asks for what is left to choose. Absent from headings and from *Done*. */
  readonly ask?: () => NewFilter;
  /** Whether the choice is the whole answer, so that nothing more is asked. */
  readonly isLast?: boolean;
}

const states = ['active', 'completed', 'unknown'] as const;
const spans = [hour, 8 * hour, day, 7 * day, 30 * day];
const longerThan = spans.map((from) => ({ from, to: null }));

/** Most names to offer at once, because each is sent to the window. */
const mostNames = 1000;

/** All rows but the first: the saved filters, me, the parts, and the names of the loaded jobs. */
export function filterChoices(context: FilterContext): FilterChoice[] {
  const { session } = context;
  return [...savedChoices(), ...meChoices(context), ...partChoices(session), ...nameChoices(session)];
}

/** The first row: finds what is typed, or asks for it. */
export function typedChoice(value: string, filter: JobFilter): FilterChoice {
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
function meChoices(context: FilterContext): FilterChoice[] {
  const { browsing } = context.session;
  const { filter, identity, rows } = browsing;
  if (identity === undefined && peopleOf(jobsIn(rows)).length === 0) return [];
  const choices = personParts.map(({ part, people }) => ({
    label: people.choice(),
    description: meText(browsing),
    ask: () => Promise.resolve({ ...filter, [part]: [me] }),
    isLast: true,
  }));
  const other: FilterChoice = {
    label: l10n.t('I am someone else…'),
    iconPath: new ThemeIcon('account'),
    ask: async () => {
      await chooseMe(context);
      return undefined;
    },
  };
  return [heading(l10n.t('me')), ...choices, ...(identity === undefined ? [] : [other])];
}

function partChoices(session: Session): FilterChoice[] {
  const { filter } = session.browsing;
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
      choice(label(), part, (title) => pickNames(session, title, part)),
    ),
    one(l10n.t('Started'), 'startedWithin', spans),
    one(l10n.t('Updated'), 'updatedWithin', spans),
    one(l10n.t('Running'), 'age', longerThan),
    one(l10n.t('Unchanged'), 'silence', longerThan),
    ...actionChoices(session),
  ];
}

function actionChoices({ browsing }: Session): FilterChoice[] {
  const { filter } = browsing;
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
        await saveFilter(browsing);
        return undefined;
      },
      isLast: true,
    },
    ...(hasSaved ? [manage] : []),
    { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
  ];
}

/** The names of the loaded jobs, each as a filter of its own. */
function nameChoices({ browsing, list }: Session): FilterChoice[] {
  const { people = [], other = [] } = Object.groupBy(namedMembers, ({ filter }) =>
    filter.people === undefined ? 'other' : 'people',
  );
  const members = [...people, ...other];
  const choices = members.flatMap(({ filter: { part, choice } }) =>
    [...countNames(part, list.state.rows ?? [])]
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
