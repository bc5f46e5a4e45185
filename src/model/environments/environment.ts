import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type BaseUrl, hostOf, readBaseUrl } from '../../service/index.ts';
import { foldCase } from '../../text/foldCase.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';
import { isWebUrl } from './webUrl.ts';

/** Environment kinds, from the least to the most restricted. */
export const environmentKinds = ['development', 'staging', 'production'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** Restrictions for starting jobs on a service, such as read-only mode. */
export interface Guards {
  /** Environment kind. Undefined if no environment matches the base URL. */
  readonly kind: EnvironmentKind | undefined;
  /** True if jobs cannot be started. */
  readonly isReadOnly: boolean;
  /** Settings error that causes the strictest restrictions to apply. */
  readonly mistake?: string | undefined;
}

/** Named base URL with restrictions for starting jobs. */
export interface Environment extends Guards {
  readonly name: string;
  readonly baseUrl: BaseUrl;
  readonly kind: EnvironmentKind;
  /** True for the sandbox service of this window, which is not in the settings. */
  readonly isSandbox: boolean;
  /** URL template for job web pages, with the placeholder `{key}`. */
  readonly webUrl?: string | undefined;
}

/** Environment shown on a page. `line` is a label such as `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: EnvironmentKind;
}

/** Environments from the settings, and a message for each settings error. */
export interface Environments {
  readonly list: readonly Environment[];
  readonly problems: readonly string[];
  /** Invalid environment entries. Matching hosts are treated as production and read-only. */
  readonly malformed: readonly MalformedEntry[];
}

interface MalformedEntry {
  /** Hosts that the invalid entry may refer to. Undefined matches every host. */
  readonly hosts: readonly string[] | undefined;
  readonly problem: string;
}

type SettingsObject = Readonly<Record<string, unknown>>;

const environmentEntrySchema = z.looseObject({ baseUrl: textSchema });

/** Matches property names that usually contain credentials. */
const secretName = /key|token|secret|password|credential|authorization/i;

/**
 * Parses the `workflowJobs.environments` setting. Replaces invalid values with the strictest value,
 * so that a typo never removes a restriction.
 */
export function readEnvironments(setting: unknown): Environments {
  if (!Array.isArray(setting)) {
    const entry = malformed(
      l10n.t('The setting “workflowJobs.environments” is not a list.'),
      undefined,
    );
    return { list: [], problems: [entry.problem], malformed: [entry] };
  }
  const readings = setting.map(readEntry);
  const list = readings.flatMap(({ environment }) => environment ?? []);
  return {
    list,
    problems: [...readings.flatMap(({ problems }) => problems), ...nameProblems(list)],
    malformed: readings.flatMap((reading) => reading.malformed ?? []),
  };
}

/** Adds the sandbox service, unless the settings already contain the sandbox URL. */
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
    isSandbox: true,
  };
  return { ...environments, list: [...environments.list, sandbox] };
}

interface EntryReading {
  readonly environment?: Environment;
  readonly malformed?: MalformedEntry;
  readonly problems: readonly string[];
}

function readEntry(entry: unknown, index: number): EntryReading {
  const { data } = environmentEntrySchema.safeParse(entry);
  const givenName = trimmedTextSchema.safeParse(data?.['name']).data;
  const name = givenName && singleLine(givenName, 60);
  const subject = name === undefined ? l10n.t('Environment {0}', index + 1) : l10n.t('“{0}”', name);
  const ignored = (problem: string): EntryReading => {
    const mistake = malformed(l10n.t('{0} is ignored: {1}', subject, problem), hostsOf(entry));
    return { malformed: mistake, problems: [mistake.problem] };
  };
  if (data === undefined) return ignored(l10n.t('“{0}” is missing or not valid.', 'baseUrl'));
  const reading = readBaseUrl(data.baseUrl);
  if (reading.kind === 'invalid') return ignored(reading.problem);
  const { baseUrl } = reading;
  const environment: Environment = {
    name: name ?? baseUrl.label,
    baseUrl,
    kind: environmentKinds.find((each) => each === data['kind']) ?? 'production',
    isReadOnly: readOnlyValues(data).some((value) => value !== false),
    isSandbox: false,
    webUrl: isWebUrl(data['webUrl']) ? data['webUrl'] : undefined,
  };
  return {
    environment,
    problems: problemsOf(data).map((problem) => l10n.t('{0}: {1}', subject, problem)),
  };
}

/**
 * Returns the hosts that an invalid entry may refer to: an empty array if the URL is missing or
 * incomplete, or undefined (any host) if the URL is not a string.
 */
function hostsOf(entry: unknown): readonly string[] | undefined {
  const isObject = typeof entry === 'object' && entry !== null;
  const address = isObject ? (entry as SettingsObject)['baseUrl'] : entry;
  if (address === undefined) return [];
  if (typeof address !== 'string') return undefined;
  const [, host = ''] =
    /^\s*(?!https?:?[/\\]*$)(?:[a-z]+:[/\\]+)?(?:[^/?#]*@)?([^/?#\s]+)/i.exec(address) ?? [];
  return ['https', 'http']
    .map((scheme) => `${scheme}://${host}`)
    .filter((origin) => URL.canParse(origin))
    .map((origin) => hostOf({ origin }));
}

function malformed(problem: string, hosts: MalformedEntry['hosts']): MalformedEntry {
  const [host] = hosts ?? [];
  const consequence =
    hosts === undefined
      ? l10n.t(
          'Until you fix it, every service that is not listed is treated as production and read-only.',
        )
      : host && l10n.t('Until you fix it, {0} is treated as production and read-only.', host);
  return { hosts, problem: joinNonEmpty(' ', problem, consequence) };
}

function nameProblems(list: readonly Environment[]): string[] {
  const names = list.map(({ name }) => foldCase(name));
  return list
    .filter(({ name }, index) => names.indexOf(foldCase(name)) < index)
    .map(({ name }) => l10n.t('Two environments are named “{0}”. Rename one of them.', name));
}

function problemsOf(entry: SettingsObject): string[] {
  const isMistakenReadOnly = readOnlyValues(entry).some((value) => typeof value !== 'boolean');
  return [
    trimmedTextSchema.safeParse(entry['name']).success
      ? undefined
      : l10n.t('“{0}” is missing or not valid.', 'name'),
    secretProblem(entry),
    environmentKinds.some((each) => each === entry['kind'])
      ? undefined
      : l10n.t(
          '“kind” must be development, staging, or production. Until you fix it, the environment is treated as production.',
        ),
    isMistakenReadOnly
      ? l10n.t(
          '“readOnly” must be true or false. Until you fix it, the environment is treated as read-only.',
        )
      : undefined,
    entry['webUrl'] === undefined || isWebUrl(entry['webUrl'])
      ? undefined
      : l10n.t(
          '“webUrl” is ignored: it must begin with https:// or http:// and contain {key} after the host.',
        ),
  ].filter((problem) => problem !== undefined);
}

function secretProblem(entry: SettingsObject): string | undefined {
  const isSecret = (member: string) => secretName.test(member) && typeof entry[member] === 'string';
  const secret = Object.keys(entry).find(isSecret);
  if (secret === undefined) return undefined;
  return l10n.t(
    'Remove “{0}” from the settings. To store an API key, connect and use “Set API Key…”.',
    singleLine(secret, 60),
  );
}

/** Returns the values of all properties named `readOnly`, ignoring case. */
function readOnlyValues(entry: SettingsObject): unknown[] {
  return Object.entries(entry)
    .filter(([member, value]) => member.toLowerCase() === 'readonly' && value !== undefined)
    .map(([, value]) => value);
}

function strictestOf(all: readonly Environment[]): Guards {
  return {
    kind: environmentKinds.findLast((kind) => all.some((each) => each.kind === kind)),
    isReadOnly: all.some((each) => each.isReadOnly),
  };
}

export function environmentAt(
  { list }: Environments,
  { href }: Pick<BaseUrl, 'href'>,
): Environment | undefined {
  return list.find(({ baseUrl }) => baseUrl.href === href);
}

export function environmentNamed({ list }: Environments, name: string): Environment | undefined {
  return list.find((each) => foldCase(each.name) === foldCase(name.trim()));
}

/**
 * Returns the strictest restrictions of all environments with this base URL. If no environment
 * matches, checks the host, so that another scheme, port, or path cannot bypass a restriction.
 */
export function guardsAt({ list, malformed }: Environments, baseUrl: BaseUrl): Guards {
  const exact = list.filter((each) => each.baseUrl.href === baseUrl.href);
  if (exact.length > 0) return strictestOf(exact);
  const host = hostOf(baseUrl);
  const mistake = malformed.find(({ hosts }) => hosts?.includes(host) ?? true)?.problem;
  if (mistake !== undefined) return { kind: 'production', isReadOnly: true, mistake };
  return strictestOf(list.filter((each) => hostOf(each.baseUrl) === host));
}

/**
 * Display name and restrictions of a service. If no environment has the base URL, the restrictions
 * of the host apply, and `kind` is undefined.
 */
export interface Place extends Guards {
  /** Environment name, or the host and path prefix if there is no environment. */
  readonly name: string;
  readonly baseUrl: BaseUrl;
}

export function placeAt(environments: Environments, baseUrl: BaseUrl): Place {
  const { kind, isReadOnly, mistake } = guardsAt(environments, baseUrl);
  const environment = environmentAt(environments, baseUrl);
  return {
    name: environment?.name ?? baseUrl.label,
    baseUrl,
    kind: environment && kind,
    isReadOnly,
    mistake,
  };
}
