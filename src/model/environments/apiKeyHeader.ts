import * as z from 'zod/mini';
import { readBaseUrl } from '../../service/index.ts';
import { textSchema, trimmedTextSchema } from '../util/schemas.ts';

/** How an API key is sent: the name of the header, and the word before the key, which may be empty. */
export interface ApiKeyHeader {
  readonly header: string;
  readonly scheme: string;
}

const entrySchema = z.object({ baseUrl: textSchema, apiKey: z.object({ header: z.optional(trimmedTextSchema), scheme: z.optional(textSchema) }) });

/** What the first of the user's environments at an origin says of the header of its API key. */
export function apiKeyHeaderAt(environments: unknown, origin: string): Partial<ApiKeyHeader> {
  for (const entry of Array.isArray(environments) ? (environments as unknown[]) : []) {
    const { data } = entrySchema.safeParse(entry);
    const reading = data && readBaseUrl(data.baseUrl);
    if (reading?.kind !== 'valid' || reading.baseUrl.origin !== origin) continue;
    const { header, scheme } = data?.apiKey ?? {};
    return { ...(header === undefined ? {} : { header }), ...(scheme === undefined ? {} : { scheme: scheme.trim() }) };
  }
  return {};
}
