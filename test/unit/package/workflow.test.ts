import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { groupsIn, packageJson, readProjectFile } from './manifest.ts';

const requireRepository = '.github/requireRepository.mjs';

const workflow = await readProjectFile('.github/workflows/ci.yml');
const publishJob = workflow.slice(workflow.indexOf('\n  publish:\n'));
const commandsIn = (yaml: string) => groupsIn(yaml, /\brun: (.+)$/gm);

describe('GitHub workflow', () => {
  it('runs all tests and builds the package', () => {
    const { scripts } = JSON.parse(packageJson) as { scripts: Record<string, string> };
    const commands = commandsIn(workflow).join('\n');
    const called = groupsIn(commands, /npm run ([\w:]+)/g);
    expect(commands).toContain('npm test -- --all');
    expect(called).toEqual(expect.arrayContaining(['test:desktop', 'package']));
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('Publish job', () => {
  it('checks the repository in package.json before publishing', () => {
    const commands = commandsIn(publishJob);
    const requires = commands.findIndex((command) => command.includes(requireRepository));
    const publishes = commands.findIndex((command) => command.includes('publish '));
    expect(requires).toBeGreaterThan(-1);
    expect(publishes).toBeGreaterThan(requires);
  });
});

describe('requireRepository.mjs', () => {
  it.each([
    [1, {}, 'package.json contains no repository'],
    [0, { repository: 'https://example.com/workflow-jobs.git' }, ''],
  ])('exits with code %i if package.json contains %j', async (code, manifest, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-publish-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(projectFolder, requireRepository)],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});
