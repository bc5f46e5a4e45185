import { l10n } from 'vscode';
import type {
  EnvironmentKind,
  PageEnvironment,
  Place,
} from '../../model/environments/environment.ts';
import { readBaseUrl } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import type { EnvironmentList } from './environments.ts';

/** Codicon for each environment kind. */
export const kindIcons: Readonly<Record<EnvironmentKind, string>> = {
  development: 'tools',
  staging: 'beaker',
  production: 'flame',
};

/** Returns the display name of an environment kind, such as `Production`. */
export function kindWord(kind: EnvironmentKind): string {
  const words = {
    development: l10n.t('Development'),
    staging: l10n.t('Staging'),
    production: l10n.t('Production'),
  };
  return words[kind];
}

/** Formats the name and restrictions of a service, such as `Live · Production · read-only`. */
export function placeLine(place: Place): string {
  return joinNonEmpty(' · ', singleLine(place.name), kindPart(place), readOnlyWord(place));
}

/** Returns the display name of an environment's kind, unless the environment has the same name. */
export function kindPart({ name, kind }: Pick<Place, 'name' | 'kind'>): string | undefined {
  const word = kind && kindWord(kind);
  return word?.toLowerCase() === name.toLowerCase() ? undefined : word;
}

export function readOnlyWord({ isReadOnly }: Pick<Place, 'isReadOnly'>): string | undefined {
  return isReadOnly ? l10n.t('read-only') : undefined;
}

/** Formats a problem count, such as `2 problems in the settings`. */
export function problemsText({ length }: readonly string[]): string {
  return length === 1
    ? l10n.t('1 problem in the settings')
    : l10n.t('{0} problems in the settings', formatNumber(length));
}

/**
 * Describes a page's service. `service` is the host and path prefix. `name` also includes the
 * environment, such as `Live (eu.example.com)`. `environment` is null for the connected service,
 * because the status bar shows this environment. Production environments are always included.
 */
export function pagePlace(
  baseUrl: string,
  environments: EnvironmentList,
): {
  readonly service: string;
  readonly name: string;
  readonly environment: PageEnvironment | null;
} {
  const reading = readBaseUrl(baseUrl);
  if (reading.kind === 'invalid') {
    return { service: singleLine(baseUrl), name: singleLine(baseUrl), environment: null };
  }
  const place = environments.placeAt(reading.baseUrl);
  const { kind } = place;
  const isConnected = reading.baseUrl.href === environments.connected?.href;
  const isMarked = kind !== undefined && (kind === 'production' || !isConnected);
  return {
    service: singleLine(reading.baseUrl.label),
    name: singleLine(environments.nameOf(reading.baseUrl)),
    environment: isMarked ? { line: placeLine(place), kind } : null,
  };
}
