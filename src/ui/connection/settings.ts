import { ConfigurationTarget, type Disposable, env, workspace } from 'vscode';
import { type ApiKeyHeader, apiKeyHeaderAt } from '../../model/environments/apiKeyHeader.ts';
import {
  type Confirmation,
  type EnvironmentKind,
  type Level,
  type Levels,
  confirmationMistakes,
  hasAddress,
  levels,
  namesOrigin,
  readConfirmation,
} from '../../model/environments/environment.ts';
import { type FilterEntry, readNamedFilters } from '../../model/browsing/namedFilters.ts';
import { isSameJson } from '../../model/util/json.ts';
import { written } from '../feedback/report.ts';
import { type ScopedConfigKeyTypeMap as Values, scopedConfigs } from '../../manifest.ts';

const section = scopedConfigs.scope;
const defaults: Values = scopedConfigs.defaults;

type SettingName = keyof Values;

/** A setting, or several by what their names begin with. */
type SettingOrSection = SettingName | SectionOf<SettingName>;
type SectionOf<Name> = Name extends `${infer Section}.${string}` ? Section : never;

/** The settings that take any number, flag or text; the others are checked where their values are known. */
type PlainName = {
  [Name in SettingName]: Values[Name] extends number | boolean
    ? Name
    : string extends Values[Name]
      ? Name
      : never;
}[SettingName];

/** The value of a setting, or its default. */
function read<Name extends PlainName>(name: Name): Values[Name] {
  const value: unknown = workspace.getConfiguration(section).get(name);
  // A settings file may contain values of any type.
  return typeof value === typeof defaults[name] ? (value as Values[Name]) : defaults[name];
}

/** What VS Code has at run time and does not declare. */
type Inspected = ReturnType<ReturnType<typeof workspace.getConfiguration>['inspect']> & {
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
};

function inspected(name: SettingName): NonNullable<Inspected> {
  return workspace.getConfiguration(section).inspect<unknown>(name) ?? { key: name };
}

/**
 * A setting's values by level. `globalValue` is the user's value or, in its place, that of the remote
 * machine's settings.
 */
function readLevels(name: SettingName): Levels {
  const values: Inspected | undefined = workspace.getConfiguration(section).inspect<unknown>(name);
  if (values === undefined) return {};
  const remote = remoteValue(values);
  return {
    user: values.globalLocalValue ?? (remote === undefined ? values.globalValue : undefined),
    remote,
    workspace: workspace.isTrusted ? values.workspaceValue : undefined,
  };
}

/** A VS Code that does not tell user and remote machine apart has one value for both. */
function remoteValue(values: Inspected): unknown {
  if ('globalRemoteValue' in values) return values.globalRemoteValue;
  return env.remoteName === undefined ? undefined : values.globalValue;
}

/** The levels that may name where requests go; Restricted Mode leaves only the user's. */
function readAddressLevels(name: SettingName): Levels {
  const all = readLevels(name);
  return workspace.isTrusted ? all : { user: all.user };
}

/** Whether the user's settings name an origin, as base URL or environment. */
export function isNamedByUser(origin: string): boolean {
  return namesOrigin(origin, readLevels('baseUrl').user, readLevels('environments').user);
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least;
}

/** The current settings, each limited to its range. */
export const settings = {
  baseUrl: () => {
    const value = workspace.isTrusted ? read('baseUrl') : readAddressLevels('baseUrl').user;
    return typeof value === 'string' ? value.trim() : '';
  },
  /**
   * How the API key of an origin is sent: as the user's environment there says, else as the settings say. For
   * an origin that the user names, only the user's settings count, because another header could be one that
   * the service logs.
   */
  apiKeyAt: (origin: string): ApiKeyHeader => {
    const environments = readLevels('environments').user;
    const isOfUser = isNamedByUser(origin);
    const readText = (name: 'apiKey.header' | 'apiKey.scheme') => {
      const value = isOfUser ? readLevels(name).user : read(name);
      return (typeof value === 'string' ? value : defaults[name]).trim();
    };
    return {
      header: readText('apiKey.header'),
      scheme: readText('apiKey.scheme'),
      ...apiKeyHeaderAt(environments, origin),
    };
  },
  /** Milliseconds. */
  requestTimeout: () => clamp(read('requestTimeout'), 1, 600) * 1000,
  environments: (): Levels => readAddressLevels('environments'),
  /** The most trusted level that has this base URL. */
  baseUrlLevel: (href: string): Level | undefined => {
    const texts = readAddressLevels('baseUrl');
    return levels.find((level) => hasAddress(texts[level], href));
  },
  /** The level that names an origin, unless the user's settings name it too. */
  onlyNamedBy: (origin: string): Exclude<Level, 'user'> | undefined => {
    const baseUrl = readAddressLevels('baseUrl');
    const environments = readAddressLevels('environments');
    const found = levels.find((level) => namesOrigin(origin, baseUrl[level], environments[level]));
    return found === 'user' ? undefined : found;
  },
  /** The strictest of all levels, so that only the user can loosen it. */
  confirmStart: (): Confirmation => readConfirmation(readLevels('confirmStart')),
  confirmStartMistakes: () => confirmationMistakes(readLevels('confirmStart')),
  /** Whether assistants may start jobs. */
  canAgentsStart: () => read('agents.canStartJobs'),
  completeKeys: () => read('completeKeys'),
  /** The saved filters of the user and, which are data and need no trust, of the workspace. */
  filters: () => {
    const { globalValue, workspaceValue } = inspected('filters');
    return readNamedFilters([globalValue, workspaceValue].flatMap((each) => each ?? []));
  },
  /** Off at any level, so that only the user can let jobs be on disk. */
  keepLastList: () => !Object.values(readLevels('keepLastList')).includes(false),
  notifyWhenFinished: () => read('notifyWhenFinished'),
  /** Milliseconds; 0 = off. */
  autoRefresh: () => {
    const seconds = read('autoRefresh');
    return seconds > 0 ? clamp(seconds, 5, 86_400) * 1000 : 0;
  },
};

/** Saves the base URL in the workspace if it is set there, otherwise for the user. */
export async function saveBaseUrl(value: string): Promise<void> {
  const inWorkspace = readLevels('baseUrl').workspace !== undefined;
  await write('baseUrl', value, inWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}

/** Adds an entry to the environments of the user's settings. */
export async function saveEnvironment(entry: {
  readonly name: string;
  readonly baseUrl: string;
  readonly kind: EnvironmentKind;
}): Promise<void> {
  // What VS Code replaces: the remote machine's list where it has one.
  const { user, remote = user } = readLevels('environments');
  await write('environments', [...entriesIn(remote), entry], ConfigurationTarget.Global);
}

/** Saves how the key of an origin is sent: in the user's environment there, else for all services of the user. */
export async function saveApiKeyHeader(origin: string, sent: ApiKeyHeader): Promise<void> {
  if (isSameJson(settings.apiKeyAt(origin), sent)) return;
  const { user, remote = user } = readLevels('environments');
  const entries = entriesIn(remote);
  const index = entries.findIndex((entry) => namesOrigin(origin, undefined, [entry]));
  if (index >= 0) {
    const changed = { ...(entries[index] as object), apiKey: sent };
    return write('environments', entries.with(index, changed), ConfigurationTarget.Global);
  }
  await write('apiKey.header', sent.header, ConfigurationTarget.Global);
  await write('apiKey.scheme', sent.scheme, ConfigurationTarget.Global);
}

/** An entry without the brackets of the list is kept. */
function entriesIn(list: unknown): readonly unknown[] {
  if (list === undefined) return [];
  return Array.isArray(list) ? list : [list];
}

/** Adds a filter to the settings, in place of one with its name. */
export async function saveFilterEntry(entry: FilterEntry, target: ConfigurationTarget): Promise<void> {
  const { globalValue, workspaceValue } = inspected('filters');
  const before = [target === ConfigurationTarget.Global ? globalValue : workspaceValue].flat();
  const others = before.filter(
    (each) => each !== undefined && (each as Partial<FilterEntry>).name !== entry.name,
  );
  await write('filters', [...others, entry], target);
}

function write(name: SettingName, value: unknown, target: ConfigurationTarget): Promise<void> {
  return written('settings.json', workspace.getConfiguration(section).update(name, value, target));
}

export function onDidChangeSettings(names: readonly SettingOrSection[], listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`${section}.${name}`))) listener();
  });
}
