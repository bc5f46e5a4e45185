import { Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, l10n, window } from 'vscode';
import type { Place } from '../../model/environments/environment.ts';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import type { Connection } from '../connection/connection.ts';
import { plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart, longestName, readOnlyWord } from './places.ts';

/** Shows in the status bar which service is connected; has no item without one and without environments. */
export function createEnvironmentStatus(environments: EnvironmentList, connection: Connection): Disposable {
  let item: StatusBarItem | undefined;
  const hide = () => {
    item?.dispose();
    item = undefined;
  };
  const show = () => {
    const { all, place } = environments;
    if (place === undefined && all.length === 0) return hide();
    item ??= createItem();
    Object.assign(item, place === undefined ? disconnected(connection) : looksOf(place));
    item.show();
  };
  show();
  return Disposable.from({ dispose: hide }, environments.onDidChange(show));
}

function createItem(): StatusBarItem {
  const item = window.createStatusBarItem('workflowJobs.environment', StatusBarAlignment.Left, 50);
  item.name = l10n.t('Workflow Jobs Environment');
  item.command = 'workflowJobs.switchEnvironment';
  return item;
}

function looksOf(place: Place) {
  const { name, baseUrl, kind, isReadOnly } = place;
  const isProduction = kind === 'production';
  const word = kindPart(place);
  const said = l10n.t('Workflow Jobs: {0}', joined(', ', oneLine(name), word));
  // Escaped, because status bars render `$(name)` as an icon.
  const text = plain(oneLine(name, longestName));
  const host = name === baseUrl.label ? undefined : oneLine(baseUrl.label);
  return {
    text: `$(${kind === undefined ? 'plug' : kindIcons[kind]}) ${text}${isReadOnly ? ' $(lock)' : ''}`,
    tooltip: joined(
      '\n',
      said,
      host,
      isReadOnly ? l10n.t('Read-only: no job can be started here.') : undefined,
      clickText(),
    ),
    backgroundColor: isProduction ? new ThemeColor('statusBarItem.warningBackground') : undefined,
    accessibilityInformation: { label: joined(', ', said, host, readOnlyWord(place)) },
  };
}

function disconnected({ failure }: Connection): ReturnType<typeof looksOf> {
  const state = l10n.t('Not connected');
  const label = l10n.t('Workflow Jobs: {0}', state);
  return {
    text: `$(debug-disconnect) ${state}`,
    tooltip: joined('\n', label, failure?.message, clickText()),
    backgroundColor: undefined,
    accessibilityInformation: { label },
  };
}

function clickText(): string {
  return l10n.t('Click to switch the environment.');
}
