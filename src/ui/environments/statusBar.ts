import {
  Disposable,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  l10n,
  window,
} from 'vscode';
import type { Place } from '../../model/environments/environment.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';
import { escapeIcons } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart, problemsText, readOnlyWord } from './places.ts';

/** Maximum length of a service name in the status bar, in characters. */
const maxPlaceNameLength = 30;

/**
 * Creates a status bar item that shows the connected service and warns about problems in the
 * settings. The item is hidden if there is nothing to show.
 */
export function createEnvironmentStatus(
  environments: EnvironmentList,
  connection: Connection,
): Disposable {
  const item = createItem();
  const update = () => {
    const { all, place, problems } = environments;
    if (place === undefined && all.length + problems.length === 0) return item.hide();
    const status = place === undefined ? disconnectedStatus(connection) : placeStatus(place);
    const { ariaLabel, ...looks } = problems.length === 0 ? status : withProblems(status, problems);
    Object.assign(item, looks, { accessibilityInformation: { label: ariaLabel } });
    item.show();
  };
  update();
  return Disposable.from(item, environments.onDidChange(update));
}

function createItem(): StatusBarItem {
  const item = window.createStatusBarItem('workflowJobs.environment', StatusBarAlignment.Left, 50);
  item.name = l10n.t('Workflow Jobs Environment');
  item.command = 'workflowJobs.switchEnvironment';
  return item;
}

interface StatusText extends Pick<StatusBarItem, 'text' | 'backgroundColor'> {
  readonly tooltip: string;
  readonly ariaLabel: string;
}

const warningBackground = () => new ThemeColor('statusBarItem.warningBackground');

function placeStatus(place: Place): StatusText {
  const { name, baseUrl, kind, isReadOnly } = place;
  const label = l10n.t('Workflow Jobs: {0}', joinNonEmpty(', ', singleLine(name), kindPart(place)));
  // Escapes `$(…)` in the name, because the status bar would render an icon.
  const text = escapeIcons(singleLine(name, maxPlaceNameLength));
  const host = name === baseUrl.label ? undefined : singleLine(baseUrl.label);
  const readOnly = isReadOnly ? l10n.t('Read-only: jobs cannot be started.') : undefined;
  return {
    text: `$(${kind === undefined ? 'plug' : kindIcons[kind]}) ${text}${isReadOnly ? ' $(lock)' : ''}`,
    tooltip: joinNonEmpty('\n', label, host, readOnly, clickText()),
    backgroundColor: kind === 'production' ? warningBackground() : undefined,
    ariaLabel: joinNonEmpty(', ', label, host, readOnlyWord(place)),
  };
}

function disconnectedStatus({ failure }: Connection): StatusText {
  const state = l10n.t('Not connected');
  const label = l10n.t('Workflow Jobs: {0}', state);
  return {
    text: `$(debug-disconnect) ${state}`,
    tooltip: joinNonEmpty('\n', label, failure?.message, clickText()),
    backgroundColor: undefined,
    ariaLabel: label,
  };
}

function withProblems(status: StatusText, problems: readonly string[]): StatusText {
  return {
    text: `${status.text} $(warning)`,
    tooltip: joinNonEmpty('\n\n', status.tooltip, ...problems),
    backgroundColor: warningBackground(),
    ariaLabel: joinNonEmpty(', ', status.ariaLabel, problemsText(problems)),
  };
}

function clickText(): string {
  return l10n.t('Click to switch environments.');
}
