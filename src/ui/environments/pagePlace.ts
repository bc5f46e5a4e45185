import type { PageEnvironment } from '../../protocol/page.ts';
import { readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { EnvironmentList } from './environments.ts';
import { placeLine } from './kinds.ts';

/** The service of a page, whether or not it is the connected one. */
export interface PagePlace {
  /** Host (and path prefix). */
  readonly service: string;
  /** The same, with the name of its environment: `Live (eu.example.com)`. */
  readonly name: string;
  /** Null where the base URL is of none. */
  readonly environment: PageEnvironment | null;
}

export function pagePlace(baseUrl: string, environments: EnvironmentList): PagePlace {
  const reading = readBaseUrl(baseUrl);
  if (reading.kind === 'invalid') return { service: oneLine(baseUrl), name: oneLine(baseUrl), environment: null };
  const place = environments.placeAt(reading.baseUrl);
  return {
    service: oneLine(reading.baseUrl.label),
    name: oneLine(environments.nameOf(reading.baseUrl)),
    environment: place?.kind === undefined ? null : { line: placeLine(place), kind: place.kind },
  };
}
