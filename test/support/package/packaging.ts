import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../paths.ts';

/** Creates a temporary folder. `remove` deletes the folder. */
export async function scratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-package-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Copies the project to a temporary folder, without ignored folders, and links its `node_modules`
 * folder.
 */
export async function scratchProject(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const scratch = await scratchFolder();
  const ignored = (await readFile(join(projectFolder, '.gitignore'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []));
  const names = (await readdir(projectFolder)).filter(
    (name) => name !== '.git' && !ignored.includes(name) && !name.endsWith('.vsix'),
  );
  for (const name of names) {
    await cp(join(projectFolder, name), join(scratch.folder, name), { recursive: true });
  }
  await symlink(
    join(projectFolder, 'node_modules'),
    join(scratch.folder, 'node_modules'),
    'junction',
  );
  return scratch;
}

/** Packages a copy of the project like `npm run package`, and returns the path of the package. */
export async function packageCopy(
  folder: string,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const history = { GIT_DIR: join(projectFolder, '.git') };
  await promisify(execFile)(process.execPath, ['package.mjs', '--out', name], {
    cwd: folder,
    env: { ...process.env, ...history, ...env },
  });
  return join(folder, name);
}

/**
 * Builds the extension into a folder. Rejects with an error that contains `stderr` if the build
 * fails.
 */
export async function build(
  outdir: string,
  { production = true, cwd = projectFolder } = {},
): Promise<void> {
  const args = [
    join(projectFolder, 'esbuild.mjs'),
    `--outdir=${outdir}`,
    ...(production ? ['--production'] : []),
  ];
  await promisify(execFile)(process.execPath, args, { cwd });
}

/** Returns the contents of all files in a folder whose names end with `ending`, by file name. */
export async function readFiles(folder: string, ending: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
}
