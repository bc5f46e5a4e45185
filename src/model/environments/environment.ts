import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type BaseUrl, hostOf, isJsonObject, isLocal, readBaseUrl } from '../../service/index.ts';
import { folded } from '../../text/folded.ts';
import { oneLine, visibleMarks } from '../../text/inert.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** The purpose of an environment, from the weakest guards to the strongest. */
export const environmentKinds = ['development', 'staging', 'production'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/**
 * Whose settings hold a value. Only the user's may loosen a guard: a repository can write the other two, the
 * remote machine's through a dev container.
 */
export const levels = ['user', 'remote', 'workspace'] as const;
export type Level = (typeof levels)[number];

export type Levels = Readonly<Partial<Record<Level, unknown>>>;

/** A named base URL with its guards. */
export interface Environment {
  /** Unless the user's settings name its base URL, with the mark of the level: “Live (workspace)”. */
  readonly name: string;
  /** The name without the mark, where there is one. */
  readonly givenName?: string;
  readonly baseUrl: BaseUrl;
  readonly kind: EnvironmentKind;
  /** Whether starting jobs is forbidden. */
  readonly isReadOnly: boolean;
  /** Whose settings say so, if not those that name it. */
  readonly kindBy?: Level | undefined;
  readonly readOnlyBy?: Level | undefined;
  /**
   * The most trusted level that names its base URL; the others can only add guards. `sandbox` is the sandbox
   * of this window.
   */
  readonly level: Level | 'sandbox';
  /** The address of a job in a browser, with `{key}` for its key. */
  readonly webUrl?: string | undefined;
}

/** The environments of the settings, and a sentence for each mistake. */
export interface Environments {
  readonly list: readonly Environment[];
  readonly problems: readonly string[];
  /** Where the first mistake is. */
  readonly mistakenLevel: Level | undefined;
  /** The least guards of each address that the user does not name. */
  readonly least: Guards;
}

export interface Guards {
  /** Undefined if no environment applies to the base URL. */
  readonly kind: EnvironmentKind | undefined;
  readonly isReadOnly: boolean;
  /** Whose settings forbid starts, if not those that name the base URL. */
  readonly readOnlyBy?: Level | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

const entrySchema = z.looseObject({ baseUrl: textSchema });

/** Member names under which other tools' settings hold credentials. */
const secretName = /key|token|secret|password|credential|authorization/i;

/**
 * Reads the setting `workflowJobs.environments` of all levels. A mistake removes no guard: what cannot be
 * read counts as the strictest. Entries with the same base URL are merged, with the name of the most trusted
 * level and the stricter guards; an entry that is not the user's also gets the guards of the user's
 * environments on its host.
 */
export function readEnvironments(settings: Levels): Environments {
  const reading: Reading = { list: [], problems: [], mistakenLevel: undefined, least: noGuards };
  for (const level of levels) {
    readLevel(reading, level, settings[level]);
    if (reading.problems.length > 0) reading.mistakenLevel ??= level;
  }
  const { list, least, ...rest } = reading;
  return { ...rest, least, list: list.map((each) => (each.level === 'user' ? each : stricter(each, least))) };
}

const noGuards: Guards = { kind: undefined, isReadOnly: false };

/** The environments of the levels read so far. */
interface Reading {
  readonly list: Environment[];
  readonly problems: string[];
  mistakenLevel: Level | undefined;
  least: Guards;
}

function readLevel(reading: Reading, level: Level, entries: unknown): void {
  if (entries === undefined) return;
  if (!Array.isArray(entries)) {
    reading.problems.push(
      l10n.t(
        'The setting “workflowJobs.environments” is not a list. Until it is, each address that you do not name is treated as production.',
      ),
    );
    reading.least = strictest(reading.least, { kind: 'production', isReadOnly: false });
    return;
  }
  const names = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const read = readEntry(entry, index, level, reading.problems);
    if (read !== undefined) addEntry(reading, read, names);
    else if (isGuarded(entry)) reading.least = { kind: 'production', isReadOnly: true, readOnlyBy: level };
  }
}

/** @param names those of its level so far */
function addEntry({ list, problems }: Reading, read: OfSettings, names: Set<string>): void {
  const known = list.findIndex(({ baseUrl }) => baseUrl.href === read.baseUrl.href);
  const same = list[known];
  if (same !== undefined) {
    list[known] = stricter(same, read, read.level);
    return;
  }
  const name = comparableName(read.name);
  if (names.has(name)) {
    problems.push(l10n.t('Two environments are named “{0}”: give each a name of its own.', read.name));
  }
  names.add(name);
  const isOfHost = (each: Environment) =>
    each.level === 'user' && hostOf(each.baseUrl) === hostOf(read.baseUrl);
  const ofHost = read.level === 'user' ? [] : list.filter(isOfHost);
  list.push(ofHost.reduce((each, other) => stricter(each, other, 'user'), read as Environment));
}

/** Adds the sandbox of a window, unless the settings name its base URL. */
export function withSandbox(environments: Environments, url: string | undefined): Environments {
  const reading = readBaseUrl(url ?? '');
  if (reading.kind === 'invalid' || environmentAt(environments, reading.baseUrl) !== undefined) {
    return environments;
  }
  const name = l10n.t('Sandbox');
  const isTaken = environmentNamed(environments, name) !== undefined;
  const sandbox: Environment = {
    name: isTaken ? l10n.t('{0} (this window)', name) : name,
    baseUrl: reading.baseUrl,
    kind: 'development',
    isReadOnly: false,
    level: 'sandbox',
  };
  return { ...environments, list: [...environments.list, sandbox] };
}

/** An environment that the settings name. */
type OfSettings = Environment & { readonly level: Level };

/** Reads an entry, and adds a sentence for each mistake; undefined for one without an address. */
function readEntry(entry: unknown, index: number, level: Level, problems: string[]): OfSettings | undefined {
  const place = l10n.t('Environment {0}', index + 1);
  const { data, error } = entrySchema.safeParse(entry);
  if (data === undefined) {
    const missing = l10n.t('“{0}” is missing or not valid.', String(error.issues[0]?.path[0] ?? 'baseUrl'));
    problems.push(leftOutText(place, missing, entry));
    return undefined;
  }
  const name = trimmedTextSchema.safeParse(data['name']).data;
  const given = name && nameText(name);
  const subject = given === undefined ? place : l10n.t('“{0}”', given);
  const reading = readBaseUrl(data.baseUrl);
  if (reading.kind === 'invalid') {
    problems.push(leftOutText(subject, reading.problem, entry));
    return undefined;
  }
  problems.push(...mistakesIn(data).map((mistake) => l10n.t('{0}: {1}', subject, mistake)));
  const { baseUrl } = reading;
  return {
    webUrl: isWebUrl(data['webUrl']) ? data['webUrl'] : undefined,
    name: nameAtLevel(given ?? baseUrl.label, level),
    ...(level === 'user' ? {} : { givenName: given ?? baseUrl.label }),
    baseUrl,
    kind: kindOf(data),
    isReadOnly: isReadOnly(data),
    level,
  };
}

function mistakesIn(entry: JsonObject): string[] {
  const hasName = trimmedTextSchema.safeParse(entry['name']).success;
  return [
    hasName ? undefined : l10n.t('“{0}” is missing or not valid.', 'name'),
    secretMistake(entry),
    kindMistake(entry['kind']),
    ...readOnlyMistakes(entry),
    webUrlMistake(entry['webUrl']),
  ].filter((mistake) => mistake !== undefined);
}

function kindOf(entry: JsonObject): EnvironmentKind {
  return environmentKinds.find((each) => each === entry['kind']) ?? 'production';
}

/** Whatever is not `false` forbids starts, in any spelling of the name. */
function isReadOnly(entry: JsonObject): boolean {
  return readOnlyMembers(entry).some((member) => entry[member] !== false && entry[member] !== undefined);
}

function readOnlyMembers(entry: JsonObject): string[] {
  return Object.keys(entry).filter((member) => member.toLowerCase() === 'readonly');
}

/** Whether an entry that cannot be read may have been meant to guard an address. */
function isGuarded(entry: unknown): boolean {
  return !isJsonObject(entry) || kindOf(entry) === 'production' || isReadOnly(entry);
}

function leftOutText(subject: string, problem: string, entry: unknown): string {
  return isGuarded(entry)
    ? l10n.t(
        '{0} is left out: {1} Until it is mended, each address that you do not name is treated as production and read-only.',
        subject,
        problem,
      )
    : l10n.t('{0} is left out: {1}', subject, problem);
}

function secretMistake(entry: JsonObject): string | undefined {
  const isSecret = (member: string) => secretName.test(member) && typeof entry[member] === 'string';
  const secret = Object.keys(entry).find(isSecret);
  if (secret === undefined) return undefined;
  return l10n.t(
    '“{0}” does not belong in settings. Remove it, and use “Set API Key…” once connected.',
    oneLine(secret, 60),
  );
}

function kindMistake(kind: unknown): string | undefined {
  if (environmentKinds.some((each) => each === kind)) return undefined;
  const allowed = l10n.t('use development, staging or production');
  return kind === undefined
    ? l10n.t('it has no kind ({0}). It is treated as production.', allowed)
    : l10n.t('kind “{0}” is unknown ({1}). It is treated as production.', valueText(kind), allowed);
}

function readOnlyMistakes(entry: JsonObject): (string | undefined)[] {
  return readOnlyMembers(entry).map((member) => {
    const value = entry[member];
    if (member !== 'readOnly') return l10n.t('“{0}” is not known: write “{1}”.', member, 'readOnly');
    if (value === undefined || typeof value === 'boolean') return undefined;
    return l10n.t('“readOnly” is “{0}” (use true or false). It is treated as read-only.', valueText(value));
  });
}

function webUrlMistake(webUrl: unknown): string | undefined {
  if (webUrl === undefined || isWebUrl(webUrl)) return undefined;
  return l10n.t(
    '“webUrl” is not used: it must begin with https:// or http:// and hold {key} after the host.',
  );
}

function isWebUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || value.includes('@')) return false;
  const address = value.slice(value.indexOf('//') + 2);
  const path = address.indexOf('/');
  const brace = address.indexOf('{');
  const hasKeyInPath = path > 0 && path < brace && address.includes('{key}');
  return hasKeyInPath && URL.canParse(value.replaceAll('{key}', 'key'));
}

/**
 * The address of a job in a browser, with the key encoded; undefined for a key that would change another part
 * of the address.
 */
export function webAddress(webUrl: string, key: string): string | undefined {
  return ['', '.', '..'].includes(key) || !key.isWellFormed()
    ? undefined
    : webUrl.replaceAll('{key}', () => encodeURIComponent(key));
}

function valueText(value: unknown): string {
  return nameText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Text of a settings file as a short line in which nothing is invisible. */
function nameText(text: string): string {
  return oneLine(visibleMarks(text), 60);
}

/** A name with the mark of its level unless that is the user's; short, so that the mark is never cut off. */
function nameAtLevel(name: string, level: Level | undefined): string {
  switch (level) {
    case 'workspace':
      return l10n.t('{0} (workspace)', oneLine(name, 30));
    case 'remote':
      return l10n.t('{0} (remote machine)', oneLine(name, 30));
    case 'user':
    case undefined:
      return name;
  }
}

/** A name for comparison: without case and invisible characters, escaped or not. */
export function comparableName(name: string): string {
  return folded(name.replace(/(?:\\u[\da-f]{4})+/g, '')).trim();
}

/** An environment with the stricter of its guards and others. @param by whose settings hold the others */
function stricter(environment: Environment, others: Guards, by?: Level): Environment {
  const { kind, isReadOnly } = strictest(environment, others);
  return {
    ...environment,
    kind,
    isReadOnly,
    kindBy: kind === environment.kind ? environment.kindBy : by,
    readOnlyBy: isReadOnly === environment.isReadOnly ? environment.readOnlyBy : (others.readOnlyBy ?? by),
  };
}

function strictest(one: Guards, other: Guards): Guards & { readonly kind: EnvironmentKind } {
  const kind = environmentKinds.findLast((each) => each === one.kind || each === other.kind) ?? 'development';
  const readOnlyBy = one.isReadOnly ? one.readOnlyBy : other.readOnlyBy;
  return { kind, isReadOnly: one.isReadOnly || other.isReadOnly, readOnlyBy };
}

/** Whose settings name an environment; undefined for the sandbox. */
export function levelOf({ level }: Environment): Level | undefined {
  return level === 'sandbox' ? undefined : level;
}

/** Whether an environment is named by settings that a repository can write, and by none of the user's. */
export function isOthers(level: Environment['level'] | undefined): boolean {
  return level === 'remote' || level === 'workspace';
}

/**
 * An environment's name, with its host unless the user's settings name it: “Theirs (workspace) ·
 * eu.example.com”.
 */
export function titleOf({ name, level, baseUrl }: Pick<Place, 'name' | 'level' | 'baseUrl'>): string {
  return isOthers(level) && !holdsHost({ name, baseUrl }) ? `${name} · ${baseUrl.label}` : name;
}

/** Whether a name is the address itself, with or without the mark of a level. */
export function holdsHost({ name, baseUrl }: Pick<Place, 'name' | 'baseUrl'>): boolean {
  return [undefined, ...levels].some((level) => name === nameAtLevel(baseUrl.label, level));
}

export function environmentAt(
  { list }: Environments,
  { href }: Pick<BaseUrl, 'href'>,
): Environment | undefined {
  return list.find(({ baseUrl }) => baseUrl.href === href);
}

/**
 * The environment of a name; of one that is not the user's also without its mark, as its settings write it.
 */
export function environmentNamed({ list }: Environments, name: string): Environment | undefined {
  const named = (other: string) => list.find((each) => comparableName(each.name) === comparableName(other));
  return named(name) ?? named(nameAtLevel(name, 'workspace')) ?? named(nameAtLevel(name, 'remote'));
}

/**
 * The guards of the environment at a base URL, else the strictest of all on its host, so that another scheme,
 * port or spelling of the path does not bypass them.
 */
export function guardsAt(environments: Environments, baseUrl: BaseUrl): Guards {
  return (
    environmentAt(environments, baseUrl) ??
    environments.list
      .filter((each) => hostOf(each.baseUrl) === hostOf(baseUrl))
      .reduce<Guards>(
        (guards, each) => strictest(guards, { ...each, readOnlyBy: each.readOnlyBy ?? levelOf(each) }),
        environments.least,
      )
  );
}

/**
 * The name and guards under which people see a service; an address that no environment names has the guards
 * of its host, but no kind.
 */
export interface Place extends Guards {
  /** The environment's name, else host and path prefix, with the mark of a level that is not the user's. */
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly level: Environment['level'] | undefined;
}

/**
 * The place of a base URL.
 * @param level whose settings name the address as base URL, which is marked unless that is the user
 */
export function placeAt(environments: Environments, baseUrl: BaseUrl, level?: Level): Place {
  const { isReadOnly } = guardsAt(environments, baseUrl);
  const environment = environmentAt(environments, baseUrl);
  if (environment === undefined) {
    return { name: nameAtLevel(baseUrl.label, level), baseUrl, kind: undefined, isReadOnly, level };
  }
  const { name, kind, level: namedBy } = environment;
  return { name, baseUrl, kind, isReadOnly, level: namedBy };
}

/** Whether a value of the setting `baseUrl` is this base URL. */
export function hasAddress(value: unknown, href: string): boolean {
  const reading = typeof value === 'string' ? readBaseUrl(value) : undefined;
  return reading?.kind === 'valid' && reading.baseUrl.href === href;
}

/** Whether one level of the settings names an origin, as base URL or environment. */
export function namesOrigin(origin: string, baseUrl: unknown, environments: unknown): boolean {
  const reading = typeof baseUrl === 'string' ? readBaseUrl(baseUrl) : undefined;
  const isConnected = reading?.kind === 'valid' && reading.baseUrl.origin === origin;
  return (
    isConnected ||
    readEnvironments({ user: environments }).list.some((each) => each.baseUrl.origin === origin)
  );
}

/** Which starts need confirmation, from the weakest guard to the strongest. */
export const confirmations = ['never', 'production', 'always'] as const;
export type Confirmation = (typeof confirmations)[number];

/** The strictest of all levels' values. What cannot be read counts as the strictest. */
export function readConfirmation(settings: Levels): Confirmation {
  const { user = 'production', remote, workspace } = settings;
  if (confirmationMistakes(settings).length > 0) return 'always';
  return confirmations.findLast((each) => [user, remote, workspace].includes(each)) ?? 'production';
}

/** A sentence for each value that cannot be read. */
export function confirmationMistakes(settings: Levels): string[] {
  return levels
    .map((level) => settings[level])
    .filter((value) => value !== undefined && !confirmations.some((each) => each === value))
    .map((value) =>
      l10n.t(
        '“workflowJobs.confirmStart” is “{0}” (use never, production or always). Each start is confirmed.',
        valueText(value),
      ),
    );
}

export function mustConfirm(confirmation: Confirmation, { kind }: Pick<Guards, 'kind'>): boolean {
  return confirmation === 'always' || (confirmation === 'production' && kind === 'production');
}

/**
 * Whether a change that no person picked needs a question, beside a confirmation: not on the local machine,
 * nor in what the user calls development.
 */
export function mustAskFor(environment: Environment | undefined, baseUrl: BaseUrl): boolean {
  return !isLocal(baseUrl) && !(environment?.level === 'user' && environment.kind === 'development');
}
