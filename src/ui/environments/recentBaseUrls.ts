import { readRecentBaseUrls, withRecentBaseUrl } from '../../model/environments/recentBaseUrls.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { BaseUrl } from '../../service/index.ts';
import { saveBaseUrl } from '../connection/settings.ts';

const recentName = 'recentBaseUrls';

/** The base URLs that a person typed or chose, the newest first. */
export function recentBaseUrls(memory: Memory): BaseUrl[] {
  return readRecentBaseUrls(memory.get(recentName));
}

/** Connects to a base URL that a person typed or chose. */
export async function useBaseUrl(memory: Memory, baseUrl: BaseUrl): Promise<void> {
  memory.set(recentName, withRecentBaseUrl(recentBaseUrls(memory), baseUrl).map(({ href }) => href));
  await saveBaseUrl(baseUrl.href);
}
