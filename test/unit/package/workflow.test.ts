import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { readProjectFile } from './manifest.ts';

const requireRepository = '.github/requireRepository.mjs';

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

it('the workflow of GitHub Actions runs scripts that exist: all tests, those of the desktop and the package among them', async () => {
  const { scripts } = JSON.parse(await readProjectFile('package.json')) as {
    scripts: Record<string, string>;
  };
  const { jobs } = load(await readProjectFile('.github/workflows/ci.yml')) as Workflow;
  const commands = Object.values(jobs)
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    .join('\n');
  const called = [...commands.matchAll(/npm run ([\w:]+)/g)].flatMap(([, name]) => name ?? []);
  expect(commands).toContain('npm test -- --all');
  expect(called).toEqual(expect.arrayContaining(['test:desktop', 'package']));
  expect(called.filter((name) => !(name in scripts))).toEqual([]);
});

describe('the publishing job', () => {
  it('asks for a public repository before it publishes anywhere', async () => {
    const { jobs } = load(await readProjectFile('.github/workflows/ci.yml')) as Workflow;
    const commands = (jobs['publish']?.steps ?? []).flatMap(({ run }) => run ?? []);
    const asks = commands.findIndex((command) => command.includes(requireRepository));
    const publishes = commands.findIndex((command) => command.includes('publish '));
    expect(asks).toBeGreaterThan(-1);
    expect(publishes).toBeGreaterThan(asks);
  });

  it.each([
    ['refuses in words where package.json names none', {}, 1, 'package.json names no repository'],
    ['goes on where it does', { repository: 'https://example.com/workflow-jobs.git' }, 0, ''],
  ])('%s', async (_what, manifest, code, said) => {
    const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-publish-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const { status, stderr } = spawnSync(process.execPath, [join(projectFolder, requireRepository)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([code, expect.stringContaining(said)]);
  });
});
