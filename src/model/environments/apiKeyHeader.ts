import * as z from 'zod/mini';
import { type BaseUrl, headerProblem, readBaseUrl } from '../../service/index.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { readStoredList } from '../util/keyValueStore.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/**
 * Header that contains the API key. `scheme` is the word before the key, such as `Bearer`, or
 * empty.
 */
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

/** Returns the API key header that an environment in the settings specifies for an origin. */
export function apiKeyHeaderAt(
  environments: unknown,
  origin: string,
): z.infer<typeof apiKeyEntrySchema>['apiKey'] | undefined {
  return readStoredList(apiKeyEntrySchema, environments).find(
    (entry) => entryBaseUrl(entry)?.origin === origin,
  )?.apiKey;
}

/** Returns the base URL of an entry in the `workflowJobs.environments` setting if it is valid. */
export function entryBaseUrl(entry: unknown): BaseUrl | undefined {
  const reading = readBaseUrl(addressSchema.safeParse(entry).data?.baseUrl ?? '');
  return reading.kind === 'valid' ? reading.baseUrl : undefined;
}

/** Formats a header as `Authorization: Bearer …`. */
export function headerText({ header, scheme }: ApiKeyHeader): string {
  return joinNonEmpty(' ', `${header}:`, scheme, '…');
}

/**
 * Parses a header in the format of {@link headerText}. The `…` is optional. Rejects a long scheme,
 * so that a pasted API key is not saved in the settings.
 */
export function readHeaderText(text: string): ApiKeyHeader | undefined {
  const [, header = '', scheme = ''] =
    /^([^:\s]+)\s*(?::\s*([a-z-]{0,20})\s*\u2026?)?$/i.exec(text.trim()) ?? [];
  return headerProblem({ name: header, value: '…' }) === 'name' ? undefined : { header, scheme };
}
