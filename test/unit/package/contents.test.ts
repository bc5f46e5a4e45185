import { cp, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { scratchProject } from '../../support/package/packaging.ts';
import { groupsIn, manifest, packageJson, readProjectFile } from './manifest.ts';

const builds = inject('builds');
let scratch: Awaited<ReturnType<typeof scratchProject>>;
let files: readonly string[];
const readmePath = 'dist/README.md';
const translation = 'l10n/bundle.l10n.de.json';

// The folder contains the files of both builds, and a translation.
beforeAll(async () => {
  scratch = await scratchProject();
  for (const build of [builds.development, builds.production]) {
    await cp(build, join(scratch.folder, 'dist'), { recursive: true });
  }
  await cp(join(scratch.folder, 'l10n/bundle.l10n.json'), join(scratch.folder, translation));
  // Lists the same files as `vsce package --no-dependencies --readme-path`.
  const options = { cwd: scratch.folder, packageManager: PackageManager.None, readmePath };
  files = (await listFiles(options)).sort();
});

afterAll(() => scratch.remove());

const documents = ['CHANGELOG.md', 'LICENSE', readmePath, 'package.json', 'package.nls.json'];
const expected = [
  ...documents,
  translation,
  /^docs\/[\w-]+\.md$/,
  'docs/screenshot.png',
  /^dist\/THIRD_PARTY_NOTICES\.txt$/,
  /^dist\/(extension\/extension|sandbox\/sandbox|mcp\/server|page\/(jobPage|overview))\.js$/,
  /^dist\/page\/(jobPage|overview)\.css$/,
  /^media\/(icon\.png|workflow-jobs\.svg|walkthrough\/\w+\.svg)$/,
];

describe('Packaged extension', () => {
  it('contains at most 32 files and no unlisted file', () => {
    expect(
      files.filter(
        (file) =>
          !expected.some((each) => (typeof each === 'string' ? each === file : each.test(file))),
      ),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(32);
  });

  it('contains all files that package.json mentions', () => {
    const { main, browser, icon } = manifest;
    const media = groupsIn(packageJson, /"(media\/[^"]+)"/g);
    const named = [
      ...documents,
      main,
      browser,
      icon,
      ...media,
      'dist/sandbox/sandbox.js',
      'dist/mcp/server.js',
      'dist/page/jobPage.js',
      'dist/page/jobPage.css',
      'dist/page/overview.js',
      'dist/page/overview.css',
      'dist/THIRD_PARTY_NOTICES.txt',
    ];
    expect(
      named.map((path) => path.replace(/^\.\//, '')).filter((path) => !files.includes(path)),
    ).toEqual([]);
  });

  it('contains all files that its documents link to', async () => {
    const links = files
      .filter((file) => /^docs\/.*\.md$/.test(file))
      .map(async (file) => {
        const targets = groupsIn(await readProjectFile(file), /\]\((?!https?:)([^)#]+)/g);
        return targets.map((target) => join(dirname(file), target));
      });
    expect((await Promise.all(links)).flat().filter((target) => !files.includes(target))).toEqual(
      [],
    );
  });

  it('contains a README without relative links or images', async () => {
    const readme = await readFile(join(builds.production, 'README.md'), 'utf8');
    expect(readme).toContain('run **Open Documentation**');
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });

  it('contains a README without sections for contributors', async () => {
    const readme = await readFile(join(builds.production, 'README.md'), 'utf8');
    expect(groupsIn(readme, /^## (.+)$/gm)).toEqual([
      'Connect to your service',
      'The first five minutes',
      'Common tasks',
      'Where it runs',
      'Privacy',
      'Documentation',
    ]);
    expect(readme).not.toMatch(/npm |CONTRIBUTING/);
  });

  it('excludes the l10n bundle for translators', () => {
    expect(files.filter((file) => file.startsWith('l10n/'))).toEqual([translation]);
  });

  it('excludes source maps', async () => {
    expect(
      (await stat(join(scratch.folder, 'dist/extension/extension.js.map'))).size,
    ).toBeGreaterThan(0);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  });
});
