import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { scratchProject } from './build.ts';

const limit = 400 * 1024;

it('npm run package writes the same bytes twice from one commit, and few of them', async () => {
  const { folder, remove } = await scratchProject();
  onTestFinished(remove);
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const pack = async (name: string, env: NodeJS.ProcessEnv) => {
    await promisify(execFile)(process.execPath, ['package.mjs', '--out', name], { cwd: folder, env: { ...process.env, GIT_DIR: join(projectFolder, '.git'), ...env } });
    return readFile(join(folder, name));
  };
  const first = await pack('first.vsix', { TZ: 'Asia/Tokyo' });
  const second = await pack('second.vsix', { TZ: 'America/New_York', LC_ALL: 'sv_SE.UTF-8' });
  expect(second.equals(first)).toBe(true);
  expect(first.length).toBeLessThan(limit);
  expect(first.length).toBeGreaterThan(limit / 10);
}, 240_000);
