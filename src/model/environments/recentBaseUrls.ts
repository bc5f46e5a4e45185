import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { type KeyValueStore, readStoredList } from '../util/keyValueStore.ts';
import { textSchema } from '../util/schemas.ts';

const memoryName = 'recentBaseUrls';
const mostRecent = 10;

/** The base URLs that a person typed or chose, newest first. */
export function recentBaseUrls(store: KeyValueStore): BaseUrl[] {
  return readStoredList(textSchema, store.get(memoryName)).flatMap((text) => {
    const reading = readBaseUrl(text);
    return reading.kind === 'valid' ? [reading.baseUrl] : [];
  });
}

export function rememberBaseUrl(store: KeyValueStore, { href }: BaseUrl): void {
  const all = new Set([href, ...recentBaseUrls(store).map((recent) => recent.href)]);
  store.set(memoryName, [...all].slice(0, mostRecent));
}
