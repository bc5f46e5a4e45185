import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { readManifest, readProjectFile, readTexts } from './manifest.ts';

/** The cells of the table under a heading, without its head, backticks removed. */
function table(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|')).slice(2);
  return rows.map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim().replaceAll('`', '')));
}

const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort();

describe('the texts of the manifest', () => {
  it('all exist and are all used', async () => {
    const used = [...(await readProjectFile('package.json')).matchAll(/"%([^"%]+)%"/g)].flatMap(([, key]) => key ?? []);
    expect(Object.keys(await readTexts()).sort()).toEqual([...new Set(used)].sort());
  });

  it('link to commands that exist', async () => {
    const own = (await readManifest()).contributes.commands.map(({ command }) => command);
    const views = ['workflowJobs.jobs.focus', 'workflowJobs.fields.focus'];
    const linked = Object.values(await readTexts()).flatMap((text) => [...text.matchAll(/\(command:(workflowJobs\.[\w.]+)/g)].flatMap(([, id]) => id ?? []));
    expect(linked).not.toEqual([]);
    expect(linked.filter((id) => ![...own, ...views].includes(id))).toEqual([]);
  });
});

describe('the README', () => {
  it('lists the commands of the manifest with their titles', async () => {
    const [{ contributes }, texts] = [await readManifest(), await readTexts()];
    const rows = table(await readProjectFile('README.md'), 'Commands').map(([title = '', id = '']) => [title, id]);
    expect(sorted(rows)).toEqual(sorted(contributes.commands.map(({ command, title }) => [texts[title.replaceAll('%', '')] ?? title, command])));
  });

  it('lists the settings of the manifest with their defaults', async () => {
    const { contributes } = await readManifest();
    const rows = table(await readProjectFile('README.md'), 'Settings').map(([name = '', value = '']) => [name, value]);
    const settings = Object.entries(contributes.configuration.properties);
    expect(sorted(rows)).toEqual(sorted(settings.map(([name, { default: value }]) => [name, JSON.stringify(value)])));
  });

  it('names the package and the VS Code that it is for', async () => {
    const [readme, { version, engines }] = [await readProjectFile('README.md'), await readManifest()];
    expect(readme).toContain(`workflow-jobs-${version}.vsix`);
    expect(readme).toContain(`VS Code ${engines.vscode.replace(/^\^(\d+\.\d+)\.0$/, '$1')} or newer`);
  });
});

describe('the documents', () => {
  it('have an entry of the changelog for the version', async () => {
    const { version } = await readManifest();
    const released = [...(await readProjectFile('CHANGELOG.md')).matchAll(/^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/gm)].flatMap(([, name]) => name ?? []);
    expect(released[0]).toBe(version);
  });

  it.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])('%s links only to what is there', async (name) => {
    const targets = [...(await readProjectFile(name)).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].flatMap(([, target]) => target ?? []);
    expect(targets.filter((target) => !existsSync(join(projectFolder, target)))).toEqual([]);
  });
});
