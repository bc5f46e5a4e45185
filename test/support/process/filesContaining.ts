import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the paths of all files in the given folders and subfolders that contain a string. */
export async function filesContaining(
  text: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      // The file may have been deleted after the folder was listed.
      const content = await readFile(file).catch(() => Buffer.alloc(0));
      if (content.includes(text)) found.push(file);
    }
  }
  return found;
}
