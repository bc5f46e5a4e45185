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
  readonly baseUrl: BaseUrl;
  readonly kind: EnvironmentKind;
  /** Whether starting jobs is forbidden. */
  readonly isReadOnly: boolean;
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
  /** The least guards of each address that the user does not name. */
  readonly least: Guards;
}

export interface Guards {
  /** Undefined if no environment applies to the base URL. */
  readonly kind: EnvironmentKind | undefined;
  readonly isReadOnly: boolean;
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
  const list: Environment[] = [];
  const problems: string[] = [];
  let least: Guards = { kind: undefined, isReadOnly: false };
  for (const level of levels) {
    const entries = settings[level];
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) {
      problems.push(
        l10n.t(
          'The setting “workflowJobs.environments” is not a list. Until it is, each address that you do not name is treated as production.',
        ),
      );
      least = stricter(least, { kind: 'production', isReadOnly: false });
      continue;
    }
    const named = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const read = readEntry(entry, index, level, problems);
      if (read === undefined) {
        if (isGuarded(entry)) least = { kind: 'production', isReadOnly: true };
        continue;
      }
      const known = list.findIndex(({ baseUrl }) => baseUrl.href === read.baseUrl.href);
      const same = list[known];
      if (same !== undefined) {
        list[known] = { ...same, ...stricter(same, read) };
        continue;
      }
      if (named.has(comparableName(read.name))) {
        problems.push(l10n.t('Two environments are named “{0}”: give each a name of its own.', read.name));
      }
      named.add(comparableName(read.name));
      list.push(
        level === 'user'
          ? read
          : {
              ...read,
              ...list
                .filter((each) => each.level === 'user' && hostOf(each.baseUrl) === hostOf(read.baseUrl))
                .reduce(stricter, read),
            },
      );
    }
  }
  return {
    list: list.map((each) => (each.level === 'user' ? each : { ...each, ...stricter(each, least) })),
    problems,
    least,
  };
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

/** Reads an entry, and adds a sentence for each mistake; undefined for one without an address. */
function readEntry(entry: unknown, index: number, level: Level, problems: string[]): Environment | undefined {
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
  const within = addressWithin(data.baseUrl);
  if (within.kind === 'invalid') {
    problems.push(leftOutText(subject, within.problem, entry));
    return undefined;
  }
  const mistakes = [
    baseUrlMistake(data.baseUrl),
    given === undefined ? l10n.t('“{0}” is missing or not valid.', 'name') : undefined,
    secretMistake(data),
    kindMistake(data['kind']),
    ...readOnlyMistakes(data),
    webUrlMistake(data['webUrl']),
  ];
  for (const mistake of mistakes) {
    if (mistake !== undefined) problems.push(l10n.t('{0}: {1}', subject, mistake));
  }
  const { baseUrl } = within;
  const shown = given ?? baseUrl.label;
  return {
    webUrl: isWebUrl(data['webUrl']) ? data['webUrl'] : undefined,
    name: level === 'user' ? shown : marked(shown, level),
    baseUrl,
    kind: kindOf(data),
    isReadOnly: isReadOnly(data),
    level,
  };
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

function baseUrlMistake(text: string): string | undefined {
  const reading = readBaseUrl(text);
  return reading.kind === 'invalid' ? reading.problem : undefined;
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

/**
 * The address in a base URL, of one with a mistake without user name, password, query and fragment, so that
 * its guards hold.
 */
function addressWithin(text: string): ReturnType<typeof readBaseUrl> {
  // `https:/live` and `https;//live` would be read as a host named `https`.
  const isMisspelt = /^https?[^\w.-]/i.test(text.trim()) && !/^https?:\/\//i.test(text.trim());
  if (isMisspelt) return readBaseUrl(text);
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  const { origin, pathname } = URL.canParse(whole) ? new URL(whole) : { origin: text, pathname: '' };
  return readBaseUrl(origin + pathname);
}

function valueText(value: unknown): string {
  return nameText(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Text of a settings file as a short line in which nothing is invisible. */
function nameText(text: string): string {
  return oneLine(visibleMarks(text), 60);
}

/** A name of a level that is not the user's. Short, so that its mark is never cut off. */
function marked(name: string, level: Exclude<Level, 'user'>): string {
  return level === 'workspace'
    ? l10n.t('{0} (workspace)', oneLine(name, 30))
    : l10n.t('{0} (remote machine)', oneLine(name, 30));
}

/** A name for comparison: without case and invisible characters, escaped or not. */
export function comparableName(name: string): string {
  return folded(name.replace(/(?:\\u[\da-f]{4})+/g, '')).trim();
}

function stricter(one: Guards, other: Guards): { kind: EnvironmentKind; isReadOnly: boolean } {
  const kind = environmentKinds.findLast((each) => each === one.kind || each === other.kind) ?? 'development';
  return { kind, isReadOnly: one.isReadOnly || other.isReadOnly };
}

/** Whether an environment is named by settings that a repository can write, and by none of the user's. */
export function isOthers(level: Environment['level'] | undefined): boolean {
  return level === 'remote' || level === 'workspace';
}

/**
 * An environment's name, with its host unless the user's settings name it: “Theirs (workspace) ·
 * eu.example.com”.
 */
export function titleOf({ name, level, baseUrl }: Pick<Environment, 'name' | 'level' | 'baseUrl'>): string {
  return isOthers(level) ? `${name} · ${baseUrl.label}` : name;
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
  return named(name) ?? named(marked(name, 'workspace')) ?? named(marked(name, 'remote'));
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
      .reduce<Guards>(stricter, environments.least)
  );
}

/**
 * The name and guards under which people see a service; an address that no environment names has the guards
 * of its host, but no kind.
 */
export interface Place extends Guards {
  /** The environment's name, else host and path prefix. */
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly level: Environment['level'] | undefined;
}

/** The place of a base URL; undefined if no environments are set. */
export function placeAt(environments: Environments, baseUrl: BaseUrl): Place | undefined {
  if (environments.list.length === 0) return undefined;
  const { name, kind, level } = environmentAt(environments, baseUrl) ?? {
    name: baseUrl.label,
    kind: undefined,
    level: undefined,
  };
  return { name, baseUrl, kind, isReadOnly: guardsAt(environments, baseUrl).isReadOnly, level };
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

/** The strictest of all levels' values; an invalid value of the user counts as the default. */
export function readConfirmation({ user, remote, workspace }: Levels): Confirmation {
  const own = confirmations.includes(user as Confirmation) ? (user as Confirmation) : 'production';
  return confirmations.findLast((each) => [own, remote, workspace].includes(each)) ?? own;
}

export function mustConfirm(confirmation: Confirmation, { kind }: Pick<Guards, 'kind'>): boolean {
  return confirmation === 'always' || (confirmation === 'production' && kind === 'production');
}

/**
 * Whether a start that no person picked needs a question, beside a confirmation: not on the local machine,
 * nor in what the user calls development.
 */
export function mustAskFor(environment: Environment | undefined, baseUrl: BaseUrl): boolean {
  return !isLocal(baseUrl) && !(environment?.level === 'user' && environment.kind === 'development');
}
