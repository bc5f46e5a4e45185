import * as z from 'zod/mini';
import { type BaseUrl, headerProblem, readBaseUrl } from '../../service/index.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { readStoredList } from '../util/keyValueStore.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** HTTP header for the API key. `scheme` is a prefix such as `Bearer`, or an empty string. */
export interface ApiKeyHeader {
  readonly header: string;
  readonly scheme: string;
}

const addressSchema = z.object({ baseUrl: textSchema });

const apiKeyEntrySchema = z.extend(addressSchema, {
  apiKey: z.object({
    header: z.optional(trimmedTextSchema),
    scheme: z.optional(textSchema.check(z.trim())),
  }),
});

/** Returns the API key header for an origin from the environment settings. */
export function apiKeyHeaderAt(
  environments: unknown,
  origin: string,
): z.infer<typeof apiKeyEntrySchema>['apiKey'] | undefined {
  return readStoredList(apiKeyEntrySchema, environments).find(
    (entry) => entryBaseUrl(entry)?.origin === origin,
  )?.apiKey;
}

/**
 * Returns the base URL of a `workflowJobs.environments` entry, or undefined if the URL is invalid.
 */
export function entryBaseUrl(entry: unknown): BaseUrl | undefined {
  const reading = readBaseUrl(addressSchema.safeParse(entry).data?.baseUrl ?? '');
  return reading.kind === 'valid' ? reading.baseUrl : undefined;
}

/** Formats an API key header without the key, such as `Authorization: Bearer …`. */
export function headerText({ header, scheme }: ApiKeyHeader): string {
  return joinNonEmpty(' ', `${header}:`, scheme, '…');
}

/**
 * Parses a header in the format of {@link headerText}; the `…` is optional. Rejects long schemes,
 * so that an API key pasted by mistake is not saved in the settings.
 */
export function readHeaderText(text: string): ApiKeyHeader | undefined {
  const [, header = '', scheme = ''] =
    /^([^:\s]+)\s*(?::\s*([a-z-]{0,20})\s*\u2026?)?$/i.exec(text.trim()) ?? [];
  return headerProblem({ name: header, value: '…' }) === 'name' ? undefined : { header, scheme };
}
