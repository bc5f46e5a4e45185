import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../support/paths.ts';

/** A folder of this test file alone. */
export async function scratchFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-package-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A copy of the project, without what it builds and downloads. */
export async function scratchProject(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const scratch = await scratchFolder();
  const ignored = (await readFile(join(projectFolder, '.gitignore'), 'utf8')).split('\n').flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []));
  const names = (await readdir(projectFolder)).filter((name) => name !== '.git' && !ignored.includes(name) && !name.endsWith('.vsix'));
  for (const name of names) await cp(join(projectFolder, name), join(scratch.folder, name), { recursive: true });
  return scratch;
}

/** Runs the build into a folder; rejects with `stderr` where it fails. */
export async function build(outdir: string, { production = true, cwd = projectFolder } = {}): Promise<void> {
  const args = [join(projectFolder, 'esbuild.mjs'), `--outdir=${outdir}`, ...(production ? ['--production'] : [])];
  await promisify(execFile)(process.execPath, args, { cwd });
}

/** The texts of a folder's files with this ending, by name. */
export async function readFiles(folder: string, ending: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}
