import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** True if the job list cache on disk contains this job of this service. */
export async function isCached(dataFolder: string, baseUrl: string, key: string): Promise<boolean> {
  const files = (await readdir(dataFolder, { recursive: true })).filter((path) =>
    /workflow-jobs\.workflow-jobs\/jobListCache\.json$/.test(path),
  );
  const texts = await Promise.all(files.map((path) => readFile(join(dataFolder, path), 'utf8')));
  return texts.some((text) => text.includes(baseUrl) && text.includes(key));
}
