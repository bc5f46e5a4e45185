import * as z from 'zod/mini';
import { readBaseUrl } from '../../service/index.ts';
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
