import * as z from 'zod/mini';
import { headerProblem, readBaseUrl } from '../../service/index.ts';
import { joined } from '../../text/list.ts';
import { readStoredList } from '../util/keyValueStore.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** How an API key is sent: the name of the header, and the word before the key, which may be empty. */
export interface ApiKeyHeader {
  readonly header: string;
  readonly scheme: string;
}

const entrySchema = z.object({
  baseUrl: textSchema,
  apiKey: z.object({ header: z.optional(trimmedTextSchema), scheme: z.optional(textSchema.check(z.trim())) }),
});

/** What the first of the user's environments at an origin says of the header of its API key. */
export function apiKeyHeaderAt(
  environments: unknown,
  origin: string,
): z.infer<typeof entrySchema>['apiKey'] | undefined {
  return readStoredList(entrySchema, environments).find(({ baseUrl }) => {
    const reading = readBaseUrl(baseUrl);
    return reading.kind === 'valid' && reading.baseUrl.origin === origin;
  })?.apiKey;
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
