import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { flagSchema, textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** The purpose of an environment, from the weakest guards to the strongest. */
export const environmentKinds = ['development', 'staging', 'production'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** A named base URL with its guards. */
export interface Environment {
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly kind: EnvironmentKind;
  /** Whether starting jobs is forbidden. */
  readonly isReadOnly: boolean;
  /** `user` if the user's settings name its base URL; a workspace can then only add guards. `sandbox` is the window's own sandbox. */
  readonly level: 'user' | 'workspace' | 'sandbox';
}

/** The environments of the settings, and a sentence for each invalid entry. */
export interface Environments {
  readonly list: readonly Environment[];
  readonly problems: readonly string[];
}

/** The guards that apply to a base URL. */
export interface Guards {
  /** Undefined if no environment applies to the base URL. */
  readonly kind: EnvironmentKind | undefined;
  readonly isReadOnly: boolean;
}

const entrySchema = z.looseObject({
  name: trimmedTextSchema,
  baseUrl: textSchema,
  kind: z.enum(environmentKinds),
  readOnly: z.optional(flagSchema),
});

/** Member names under which other tools' settings hold credentials. */
const secretName = /key|token|secret|password|credential|authorization/i;

/**
 * Reads the setting `workflowJobs.environments` of both levels. Entries with the same base URL are merged, with the user's name
 * and the stricter guards. A workspace entry at the origin of a user's environment also gets the stricter guards; if its name is
 * taken, it is marked as the workspace's.
 * @param workspace undefined in Restricted Mode
 */
export function readEnvironments(user: unknown, workspace: unknown): Environments {
  const list: Environment[] = [];
  const problems: string[] = [];
  for (const [level, entries] of [['user', user], ['workspace', workspace]] as const) {
    if (!Array.isArray(entries)) continue;
    for (const [index, entry] of entries.entries()) {
      const read = readEntry(entry, index, level);
      if (typeof read === 'string') {
        problems.push(read);
        continue;
      }
      const known = list.findIndex(({ baseUrl }) => baseUrl.href === read.baseUrl.href);
      const same = list[known];
      if (same !== undefined) list[known] = { ...same, ...stricter(same, read) };
      else if (level === 'user') list.push(read);
      else list.push({ ...read, ...usersAt(list, read.baseUrl).reduce(stricter, read), name: hasName(list, read.name) ? l10n.t('{0} (workspace)', read.name) : read.name });
    }
  }
  return { list, problems };
}

/** Adds the sandbox of a window, unless the settings name its base URL. */
export function withSandbox(environments: Environments, url: string | undefined): Environments {
  const { list, problems } = environments;
  const reading = readBaseUrl(url ?? '');
  if (reading.kind === 'invalid' || environmentAt(environments, reading.baseUrl) !== undefined) return environments;
  const name = l10n.t('Sandbox');
  const sandbox: Environment = { name: hasName(list, name) ? l10n.t('{0} (this window)', name) : name, baseUrl: reading.baseUrl, kind: 'development', isReadOnly: false, level: 'sandbox' };
  return { list: [...list, sandbox], problems };
}

function readEntry(entry: unknown, index: number, level: Environment['level']): Environment | string {
  const { data, error } = entrySchema.safeParse(entry);
  const place = l10n.t('Environment {0}', index + 1);
  if (data === undefined) return l10n.t('{0} is left out: {1}', place, l10n.t('“{0}” is missing or not valid.', String(error.issues[0]?.path[0] ?? 'name')));
  const name = oneLine(data.name, 60);
  const leftOut = (problem: string) => l10n.t('{0} is left out: {1}', `${place} (${name})`, problem);
  // `apiKey` as an object says how a key is sent.
  const secret = Object.keys(data).find((member) => secretName.test(member) && typeof data[member] === 'string');
  if (secret !== undefined) return leftOut(l10n.t('“{0}” does not belong in settings. Remove it, and use “Set API Key…” once connected.', oneLine(secret, 60)));
  const reading = readBaseUrl(data.baseUrl);
  if (reading.kind === 'invalid') return leftOut(reading.problem);
  return { name, baseUrl: reading.baseUrl, kind: data.kind, isReadOnly: data.readOnly ?? false, level };
}

function hasName(list: readonly Environment[], name: string): boolean {
  return list.some((each) => each.name.toLowerCase() === name.toLowerCase());
}

/** The environments of the user at the origin of a base URL. */
function usersAt(list: readonly Environment[], { origin }: BaseUrl): Environment[] {
  return list.filter(({ level, baseUrl }) => level === 'user' && baseUrl.origin === origin);
}

function stricter(one: Guards, other: Guards): { kind: EnvironmentKind; isReadOnly: boolean } {
  const kind = environmentKinds.findLast((each) => each === one.kind || each === other.kind) ?? 'development';
  return { kind, isReadOnly: one.isReadOnly || other.isReadOnly };
}

/** The environment at a base URL. */
export function environmentAt({ list }: Environments, baseUrl: BaseUrl): Environment | undefined {
  return list.find((each) => each.baseUrl.href === baseUrl.href);
}

/**
 * The guards of the environment at a base URL, else those of the user's environments at its origin, so that another
 * spelling of the path does not bypass them.
 */
export function guardsAt(environments: Environments, baseUrl: BaseUrl): Guards {
  return environmentAt(environments, baseUrl) ?? usersAt(environments.list, baseUrl).reduce<Guards>(stricter, { kind: undefined, isReadOnly: false });
}

/** The name and guards under which people see a service. */
export interface Place extends Guards {
  /** The environment's name, else host and path prefix. */
  readonly name: string;
  readonly baseUrl: BaseUrl;
}

/** The place of a base URL; undefined if no environments are set. */
export function placeAt(environments: Environments, baseUrl: BaseUrl): Place | undefined {
  if (environments.list.length === 0) return undefined;
  const { kind, isReadOnly } = guardsAt(environments, baseUrl);
  return { name: environmentAt(environments, baseUrl)?.name ?? baseUrl.label, baseUrl, kind, isReadOnly };
}

/** Whether one level of the settings names an origin, as base URL or environment. */
export function namesOrigin(origin: string, baseUrl: unknown, environments: unknown): boolean {
  const reading = typeof baseUrl === 'string' ? readBaseUrl(baseUrl) : undefined;
  const isConnected = reading?.kind === 'valid' && reading.baseUrl.origin === origin;
  return isConnected || readEnvironments(environments, undefined).list.some((each) => each.baseUrl.origin === origin);
}

/** Which starts need confirmation, from the weakest guard to the strongest. */
export const confirmations = ['never', 'production', 'always'] as const;
export type Confirmation = (typeof confirmations)[number];

/** The stricter of both levels' values; an invalid value of the user counts as the default. */
export function readConfirmation(user: unknown, workspace: unknown): Confirmation {
  const own = confirmations.includes(user as Confirmation) ? (user as Confirmation) : 'production';
  return confirmations.findLast((each) => each === own || each === workspace) ?? own;
}

/** Whether a start under these guards needs confirmation. */
export function mustConfirm(confirmation: Confirmation, { kind }: Guards): boolean {
  return confirmation === 'always' || (confirmation === 'production' && kind === 'production');
}
