import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFilter } from '../../../src/model/browsing/jobFilter.ts';
import { csvColumns } from '../../../src/model/export/jobExport.ts';
import { exitCodes } from '../../../src/model/tasks/runTask.ts';
import { projectFolder } from '../../support/paths.ts';
import { readManifest, readProjectFile, readTexts } from './manifest.ts';

/** The cells of the table under a heading, without its head, backticks removed. */
function table(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort();

describe('the texts of the manifest', () => {
  it('all exist and are all used', async () => {
    const used = [...(await readProjectFile('package.json')).matchAll(/"%([^"%]+)%"/g)].flatMap(
      ([, key]) => key ?? [],
    );
    expect(Object.keys(await readTexts()).sort()).toEqual([...new Set(used)].sort());
  });

  it('link to commands that exist', async () => {
    const own = (await readManifest()).contributes.commands.map(({ command }) => command);
    const views = ['workflowJobs.jobs.focus', 'workflowJobs.fields.focus'];
    const linked = Object.values(await readTexts()).flatMap((text) =>
      [...text.matchAll(/\(command:(workflowJobs\.[\w.]+)/g)].flatMap(([, id]) => id ?? []),
    );
    expect(linked).not.toEqual([]);
    expect(linked.filter((id) => ![...own, ...views].includes(id))).toEqual([]);
  });
});

describe('the README', () => {
  it('has what concerns the repository alone as its last part', async () => {
    const parts = (await readProjectFile('README.md')).split(/^## /m);
    const concern = parts.filter((part) => /npm ci|CONTRIBUTING\.md/.test(part));
    expect(concern).toEqual([parts.at(-1)]);
  });

  it('names the package and the VS Code that it is for', async () => {
    const [readme, { version, engines }] = [await readProjectFile('README.md'), await readManifest()];
    expect(readme).toContain(`workflow-jobs-${version}.vsix`);
    expect(readme).toContain(`VS Code ${engines.vscode.replace(/^\^(\d+\.\d+)\.0$/, '$1')} or newer`);
  });
});

/**
 * People bind keys to the ids and titles in these tables, and scripts rely on them: a row changes only with a
 * major version.
 */
describe('the tables', () => {
  const commandsAndSettings = 'docs/commands-and-settings.md';

  it('list the commands of the manifest with their titles', async () => {
    const [{ contributes }, texts] = [await readManifest(), await readTexts()];
    const rows = table(await readProjectFile(commandsAndSettings), 'Commands').map(
      ([title = '', id = '']) => [title, id],
    );
    expect(sorted(rows)).toEqual(
      sorted(
        contributes.commands
          .filter(({ command }) => !command.startsWith('_'))
          .map(({ command, title }) => [texts[title.replaceAll('%', '')] ?? title, command]),
      ),
    );
  });

  it('list the settings of the manifest with their defaults', async () => {
    const { contributes } = await readManifest();
    const rows = table(await readProjectFile(commandsAndSettings), 'Settings').map(
      ([name = '', value = '']) => [name, value],
    );
    const settings = Object.entries(contributes.configuration.properties);
    expect(sorted(rows)).toEqual(
      sorted(settings.map(([name, { default: value }]) => [name, JSON.stringify(value)])),
    );
  });

  it('explain messages that the extension has', async () => {
    const messages = Object.keys(JSON.parse(await readProjectFile('l10n/bundle.l10n.json')) as object);
    const explained = table(await readProjectFile('docs/troubleshooting.md'), 'Messages').flatMap(
      ([message]) => message ?? [],
    );
    expect(explained).not.toEqual([]);
    // An ellipsis replaces the parts that differ from one message to the next.
    const isMessage = (text: string) =>
      messages.some((message) => text.split('…').every((part) => message.includes(part)));
    expect(explained.filter((text) => !isMessage(text))).toEqual([]);
  });
});

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(projectFolder, 'docs')).map((name) => `docs/${name}`),
];
const linkPattern = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g;

/** The names under which GitHub and VS Code link to the headings of a document. */
function anchors(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents', () => {
  it('name the columns of each CSV in their order, and each part of a filter that the setting has', async () => {
    const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
    const lineOf = async (path: string, start: string) =>
      (await readProjectFile(path)).split('\n').find((each) => each.startsWith(start)) ?? '';
    const columns = '- The first columns are always ';
    expect((await lineOf('docs/exports.md', columns)).replace(' and ', ', ')).toBe(
      `${columns}${named(csvColumns)}.`,
    );
    const { properties } = (await readManifest()).contributes.configuration;
    const parts = Object.keys(properties['workflowJobs.filters']?.items?.properties ?? {}).slice(1);
    expect(readFilter({ '': 1 }).problems[0]).toContain(`The parts are ${parts.join(', ')}.`);
    const [, section = ''] = (await readProjectFile('docs/commands-and-settings.md')).split(
      'The parts are:\n',
    );
    expect(parts.filter((part) => !section.includes(`\`${part}\``))).toEqual([]);
  });

  it('name every exit code of a task, and no other', async () => {
    const named = table(await readProjectFile('docs/scripting.md'), 'Tasks').flatMap(([first = '']) =>
      /^\d+$/.test(first) ? [Number(first)] : [],
    );
    expect(named).toEqual(Object.values(exitCodes).sort((one, other) => one - other));
  });

  it('name the tools of assistants, in chats and over MCP', async () => {
    const { contributes } = JSON.parse(await readProjectFile('package.json')) as {
      contributes: { languageModelTools: { name: string; toolReferenceName: string }[] };
    };
    const named = table(await readProjectFile('docs/agents.md'), 'Tools').map(([chat, mcp]) => [chat, mcp]);
    expect(named).toEqual(
      contributes.languageModelTools.map(({ name, toolReferenceName }) => [
        `#${toolReferenceName}`,
        name.replace('workflowJobs_', ''),
      ]),
    );
  });

  it('name every variable of the MCP server, and no other', async () => {
    const read = [...(await readProjectFile('src/agents/mcp/config.ts')).matchAll(/read\('([A-Z_]+)'\)/g)];
    const named = table(await readProjectFile('docs/agents.md'), 'The MCP server').map(([name]) => name);
    expect(named.toSorted()).toEqual(
      [...new Set(read.map(([, name]) => `WORKFLOW_JOBS_${name}`))].toSorted(),
    );
  });

  it('and the texts name only commands, settings and views that the manifest has', async () => {
    const { commands, configuration, views } = (await readManifest()).contributes;
    const names = [
      ...commands.map(({ command }) => command),
      ...Object.keys(configuration.properties),
      ...Object.values(views).flatMap((each) => each.map(({ id }) => `${id}.focus`)),
    ];
    const texts = [...documents, 'package.nls.json', 'l10n/bundle.l10n.json'].map(readProjectFile);
    const named = (await Promise.all(texts)).flatMap(
      (text) => text.match(/\bworkflowJobs(?:\.[a-z]\w*)+/g) ?? [],
    );
    expect(named.filter((name) => !names.some((each) => `${each}.`.startsWith(`${name}.`)))).toEqual([]);
  });

  it('name only functions that the source has', async () => {
    const steps = [...(await readProjectFile('CONTRIBUTING.md')).matchAll(/`([\w/]+\.ts):(#?\w+)`/g)].map(
      ([, file = '', name = '']) => ({ file, name }),
    );
    expect(steps.length).toBeGreaterThan(20);
    const missing = steps.map(async ({ file, name }) =>
      new RegExp(`(?<![\\w#])${name}\\b`).test(await readProjectFile(`src/${file}`)) ? [] : `${file}:${name}`,
    );
    expect((await Promise.all(missing)).flat()).toEqual([]);
  });

  it('have an entry of the changelog for the version', async () => {
    const { version } = await readManifest();
    const released = [
      ...(await readProjectFile('CHANGELOG.md')).matchAll(/^## \[(.+)\] - \d{4}-\d{2}-\d{2}$/gm),
    ].flatMap(([, name]) => name ?? []);
    expect(released[0]).toBe(version);
  });

  it.each(documents)('%s links only to files and headings that exist', async (name) => {
    const markdown = await readProjectFile(name);
    const broken: string[] = [];
    for (const [link, path = '', anchor] of markdown.matchAll(linkPattern)) {
      const target = path === '' ? name : join(dirname(name), path);
      const exists =
        existsSync(join(projectFolder, target)) &&
        (anchor === undefined || anchors(await readProjectFile(target)).includes(anchor));
      if (!exists) broken.push(link);
    }
    expect(broken).toEqual([]);
  });
});
