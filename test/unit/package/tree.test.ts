import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { readProjectFile } from './manifest.ts';

const machinePath = /(?<![\w.$}-])\/(?:home|Users|root|work|tmp)\/\w|[A-Z]:\\+Users\\/;
const text = /(?:\.(?:[cm]?[jt]s|json|md|css|svg|ya?ml|txt)|\/run|LICENSE|ignore|\.npmrc)$/;

/** Returns the files of the project, without ignored folders. */
async function projectFiles(): Promise<string[]> {
  const ignored = (await readProjectFile('.gitignore'))
    .split('\n')
    .flatMap((line) => (line.endsWith('/') ? [line.slice(0, -1)] : []));
  const skipped = new Set(['.git', ...ignored]);
  const found: string[] = [];
  for await (const entry of glob(['**/*', '**/.*', '.*/**/*'], {
    cwd: projectFolder,
    withFileTypes: true,
    exclude: ({ name }) => skipped.has(name),
  })) {
    if (entry.isFile()) found.push(join(entry.parentPath, entry.name));
  }
  return [...new Set(found)];
}

describe('Project files', () => {
  it('contain no paths from a developer machine', async () => {
    const files = (await projectFiles()).filter((file) => text.test(file));
    expect(files).toEqual(
      expect.arrayContaining(
        [
          'package.json',
          '.vscodeignore',
          'src/extension.ts',
          '.ci/run',
          'test/unit/package/tree.test.ts',
        ].map((file) => join(projectFolder, file)),
      ),
    );
    const invalid = await Promise.all(
      files.map(async (file) => machinePath.exec(await readFile(file, 'utf8')) && file),
    );
    expect(invalid.filter(Boolean)).toEqual([]);
  });
});

describe('machinePath', () => {
  it.each([
    ['home', 'someone', 'file'],
    ['Users', 'someone'],
    ['tmp', 'file'],
  ])('matches the local path /%s/%s', (...segments) => {
    expect(`see "/${segments.join('/')}"`).toMatch(machinePath);
  });
});
