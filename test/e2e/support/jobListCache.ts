import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether the file holds this job of this service, and not those of an earlier test in the same window. */
export async function isCached(dataFolder: string, baseUrl: string, key: string): Promise<boolean> {
  const files = (await readdir(dataFolder, { recursive: true })).filter((path) =>
    /workflow-jobs\.workflow-jobs\/lastKnown\/.+\.json$/.test(path),
  );
  const texts = await Promise.all(files.map((path) => readFile(join(dataFolder, path), 'utf8')));
  return texts.some((text) => text.includes(baseUrl) && text.includes(key));
}
