import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';

const memoryName = 'recentBaseUrls';
const mostRecent = 10;

/** The base URLs that a person typed or chose, newest first. */
export function recentBaseUrls(memory: Memory): BaseUrl[] {
  return readStoredList(textSchema, memory.get(memoryName)).flatMap((text) => {
    const reading = readBaseUrl(text);
    return reading.kind === 'valid' ? [reading.baseUrl] : [];
  });
}

export function rememberBaseUrl(memory: Memory, { href }: BaseUrl): void {
  const all = new Set([href, ...recentBaseUrls(memory).map((recent) => recent.href)]);
  memory.set(memoryName, [...all].slice(0, mostRecent));
}
