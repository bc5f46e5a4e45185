import { ConfigurationTarget, type Disposable, workspace } from 'vscode';
import { type ApiKeyHeader, apiKeyHeaderAt } from '../../model/environments/apiKeyHeader.ts';
import { type Confirmation, type EnvironmentKind, namesOrigin, readConfirmation } from '../../model/environments/environment.ts';

const section = 'workflowJobs';

function read<T>(name: string, fallback: T): T {
  const value: unknown = workspace.getConfiguration(section).get(name);
  // A settings file may contain values of any type.
  return typeof value === typeof fallback ? (value as T) : fallback;
}

/** A setting's values for the user and the workspace; Restricted Mode ignores the workspace's. */
interface Levels {
  readonly user: unknown;
  readonly workspace: unknown;
}

function readLevels(name: string): Levels {
  const values = workspace.getConfiguration(section).inspect<unknown>(name);
  return { user: values?.globalValue, workspace: workspace.isTrusted ? values?.workspaceValue : undefined };
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : least;
}

/** The current settings, each limited to its range. */
export const settings = {
  baseUrl: () => read('baseUrl', '').trim(),
  /**
   * How the API key of an origin is sent: as the user's environment there says, else as the settings say. For an origin that the
   * user names, only the user's settings count, because another header could be one that the service logs.
   */
  apiKeyAt: (origin: string): ApiKeyHeader => {
    const environments = readLevels('environments').user;
    const isOfUser = namesOrigin(origin, readLevels('baseUrl').user, environments);
    const readText = (name: string, fallback: string) => {
      const value = isOfUser ? readLevels(name).user : read(name, fallback);
      return (typeof value === 'string' ? value : fallback).trim();
    };
    return { header: readText('apiKey.header', 'Authorization'), scheme: readText('apiKey.scheme', 'Bearer'), ...apiKeyHeaderAt(environments, origin) };
  },
  /** Milliseconds. */
  requestTimeout: () => clamp(read('requestTimeout', 15), 1, 600) * 1000,
  environments: (): Levels => readLevels('environments'),
  /** Whether only the workspace's settings name an origin. */
  isOnlyOfWorkspace: (origin: string): boolean => {
    const [baseUrl, environments] = [readLevels('baseUrl'), readLevels('environments')];
    const isNamed = (level: keyof Levels) => namesOrigin(origin, baseUrl[level], environments[level]);
    return isNamed('workspace') && !isNamed('user');
  },
  /** The stricter of both levels, so that a workspace cannot loosen it. */
  confirmStart: (): Confirmation => {
    const { user, workspace } = readLevels('confirmStart');
    return readConfirmation(user, workspace);
  },
  /** Whether assistants may start jobs. */
  canAgentsStart: () => read('agents.canStartJobs', false),
  keepLastList: () => read('keepLastList', true),
  notifyWhenFinished: () => read('notifyWhenFinished', true),
  /** Milliseconds; 0 = off. */
  autoRefresh: () => {
    const seconds = read('autoRefresh', 0);
    return seconds > 0 ? clamp(seconds, 5, 86_400) * 1000 : 0;
  },
};

/** Saves the base URL in the workspace if it is set there, otherwise for the user. Undefined removes it. */
export async function saveBaseUrl(value: string | undefined): Promise<void> {
  const inWorkspace = readLevels('baseUrl').workspace !== undefined;
  await workspace.getConfiguration(section).update('baseUrl', value, inWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}

/** Adds an entry to the environments of the user's settings. */
export async function saveEnvironment(entry: { readonly name: string; readonly baseUrl: string; readonly kind: EnvironmentKind }): Promise<void> {
  const { user } = readLevels('environments');
  const entries: unknown[] = Array.isArray(user) ? user : [];
  await workspace.getConfiguration(section).update('environments', [...entries, entry], ConfigurationTarget.Global);
}

export function onDidChangeSettings(names: readonly string[], listener: () => void): Disposable {
  return workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => event.affectsConfiguration(`${section}.${name}`))) listener();
  });
}
