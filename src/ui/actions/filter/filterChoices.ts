import { type QuickPickItem, QuickPickItemKind, ThemeIcon, commands, l10n, window } from 'vscode';
import {
  type JobFilter,
  countNames,
  describeFilter,
  isFiltering,
  noValue,
  valueParts,
} from '../../../model/browsing/jobFilter.ts';
import { me, peopleOf, personParts } from '../../../model/browsing/me.ts';
import { jobsIn } from '../../../model/jobs/listRows.ts';
import { type NamePart, namedMembers } from '../../../model/jobs/members/jobMembers.ts';
import type { Session } from '../../../model/session/session.ts';
import { singleLine } from '../../../text/untrustedText.ts';
import { settings } from '../../connection/settings.ts';
import { askForText, escapeIcons } from '../../feedback/notify.ts';
import { chooseMe } from './chooseMe.ts';
import { saveFilter } from './saveFilter.ts';

/** A row in the **Filter Jobs…** picker. */
export interface FilterChoice extends QuickPickItem {
  /** Filter that is set when the user selects the row. */
  readonly filter?: JobFilter;
  /**
   * Asks the user for a filter. Resolves to the new filter, or to undefined to keep the current
   * filter. The picker then appears again.
   */
  readonly ask?: () => Promise<JobFilter | undefined>;
  /** Runs an action instead of setting a filter. The picker does not appear again. */
  readonly run?: () => PromiseLike<void>;
}

/** Maximum number of names in the picker, because VS Code sends all names to the window. */
const maxOfferedNames = 1000;

/** Returns all rows in the **Filter Jobs…** picker except the first row. */
export function filterChoices(session: Session): FilterChoice[] {
  const { filters } = settings.filters();
  const saved = filters.map((filter) => ({
    label: escapeIcons(filter.name),
    description: escapeIcons(describeFilter(filter)),
    filter,
  }));
  return [
    ...withSeparator(l10n.t('Saved filters'), saved),
    ...withSeparator('', meChoices(session)),
    ...withSeparator('', actionChoices(session, filters.length > 0)),
    ...withSeparator(l10n.t('Conditions'), conditionChoices(session)),
    ...withSeparator(l10n.t('Names in loaded jobs'), nameChoices(session)),
  ];
}

/**
 * Returns the first picker row. Selecting the row searches for the typed string, or asks for a
 * string if nothing is typed.
 */
export function typedChoice(value: string, filter: JobFilter): FilterChoice {
  const text = singleLine(value).trim();
  if (text === '') {
    const label = l10n.t('Text in a name or the key');
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

/** Returns filters for the user's own jobs, or an empty array if there is no name to select. */
function meChoices(session: Session): FilterChoice[] {
  const { browsing } = session;
  const { filter, identity, rows } = browsing;
  if (identity === undefined && peopleOf(jobsIn(rows)).length === 0) return [];
  const choices: FilterChoice[] = personParts.map(({ part, people }) => ({
    label: people.choice(),
    description: meText(browsing),
    filter: { ...filter, [part]: [me] },
  }));
  if (identity === undefined) return choices;
  const ask = () => chooseMe(session).then(() => undefined);
  return [
    ...choices,
    { label: l10n.t('Select Your Name…'), iconPath: new ThemeIcon('account'), ask },
  ];
}

function conditionChoices(session: Session): FilterChoice[] {
  const { filter } = session.browsing;
  const valueChoices = valueParts.map(({ name, label, values }) => {
    const choices = values.map((value) => ({
      label: capitalized({ [name]: value }),
      filter: { ...filter, [name]: value },
    }));
    const any = { label: l10n.t('Any'), filter: { ...filter, [name]: undefined } };
    return {
      label: label(),
      description: capitalized({ [name]: filter[name] }),
      ask: async () => (await window.showQuickPick([any, ...choices], { title: label() }))?.filter,
    };
  });
  const partChoices = namedMembers.map(({ label, filter: { part } }) => ({
    label: label(),
    description: filter[part]?.map((name) => nameText(part, name)).join(', ') ?? '',
    ask: () => pickNames(session, label(), part),
  }));
  return [...partChoices, ...valueChoices];
}

function actionChoices({ browsing }: Session, hasSaved: boolean): FilterChoice[] {
  const choices: FilterChoice[] = [];
  if (isFiltering(browsing.filter)) {
    choices.push(
      { label: l10n.t('Clear the filter'), iconPath: new ThemeIcon('clear-all'), filter: {} },
      { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
      {
        label: l10n.t('Save Filter…'),
        iconPath: new ThemeIcon('save'),
        run: () => saveFilter(browsing),
      },
    );
  }
  if (hasSaved) {
    choices.push({
      label: l10n.t('Manage Filters…'),
      iconPath: new ThemeIcon('settings-gear'),
      run: () =>
        commands.executeCommand('workbench.action.openSettings', '@id:workflowJobs.filters'),
    });
  }
  return choices;
}

/** Returns a row for each name in the loaded jobs. Selecting a row filters by that name. */
function nameChoices({ browsing, list }: Session): FilterChoice[] {
  return namedMembers
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

/**
 * Describes a filter with a capital first letter. Labels that start with a name from the service
 * must not use this function, because the capital letter would change the name.
 */
function capitalized(filter: JobFilter): string {
  const text = describeFilter(filter);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Returns the label for a name. For a special name such as `@me`, returns a description. */
function nameText(part: NamePart, name: string): string {
  return name === noValue || name === me ? capitalized({ [part]: [name] }) : escapeIcons(name);
}

/** Asks the user to select one or more names from the loaded jobs. */
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
  const placeHolder = l10n.t('Names in loaded jobs');
  const any = { label: l10n.t('Any'), name: undefined };
  const several = {
    label: l10n.t('Select Multiple…'),
    iconPath: new ThemeIcon('checklist'),
    name: undefined,
  };
  const choice = await window.showQuickPick([any, several, ...items], { title, placeHolder });
  const picked =
    choice === several
      ? await window.showQuickPick(items, { title, placeHolder, canPickMany: true })
      : choice && items.filter((item) => item === choice);
  return (
    picked && {
      ...filter,
      [part]: picked.length === 0 ? undefined : picked.map(({ name }) => name),
    }
  );
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
  return identity === undefined ? l10n.t('select your name first') : escapeIcons(identity.name);
}
