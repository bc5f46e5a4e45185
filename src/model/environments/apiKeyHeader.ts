import * as z from 'zod/mini';
import { type BaseUrl, headerProblem, readBaseUrl } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import { readStoredList } from '../util/keyValueStore.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** How an API key is sent: the name of the header, and the word before the key, which may be empty. */
export interface ApiKeyHeader {
  readonly header: string;
  readonly scheme: string;
}

const addressSchema = z.object({ baseUrl: textSchema });

const entrySchema = z.extend(addressSchema, {
  apiKey: z.object({ header: z.optional(trimmedTextSchema), scheme: z.optional(textSchema.check(z.trim())) }),
});

/** How the API key of an origin is sent, if an entry of the environments setting specifies it. */
export function apiKeyHeaderAt(
  environments: unknown,
  origin: string,
): z.infer<typeof entrySchema>['apiKey'] | undefined {
  return readStoredList(entrySchema, environments).find((entry) => entryBaseUrl(entry)?.origin === origin)
    ?.apiKey;
}

/** The base URL of an entry of the environments setting, if it is valid. */
export function entryBaseUrl(entry: unknown): BaseUrl | undefined {
  const reading = readBaseUrl(addressSchema.safeParse(entry).data?.baseUrl ?? '');
  return reading.kind === 'valid' ? reading.baseUrl : undefined;
}

/** `Authorization: Bearer …` */
export function headerText({ header, scheme }: ApiKeyHeader): string {
  return joined(' ', `${header}:`, scheme, '…');
}

/**
 * Reads a header as {@link headerText} writes it, or without the key's place. The scheme is one short word, so
 * that a pasted key does not become a setting.
 */
export function readHeaderText(text: string): ApiKeyHeader | undefined {
  const [, header = '', scheme = ''] =
    /^([^:\s]+)\s*(?::\s*([a-z-]{0,20})\s*\u2026?)?$/i.exec(text.trim()) ?? [];
  return headerProblem({ name: header, value: '…' }) === 'name' ? undefined : { header, scheme };
}
