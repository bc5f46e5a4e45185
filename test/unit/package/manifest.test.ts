import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../../src/service/index.ts';
import { contextKeys, rowContexts } from '../../../src/ui/feedback/contexts.ts';
import { readManifest, readTexts } from './manifest.ts';

it('Restricted Mode ignores all settings of a workspace, except those that the privacy document names', async () => {
  const { capabilities, contributes } = await readManifest();
  const free = ['workflowJobs.notifyWhenFinished', 'workflowJobs.completeKeys', 'workflowJobs.filters'];
  const privacy = await readFile(fileURLToPath(new URL('../../../docs/privacy.md', import.meta.url)), 'utf8');
  expect(privacy).toContain(
    `all its settings in the workspace except ${free.map((name) => `\`${name}\``).join(', ')}.`,
  );
  // A workspace cannot contain settings with application scope.
  expect(capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted()).toEqual(
    Object.entries(contributes.configuration.properties)
      .filter(([name, { scope }]) => scope !== 'application' && !free.includes(name))
      .map(([name]) => name)
      .toSorted(),
  );
});

it('only the user can set environments, confirmations, API key headers, and the rights of assistants', async () => {
  const { properties } = (await readManifest()).contributes.configuration;
  expect(Object.keys(properties).filter((name) => properties[name]?.scope === 'application')).toEqual([
    'workflowJobs.environments',
    'workflowJobs.apiKey.header',
    'workflowJobs.apiKey.scheme',
    'workflowJobs.confirmStart',
    'workflowJobs.agents.canStartJobs',
  ]);
});

const titled = async (text: string) => (await readTexts())[text.replaceAll('%', '')] ?? text;

describe('the public surface', () => {
  it('has no command in the palette that makes no sense without a row, or that a command of the palette contains', async () => {
    const { menus } = (await readManifest()).contributes;
    const hidden = (menus['commandPalette'] ?? []).flatMap(({ when, command }) =>
      when === 'false' ? [command.replace('workflowJobs.', '')] : [],
    );
    const ofInternal = [
      '_clearFinished',
      '_copyShownAsTable',
      '_openJobRow',
      '_refineFilter',
      '_sortFieldsAgain',
      '_watchRow',
    ];
    const ofRows = [
      'compareJob',
      'compareJobs',
      'copyJson',
      'copyKey',
      'copyLink',
      'exportRows',
      'filterByPerson',
      'filterByStep',
      'filterByWorkflow',
      'insertKey',
      'keepOpen',
      'openInBrowser',
      'openInNewTab',
      'openJson',
      'startAnother',
    ];
    expect(hidden.toSorted()).toEqual(
      [...ofInternal, ...ofRows, 'refreshFields', 'refreshJobs', 'sortFields'].toSorted(),
    );
  });

  it('has defaults that the Settings editor finds nothing wrong with', async () => {
    const { properties } = (await readManifest()).contributes.configuration;
    for (const [name, { default: value, format, pattern }] of Object.entries(properties)) {
      if (pattern !== undefined) expect(value, name).toMatch(new RegExp(pattern));
      // An empty text is of no format, also where the pattern allows it.
      if (value === '') expect(format, name).toBeUndefined();
    }
  });

  it('marks the base URLs that the extension refuses, and no others', async () => {
    const { pattern = '' } =
      (await readManifest()).contributes.configuration.properties['workflowJobs.baseUrl'] ?? {};
    const texts = [
      'https://eu.example.com/api/v2',
      'HTTP://eu.example.com:81/',
      'https://eu.example.com/@team',
      'https://me@eu.example.com',
      'https://me:x@eu.example.com/a',
      'https://eu.example.com?a',
      'https://eu.example.com/a#b',
      'https://',
      'ftp://a',
      'a',
    ];
    for (const text of texts) {
      expect(new RegExp(pattern).test(text), text).toBe(readBaseUrl(text).kind === 'valid');
    }
  });

  it('has the views Jobs and Fields', async () => {
    const views = (await readManifest()).contributes.views['workflowJobs'] ?? [];
    expect(await Promise.all(views.map(async ({ id, name }) => [id, await titled(name)]))).toEqual([
      ['workflowJobs.jobs', 'Jobs'],
      ['workflowJobs.fields', 'Fields'],
    ]);
  });
});

it('the text in an empty view depends on no context of VS Code itself, which may come late where a window is busy', async () => {
  const { viewsWelcome } = (await readManifest()).contributes;
  const contexts = viewsWelcome
    .flatMap(({ when }) => when.split(' && '))
    .map((term) => term.replace(/^!/, ''));
  expect(contexts).not.toEqual([]);
  expect(contexts.filter((name) => !name.startsWith('workflowJobs.'))).toEqual([]);
});

describe('the walkthrough', () => {
  it('has one button a step: a link on a line of its own', async () => {
    const { walkthroughs } = (await readManifest()).contributes;
    for (const { title, description } of walkthroughs.flatMap(({ steps }) => steps)) {
      expect(
        (await titled(description)).split('\n').filter((line) => /^\[[^\]]+\]\([^)]+\)$/.test(line)),
        title,
      ).toHaveLength(1);
    }
  });

  it('ticks each step by a context, which also tells what was done before it is opened', async () => {
    const { walkthroughs } = (await readManifest()).contributes;
    for (const { title, completionEvents } of walkthroughs.flatMap(({ steps }) => steps)) {
      expect(
        completionEvents.filter((event) => event.startsWith('onContext:workflowJobs.')),
        title,
      ).toHaveLength(1);
    }
  });
});

it('every menu names commands that exist', async () => {
  const { commands, menus } = (await readManifest()).contributes;
  const known = new Set(commands.map(({ command }) => command));
  expect(
    Object.values(menus)
      .flat()
      .filter(({ command }) => !known.has(command)),
  ).toEqual([]);
});

describe('the palette', () => {
  it('names the extension before each command', async () => {
    const { commands } = (await readManifest()).contributes;
    expect(commands.filter(({ category }) => category !== '%displayName%')).toEqual([]);
  });

  it('leaves out what needs a connection while there is none, but not before the extension is loaded and knows it', async () => {
    const { commands, menus } = (await readManifest()).contributes;
    const clauses = Map.groupBy(menus['commandPalette'] ?? [], ({ when }) => when);
    clauses.delete('false');
    const commandsOf = (when: string) =>
      clauses.get(when)?.map(({ command }) => command.replace('workflowJobs.', ''));
    // A context that is not set equals no text.
    const connected = '!workflowJobs.connection';
    const unread = `${connected} && !workflowJobs.allLoaded`;
    const inEditor = `${connected} && activeEditor =~ /text|notebook/i`;
    const onJobPage = "activeWebviewPanelId == 'workflowJobs.job'";
    const onFilter = 'workflowJobs.filtering';
    expect([...clauses.keys()].sort()).toEqual([connected, unread, inEditor, onFilter, onJobPage].sort());
    expect(commandsOf(onFilter)).toEqual(['saveFilter']);
    expect(commandsOf(unread)).toEqual(['loadMoreJobs', 'loadAllJobs']);
    expect(commandsOf(inEditor)).toEqual(['checkKeys']);
    expect(commandsOf(onJobPage)).toEqual(['previousJob', 'nextJob']);
    const inMenu = new Set((menus['commandPalette'] ?? []).map(({ command }) => command));
    const always = commands.map(({ command }) => command).filter((command) => !inMenu.has(command));
    expect(always.map((command) => command.replace('workflowJobs.', ''))).toEqual([
      'clearJobFilter',
      'switchEnvironment',
      'setBaseUrl',
      'manageApiKeys',
      'showLog',
      'startSandbox',
      'stopSandbox',
      'clearFieldFilter',
    ]);
  });
});

const rows = Object.values(rowContexts);

it('the clauses go by contexts that the extension sets, and by all of them', async () => {
  const found: string[] = [];
  JSON.stringify((await readManifest()).contributes, (name, value: unknown) => {
    if (['when', 'enablement', 'completionEvents'].includes(name)) found.push(String(value));
    return value;
  });
  const clauses = found.join(' && ').replaceAll(/\b(?:view|focusedView|activeWebviewPanelId) \S+ \S+/g, '');
  const keys = [...clauses.matchAll(/(?<!config\.)\bworkflowJobs\.(\w+)/g)].map(([, key]) => key);
  expect([...new Set(keys)].sort()).toEqual([...contextKeys].sort());
  const words = [...clauses.matchAll(/viewItem =~ \/(.+?)\//g)].flatMap(
    ([, pattern = '']) => pattern.replaceAll('\\b', '').match(/\w+/g) ?? [],
  );
  expect(words).not.toEqual([]);
  expect(words.filter((word) => !rows.some((row) => row.split(' ').includes(word)))).toEqual([]);
});

it('the title bars of the views have, while no service is connected, only what helps to connect', async () => {
  const entries = (await readManifest()).contributes.menus['view/title'] ?? [];
  expect(entries.filter(({ group }) => group?.startsWith('navigation'))).toHaveLength(9);
  const always = entries.filter(({ when }) => when?.includes(' && !workflowJobs.connection') !== true);
  expect(always.map(({ command }) => command)).toEqual([
    'workflowJobs.switchEnvironment',
    'workflowJobs.setBaseUrl',
    'workflowJobs.showLog',
  ]);
});

describe('the menus of rows', () => {
  it('have one icon at most, which is in the menu too, in the same groups', async () => {
    const { menus } = (await readManifest()).contributes;
    const entries = menus['view/item/context'] ?? [];
    for (const row of rows) {
      const view = /^(field|option)/.test(row) ? 'workflowJobs.fields' : 'workflowJobs.jobs';
      const shown = entries.filter(({ when = '' }) => holds(when, view, row));
      const icons = shown.filter(({ group }) => group?.startsWith('inline'));
      expect(icons.length, row).toBeLessThanOrEqual(1);
      const inMenu = shown.filter((entry) => !icons.includes(entry));
      expect(new Set(inMenu.map(({ command }) => command)).size, `nothing twice: ${row}`).toBe(inMenu.length);
      expect(
        inMenu.map(({ command }) => command),
        row,
      ).toEqual(expect.arrayContaining(icons.map(({ command }) => command)));
      expect(
        inMenu.every(({ group }) => /^(1_job|2_copy|3_compare|4_filter)@\d$/.test(group ?? '')),
        row,
      ).toBe(true);
      expect(new Set(inMenu.map(({ group }) => group)).size, `one place for each: ${row}`).toBe(
        inMenu.length,
      );
    }
  });

  it('of jobs begin with Open, readable or not', async () => {
    const { commands, menus } = (await readManifest()).contributes;
    const entries = (menus['view/item/context'] ?? []).filter(({ group }) => !group?.startsWith('inline'));
    const title = async (id: string | undefined) =>
      titled(commands.find(({ command }) => command === id)?.title ?? '');
    for (const row of rows.filter((each) => /^(job|unreadable)/.test(each))) {
      const [first] = entries
        .filter(({ when = '' }) => holds(when, 'workflowJobs.jobs', row))
        .toSorted((one, other) => (one.group ?? '').localeCompare(other.group ?? ''));
      expect(await title(first?.command), row).toBe('Open');
    }
  });

  it('and the palette have every command for the keyboard, or the toolbar of its view', async () => {
    const { commands, menus } = (await readManifest()).contributes;
    const hidden = new Set(
      (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    const elsewhere = new Set(
      [
        ...(menus['view/item/context'] ?? []).filter(({ group }) => !group?.startsWith('inline')),
        ...(menus['view/title'] ?? []),
      ].map(({ command }) => command),
    );
    expect(commands.filter(({ command }) => hidden.has(command) && !elsewhere.has(command))).toEqual([]);
  });
});

/** Reads the clauses on view and row that the menus of rows are shown by, as if all others held. */
function holds(when: string, view: string, row: string): boolean {
  const values: Record<string, string> = { view, viewItem: row };
  return when.split(' && ').every((clause) => {
    const [, name = '', operator, value = ''] = /^(\w+) (==|=~) (.+)$/.exec(clause) ?? [];
    const actual = values[name];
    if (actual === undefined) return true;
    return operator === '==' ? actual === value : new RegExp(value.slice(1, -1)).test(actual);
  });
}
