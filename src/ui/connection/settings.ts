import { ConfigurationTarget, type Disposable, workspace } from 'vscode';
import { type ApiKeyHeader, apiKeyHeaderAt, entryBaseUrl } from '../../model/environments/apiKeyHeader.ts';
import {
  type Confirmation,
  confirmationProblem,
  readConfirmation,
} from '../../model/starting/confirmation.ts';
import type { Environment } from '../../model/environments/environment.ts';
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

/** The value of a setting whose reader handles every type. A setting that is `null` is not set. */
function readUnchecked(name: SettingName): unknown {
  return workspace.getConfiguration(section).get<unknown>(name) ?? defaults[name];
}

function inspected(name: SettingName) {
  return workspace.getConfiguration(section).inspect<unknown>(name) ?? { key: name };
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least;
}

/** The current settings, each limited to its range. */
export const settings = {
  baseUrl: () => read('baseUrl').trim(),
  isBaseUrlOfWorkspace: () => inspected('baseUrl').workspaceValue !== undefined,
  environments: () => readUnchecked('environments'),
  /** How the API key of an origin is sent. */
  apiKeyAt: (origin: string): ApiKeyHeader => ({
    header: read('apiKey.header').trim(),
    scheme: read('apiKey.scheme').trim(),
    ...apiKeyHeaderAt(settings.environments(), origin),
  }),
  /** Milliseconds. */
  requestTimeout: () => clamp(read('requestTimeout'), 1, 600) * 1000,
  confirmStart: (): Confirmation => readConfirmation(readUnchecked('confirmStart')),
  confirmStartProblem: () => confirmationProblem(readUnchecked('confirmStart')),
  /** Whether assistants may start jobs. */
  canAgentsStart: () => read('agents.canStartJobs'),
  completeKeys: () => read('completeKeys'),
  /** The saved filters of the user and, which are data and need no trust, of the workspace. */
  filters: () => {
    const { globalValue, workspaceValue } = inspected('filters');
    return readNamedFilters([globalValue, workspaceValue].flatMap((each) => each ?? []));
  },
  keepLastList: () => read('keepLastList'),
  notifyWhenFinished: () => read('notifyWhenFinished'),
  /** Milliseconds; 0 = off. */
  autoRefresh: () => {
    const seconds = read('autoRefresh');
    return seconds > 0 ? clamp(seconds, 5, 86_400) * 1000 : 0;
  },
};

/** Saves the base URL in the workspace if it is set there, otherwise for the user. */
export async function saveBaseUrl(value: string): Promise<void> {
  const target = settings.isBaseUrlOfWorkspace() ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await write('baseUrl', value, target);
}

/** Adds an environment to the settings, or changes the name and kind of the entry with its base URL. */
export async function saveEnvironment({
  baseUrl: { href },
  ...named
}: Pick<Environment, 'name' | 'baseUrl' | 'kind'>): Promise<void> {
  const entries = environmentEntries();
  const index = entries.findIndex((entry) => entryBaseUrl(entry)?.href === href);
  if (index >= 0) return changeEntry(index, named);
  await write('environments', [...entries, { baseUrl: href, ...named }], ConfigurationTarget.Global);
}

/** Saves how the API key of an origin is sent: in an environment at the origin, or else for all services. */
export async function saveApiKeyHeader(origin: string, sent: ApiKeyHeader): Promise<void> {
  if (isSameJson(settings.apiKeyAt(origin), sent)) return;
  const index = environmentEntries().findIndex((entry) => entryBaseUrl(entry)?.origin === origin);
  if (index >= 0) return changeEntry(index, { apiKey: sent });
  await write('apiKey.header', sent.header, ConfigurationTarget.Global);
  await write('apiKey.scheme', sent.scheme, ConfigurationTarget.Global);
}

/** Changes members of an entry of the environments setting. */
function changeEntry(index: number, members: object): Promise<void> {
  const entries = environmentEntries();
  const changed = { ...(entries[index] as object), ...members };
  return write('environments', entries.with(index, changed), ConfigurationTarget.Global);
}

/** The entries of the environments setting, including one that was written without the brackets of the list. */
function environmentEntries(): readonly unknown[] {
  return [settings.environments()].flat();
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
