import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFilter } from '../../../src/model/browsing/jobFilter.ts';
import { csvColumns } from '../../../src/model/export/jobExport.ts';
import { exitCodes } from '../../../src/model/tasks/runTask.ts';
import { projectFolder } from '../../support/paths.ts';
import {
  commandIds,
  contributes,
  groupsIn,
  localized,
  manifest,
  packageJson,
  readProjectFile,
  settings,
  texts,
} from './manifest.ts';

/** Returns the cells of the table under a heading, without its header row and backticks. */
async function table(path: string, heading: string): Promise<string[][]> {
  const parts = (await readProjectFile(path)).split(/^## /m);
  const section = parts.find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

const firstTwo = (rows: string[][]) => rows.map((cells) => cells.slice(0, 2).join(' | ')).sort();

const commandsAndSettings = 'docs/commands-and-settings.md';
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(projectFolder, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('package.nls.json', () => {
  it('contains exactly the strings that package.json uses', () => {
    expect(Object.keys(texts).sort()).toEqual(
      [...new Set(groupsIn(packageJson, /"%([^"%]+)%"/g))].sort(),
    );
  });

  it('links only to existing commands', () => {
    const known = [...commandIds, 'workflowJobs.jobs.focus', 'workflowJobs.fields.focus'];
    const linked = Object.values(texts).flatMap((text) =>
      groupsIn(text, /\(command:(workflowJobs\.[\w.]+)/g),
    );
    expect(linked).not.toEqual([]);
    expect(linked.filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe('README.md', () => {
  it('mentions the version of the extension and the minimum version of VS Code', async () => {
    const readme = await readProjectFile('README.md');
    expect(readme).toContain(`workflow-jobs-${manifest.version}.vsix`);
    expect(readme).toContain(
      `VS Code ${manifest.engines.vscode.replace(/^\^(\d+\.\d+)\.0$/, '$1')} or newer`,
    );
  });
});

describe('CHANGELOG.md', () => {
  // The heading of a version contains a date after the version is tagged.
  it('lists unreleased changes before the changes of the current version', async () => {
    const headings = /^## \[(.+?)\](?: - \d{4}-\d{2}-\d{2})?$/gm;
    expect(groupsIn(await readProjectFile('CHANGELOG.md'), headings).slice(0, 2)).toEqual([
      'Unreleased',
      manifest.version,
    ]);
  });
});

describe('Documentation', () => {
  // Keybindings and scripts use these IDs, so a row changes only with a major version.
  it('lists all commands with their titles', async () => {
    const commands = contributes.commands.filter(({ command }) => !command.startsWith('_'));
    expect(firstTwo(await table(commandsAndSettings, 'Commands'))).toEqual(
      firstTwo(commands.map(({ command, title }) => [localized(title), command])),
    );
  });

  it('lists all settings with their defaults', async () => {
    expect(firstTwo(await table(commandsAndSettings, 'Settings'))).toEqual(
      firstTwo(
        Object.entries(settings).map(([name, { default: value }]) => [name, JSON.stringify(value)]),
      ),
    );
  });

  it('explains only messages that exist in the code', async () => {
    const messages = Object.keys(
      JSON.parse(await readProjectFile('l10n/bundle.l10n.json')) as object,
    );
    const explained = (await table('docs/troubleshooting.md', 'Messages')).map(
      ([message = '']) => message,
    );
    expect(explained).not.toEqual([]);
    // An ellipsis replaces the variable parts of a message.
    const isMessage = (text: string) =>
      messages.some((message) => text.split('…').every((part) => message.includes(part)));
    expect(explained.filter((text) => !isMessage(text))).toEqual([]);
  });

  it('lists the columns of a CSV export in order', async () => {
    const start = '- The first columns are always ';
    const lines = (await readProjectFile('docs/exports.md')).split('\n');
    expect(lines.find((each) => each.startsWith(start))?.replace(', and ', ', ')).toBe(
      `${start}${csvColumns.map((name) => `\`${name}\``).join(', ')}.`,
    );
  });

  it('lists all filter conditions', async () => {
    const parts = Object.keys(settings['workflowJobs.filters']?.items?.properties ?? {}).slice(1);
    expect(readFilter({ '': 1 }).problems[0]).toContain(
      `Valid conditions are ${parts.join(', ')}.`,
    );
    const [, section = ''] = (await readProjectFile(commandsAndSettings)).split(
      'The conditions are:\n',
    );
    expect(parts.filter((part) => !section.includes(`\`${part}\``))).toEqual([]);
  });

  it('lists all exit codes of a task', async () => {
    const cells = (await table('docs/scripting.md', 'Tasks')).map(([first = '']) => first);
    const listed = cells.filter((cell) => /^\d+$/.test(cell)).map(Number);
    expect(listed).toEqual(Object.values(exitCodes).sort((left, right) => left - right));
  });

  it('lists all tools for chats and the MCP server', async () => {
    const listed = (await table('docs/agents.md', 'Tools')).map(([chat, mcp]) => [chat, mcp]);
    expect(listed).toEqual(
      contributes.languageModelTools.map(({ name, toolReferenceName }) => [
        `#${toolReferenceName}`,
        name.replace('workflowJobs_', ''),
      ]),
    );
  });

  it('lists all environment variables of the MCP server', async () => {
    const names = groupsIn(
      await readProjectFile('src/agents/mcp/config.ts'),
      /read\('([A-Z_]+)'\)/g,
    );
    const listed = (await table('docs/agents.md', 'The MCP server')).map(([name]) => name);
    expect(listed.toSorted()).toEqual(
      [...new Set(names)].map((name) => `WORKFLOW_JOBS_${name}`).toSorted(),
    );
  });

  it('mentions only existing commands, settings, and views', async () => {
    const views = Object.values(contributes.views).flat();
    const known = [
      ...commandIds,
      ...Object.keys(settings),
      ...views.map(({ id }) => `${id}.focus`),
    ];
    const files = [...documents, 'package.nls.json', 'l10n/bundle.l10n.json'].map(readProjectFile);
    const named = (await Promise.all(files)).flatMap(
      (text) => text.match(/\bworkflowJobs(?:\.[a-z]\w*)+/g) ?? [],
    );
    expect(
      named.filter((name) => !known.some((each) => `${each}.`.startsWith(`${name}.`))),
    ).toEqual([]);
  });

  it('mentions only existing functions', async () => {
    const steps = [
      ...(await readProjectFile('ARCHITECTURE.md')).matchAll(/`([\w/]+\.ts):(#?\w+)`/g),
    ];
    expect(steps.length).toBeGreaterThan(20);
    const missing = steps.map(async ([step, file, name]) =>
      new RegExp(`(?<![\\w#])${name}\\b`).test(await readProjectFile(`src/${file}`)) ? [] : step,
    );
    expect((await Promise.all(missing)).flat()).toEqual([]);
  });

  it.each(documents)('links only to existing files and headings in %s', async (name) => {
    const broken: string[] = [];
    const links = (await readProjectFile(name)).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g);
    for (const [link, path = '', anchor] of links) {
      const target = path === '' ? name : join(dirname(name), path);
      const exists =
        existsSync(join(projectFolder, target)) &&
        (anchor === undefined || anchors(await readProjectFile(target)).includes(anchor));
      if (!exists) broken.push(link);
    }
    expect(broken).toEqual([]);
  });
});

/** Returns the anchors that GitHub and VS Code generate for the headings of a document. */
function anchors(markdown: string): string[] {
  return groupsIn(markdown, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
