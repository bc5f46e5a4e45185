import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from './manifest.ts';

interface Workflow {
  jobs: Record<string, { needs?: string | string[]; strategy?: { matrix: { os: string[] } }; steps: { run?: string; uses?: string; if?: string; env?: object }[] }>;
}

const workflow = async () => load(await readProjectFile('.github/workflows/ci.yml')) as Workflow;

describe('the workflow of GitHub Actions', () => {
  it('runs scripts that exist, the test command and the package among them', async () => {
    const { scripts } = JSON.parse(await readProjectFile('package.json')) as { scripts: Record<string, string> };
    const commands = Object.values((await workflow()).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? [])).join('\n');
    const called = [...commands.matchAll(/npm run ([\w:]+)/g)].flatMap(([, name]) => name ?? []);
    expect(called).toEqual(expect.arrayContaining(['test:desktop', 'package']));
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
    expect(commands).toMatch(/^npm test$/m);
  });

  it('tests on three systems before it publishes, and names the version of every action', async () => {
    const { jobs } = await workflow();
    expect(jobs['test']?.strategy?.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
    expect(jobs['publish']?.needs).toEqual(['test', 'package']);
    const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.filter((action) => !/@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
  });
});

it.each(['.github/dependabot.yml', '.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/feature.yml'])('%s is YAML', async (name) => {
  expect(load(await readProjectFile(name))).toBeTypeOf('object');
});
