import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';

const mostRecent = 10;

/** Reads the recent base URLs that VS Code kept, the newest first. */
export function readRecentBaseUrls(stored: unknown): BaseUrl[] {
  return readStoredList(textSchema, stored).flatMap((text) => {
    const reading = readBaseUrl(text);
    return reading.kind === 'valid' ? [reading.baseUrl] : [];
  });
}

/** Puts a used base URL first among the recent ones. */
export function withRecentBaseUrl(recent: readonly BaseUrl[], used: BaseUrl): BaseUrl[] {
  return [used, ...recent.filter(({ href }) => href !== used.href)].slice(0, mostRecent);
}
