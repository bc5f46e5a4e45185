import { Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, l10n, window } from 'vscode';
import type { Place } from '../../model/environments/environment.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { plain } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';
import { kindIcons, kindPart, shortName } from './places.ts';

/** Shows the connected environment in the status bar; has no item without environments. */
export function createEnvironmentStatus(environments: EnvironmentList, connection: Connection): Disposable {
  let item: StatusBarItem | undefined;
  const hide = () => {
    item?.dispose();
    item = undefined;
  };
  const show = () => {
    if (environments.all.length === 0) return hide();
    item ??= createItem();
    Object.assign(item, environments.here === undefined ? disconnected(connection) : looksOf(environments.here));
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

interface Looks {
  readonly text: string;
  readonly tooltip: string;
  readonly backgroundColor: ThemeColor | undefined;
  readonly accessibilityInformation: { readonly label: string };
}

function looksOf(place: Place): Looks {
  const { name, baseUrl, kind, isReadOnly } = place;
  const isProduction = kind === 'production';
  const word = kindPart(name, kind);
  const named = [oneLine(name), ...word].join(', ');
  // Escaped, because status bars render `$(name)` as an icon.
  const text = [plain(shortName(place)), ...(isProduction ? word : [])].join(' · ');
  const host = name === baseUrl.label ? [] : [oneLine(baseUrl.label)];
  const guard = isReadOnly ? [l10n.t('Read-only: no job can be started here.')] : [];
  const click = l10n.t('Click to switch the environment.');
  return {
    text: `$(${kind === undefined ? 'plug' : kindIcons[kind]}) ${text}${isReadOnly ? ' $(lock)' : ''}`,
    tooltip: [l10n.t('Workflow Jobs: {0}', named), ...host, ...guard, click].join('\n'),
    backgroundColor: isProduction ? new ThemeColor('statusBarItem.warningBackground') : undefined,
    accessibilityInformation: { label: [l10n.t('Workflow Jobs: {0}', named), ...host, ...(isReadOnly ? [l10n.t('read-only')] : [])].join(', ') },
  };
}

function disconnected({ failure }: Connection): Looks {
  const state = l10n.t('Not connected');
  const click = l10n.t('Click to switch the environment.');
  return {
    text: `$(debug-disconnect) ${state}`,
    tooltip: [l10n.t('Workflow Jobs: {0}', state), ...(failure === undefined ? [] : [failure.message]), click].join('\n'),
    backgroundColor: undefined,
    accessibilityInformation: { label: l10n.t('Workflow Jobs: {0}', state) },
  };
}
