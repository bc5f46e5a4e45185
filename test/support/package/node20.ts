import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vscodeTestFolder } from '../paths.ts';
import { run } from '../process/run.ts';

/**
 * Installs Node.js 20 from the npm registry, unless it is already installed, and returns the path
 * of its executable.
 */
export async function installNode20(): Promise<string> {
  const folder = join(vscodeTestFolder, 'node-20');
  const node = join(
    folder,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(node)) return node;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const code = await run(
    'npm',
    ['install', 'node@20', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      env: process.env,
      timeoutMs: 300_000,
    },
  );
  if (code !== 0) throw new Error('npm could not install Node 20.');
  return node;
}
