import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { readProjectFile } from './manifest.ts';

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

it.each(['.github/dependabot.yml', '.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/feature.yml'])(
  '%s is YAML',
  async (name) => {
    expect(load(await readProjectFile(name))).toBeTypeOf('object');
  },
);
