import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { packageCopy, scratchProject } from '../../support/package/packaging.ts';

const limit = 800 * 1024;

describe('npm run package', () => {
  it(
    'creates identical packages in any folder, time zone, and language',
    { timeout: 240_000 },
    async () => {
      const { folder, remove } = await scratchProject();
      onTestFinished(remove);
      const first = await readFile(inject('vsix'));
      const second = await readFile(
        await packageCopy(folder, 'second.vsix', { TZ: 'America/New_York', LC_ALL: 'sv_SE.UTF-8' }),
      );
      expect(second.equals(first)).toBe(true);
      expect(first.length).toBeLessThan(limit);
      expect(first.length).toBeGreaterThan(limit / 10);
    },
  );
});
