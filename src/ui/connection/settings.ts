import { ConfigurationTarget, type Disposable, workspace } from 'vscode';
import {
  type ApiKeyHeader,
  apiKeyHeaderAt,
  entryBaseUrl,
} from '../../model/environments/apiKeyHeader.ts';
import {
  type Confirmation,
  confirmationProblem,
  readConfirmation,
} from '../../model/starting/confirmation.ts';
import type { Environment } from '../../model/environments/environment.ts';
import { type NamedFilter, readNamedFilters } from '../../model/browsing/namedFilters.ts';
import { isSameJson } from '../../model/util/json.ts';
import { written } from '../feedback/report.ts';
import { settingDefaults as defaults } from '../../manifest.ts';

const settingsSection = 'workflowJobs';

type Values = typeof defaults;
type SettingName = keyof Values;

/** Settings whose value is a number, boolean, or string. */
type PlainName = Exclude<SettingName, 'environments' | 'confirmStart' | 'filters'>;

/** Returns the value of a setting, or the default if the value has the wrong type. */
function read<Name extends PlainName>(name: Name): Values[Name] {
  const value: unknown = workspace.getConfiguration(settingsSection).get(name);
  // Users can enter values of any type in `settings.json`.
  return typeof value === typeof defaults[name] ? (value as Values[Name]) : defaults[name];
}

/** Returns the value of a setting without validation. Treats `null` as not set. */
function readUnchecked(name: SettingName): unknown {
  return workspace.getConfiguration(settingsSection).get<unknown>(name) ?? defaults[name];
}

function inspected(name: SettingName) {
  return workspace.getConfiguration(settingsSection).inspect<unknown>(name) ?? { key: name };
}

function clamp(value: number, min: number, max: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : min;
}

/** Current setting values. Numbers are clamped to the allowed range. */
export const settings = {
  baseUrl: () => read('baseUrl').trim(),
  isBaseUrlOfWorkspace: () => inspected('baseUrl').workspaceValue !== undefined,
  environments: () => readUnchecked('environments'),
  /** Returns the API key header for an origin, including the scheme. */
  apiKeyAt: (origin: string): ApiKeyHeader => ({
    header: read('apiKey.header').trim(),
    scheme: read('apiKey.scheme').trim(),
    ...apiKeyHeaderAt(settings.environments(), origin),
  }),
  /** Request timeout in milliseconds. */
  requestTimeout: () => clamp(read('requestTimeout'), 1, 600) * 1000,
  confirmStart: (): Confirmation => readConfirmation(readUnchecked('confirmStart')),
  confirmStartProblem: () => confirmationProblem(readUnchecked('confirmStart')),
  /** True if AI assistants are allowed to start jobs. */
  canAgentsStart: () => read('agents.canStartJobs'),
  completeKeys: () => read('completeKeys'),
  /**
   * Saved filters from user and workspace settings. Workspace filters are used even in Restricted
   * Mode, because filters cannot run code.
   */
  filters: () => {
    const { globalValue, workspaceValue } = inspected('filters');
    return readNamedFilters([globalValue, workspaceValue].flatMap((each) => each ?? []));
  },
  keepLastList: () => read('keepLastList'),
  notifyWhenFinished: () => read('notifyWhenFinished'),
  /** Automatic refresh interval in milliseconds, or 0 if automatic refresh is turned off. */
  autoRefresh: () => {
    const seconds = read('autoRefresh');
    return seconds > 0 ? clamp(seconds, 5, 86_400) * 1000 : 0;
  },
};

/** Saves the base URL in the user settings, or in the workspace settings if already set there. */
export async function saveBaseUrl(value: string): Promise<void> {
  const target = settings.isBaseUrlOfWorkspace()
    ? ConfigurationTarget.Workspace
    : ConfigurationTarget.Global;
  await write('baseUrl', value, target);
}

/** Adds an environment to the user settings, or updates the environment with the same base URL. */
export async function saveEnvironment({
  baseUrl: { href },
  ...named
}: Pick<Environment, 'name' | 'baseUrl' | 'kind'>): Promise<void> {
  const entries = environmentEntries();
  const index = entries.findIndex((entry) => entryBaseUrl(entry)?.href === href);
  if (index >= 0) return changeEntry(index, named);
  await write(
    'environments',
    [...entries, { baseUrl: href, ...named }],
    ConfigurationTarget.Global,
  );
}

/**
 * Saves the API key header in the environment with this origin, or for all services if no
 * environment has this origin.
 */
export async function saveApiKeyHeader(origin: string, sent: ApiKeyHeader): Promise<void> {
  if (isSameJson(settings.apiKeyAt(origin), sent)) return;
  const index = environmentEntries().findIndex((entry) => entryBaseUrl(entry)?.origin === origin);
  if (index >= 0) return changeEntry(index, { apiKey: sent });
  await write('apiKey.header', sent.header, ConfigurationTarget.Global);
  await write('apiKey.scheme', sent.scheme, ConfigurationTarget.Global);
}

/** Sets properties of one entry in the `environments` setting. */
function changeEntry(index: number, properties: object): Promise<void> {
  const entries = environmentEntries();
  const changed = { ...(entries[index] as object), ...properties };
  return write('environments', entries.with(index, changed), ConfigurationTarget.Global);
}

/** Returns the `environments` setting as an array, even if the value is a single entry. */
function environmentEntries(): readonly unknown[] {
  return [settings.environments()].flat();
}

/** Adds a filter to the settings. Replaces an existing filter with the same name. */
export async function saveFilterEntry(
  entry: NamedFilter,
  target: ConfigurationTarget,
): Promise<void> {
  const { globalValue, workspaceValue } = inspected('filters');
  const before = [target === ConfigurationTarget.Global ? globalValue : workspaceValue].flat();
  const others = before.filter(
    (each) => each !== undefined && (each as Partial<NamedFilter>).name !== entry.name,
  );
  await write('filters', [...others, entry], target);
}

function write(name: SettingName, value: unknown, target: ConfigurationTarget): Promise<void> {
  return written(
    'settings.json',
    workspace.getConfiguration(settingsSection).update(name, value, target),
  );
}

export function onDidChangeSettings(
  names: readonly SettingName[],
  listener: () => void,
): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`${settingsSection}.${name}`))) listener();
  });
}
