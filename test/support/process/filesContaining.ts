import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns every file below the folders that contains a text. */
export async function filesContaining(
  text: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      // The file may be deleted in the meantime.
      const content = await readFile(file).catch(() => Buffer.alloc(0));
      if (content.includes(text)) found.push(file);
    }
  }
  return found;
}
