import { describe, expect, it } from 'vitest';
import { readBaseUrl } from '../../../src/service/index.ts';
import { contextKeys, rowContexts } from '../../../src/ui/feedback/contexts.ts';
import {
  commandIds,
  contributes,
  localized,
  manifest,
  readProjectFile,
  settings,
} from './manifest.ts';

const { commands, menus } = contributes;
const paletteMenu = menus['commandPalette'] ?? [];
const titleMenu = menus['view/title'] ?? [];
const rows = Object.values(rowContexts);
const idsOf = (entries: readonly { command?: string | undefined }[]) =>
  entries.flatMap(({ command }) => command?.replace('workflowJobs.', '') ?? []);
const hiddenCommands = idsOf(paletteMenu.filter(({ when }) => when === 'false'));
const isInline = ({ group = '' }) => group.startsWith('inline');

describe('Restricted Mode', () => {
  const inAnyWorkspace = ['notifyWhenFinished', 'completeKeys', 'filters'].map(
    (name) => `workflowJobs.${name}`,
  );

  it('ignores all workspace settings except those in docs/privacy.md', async () => {
    const names = inAnyWorkspace
      .map((name) => `\`${name}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ', and ');
    expect(await readProjectFile('docs/privacy.md')).toContain(
      `all its settings in the workspace except ${names}.`,
    );
    // A workspace cannot contain settings with application scope.
    const restricted = Object.keys(settings).filter(
      (name) => settings[name]?.scope !== 'application' && !inAnyWorkspace.includes(name),
    );
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted()).toEqual(
      restricted.toSorted(),
    );
  });
});

describe('Workspace settings', () => {
  it('cannot override environments, API key headers, or start confirmations', () => {
    expect(Object.keys(settings).filter((name) => settings[name]?.scope === 'application')).toEqual(
      [
        'workflowJobs.environments',
        'workflowJobs.apiKey.header',
        'workflowJobs.apiKey.scheme',
        'workflowJobs.confirmStart',
        'workflowJobs.agents.canStartJobs',
      ],
    );
  });
});

describe('Settings editor', () => {
  it('accepts the default value of each setting', () => {
    for (const [name, { default: value, format, pattern }] of Object.entries(settings)) {
      if (pattern !== undefined) expect(value, name).toMatch(new RegExp(pattern));
      // An empty text has no format, even if the pattern allows it.
      if (value === '') expect(format, name).toBeUndefined();
    }
  });

  it.each([
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
  ])('validates the base URL %s in the same way as the extension', (text) => {
    const { pattern = '' } = settings['workflowJobs.baseUrl'] ?? {};
    expect(new RegExp(pattern).test(text)).toBe(readBaseUrl(text).kind === 'valid');
  });
});

describe('View container', () => {
  it('contains the Jobs view and the Fields view', () => {
    const views = contributes.views['workflowJobs'] ?? [];
    expect(views.map(({ id, name }) => [id, localized(name)])).toEqual([
      ['workflowJobs.jobs', 'Jobs'],
      ['workflowJobs.fields', 'Fields'],
    ]);
  });
});

describe('Welcome view', () => {
  it('uses only context keys of the extension', () => {
    // VS Code may set its own contexts late.
    const contexts = contributes.viewsWelcome.flatMap(({ when }) => when.split(' && '));
    expect(contexts).not.toEqual([]);
    expect(contexts.filter((name) => !/^!?workflowJobs\./.test(name))).toEqual([]);
  });
});

describe('View title menu', () => {
  it('shows only connection and help commands if no service is connected', () => {
    expect(titleMenu.filter(({ group }) => group?.startsWith('navigation'))).toHaveLength(10);
    const always = titleMenu.filter(
      ({ when }) => when?.includes(' && !workflowJobs.connection') !== true,
    );
    expect(idsOf(always)).toEqual([
      ...['switchEnvironment', 'setBaseUrl', 'addEnvironment', 'openDocumentation', 'showLog'],
    ]);
  });
});

describe('Walkthrough', () => {
  const steps = contributes.walkthroughs.flatMap((each) => each.steps);

  it('shows one button in each step', () => {
    for (const { title, description } of steps) {
      const buttons = localized(description).match(/^\[[^\]]+\]\([^)]+\)$/gm);
      expect(buttons, title).toHaveLength(1);
    }
  });

  it('marks steps that the user completed before opening the walkthrough', () => {
    for (const { title, completionEvents } of steps) {
      const [event = ''] = completionEvents;
      expect(event, title).toMatch(/^onContext:workflowJobs\.\w+$/);
      expect(completionEvents.slice(1), title).toEqual([
        `${event} && activeEditor == gettingStartedPage`,
      ]);
    }
  });
});

describe('Menus', () => {
  it('contain only existing commands and submenus', () => {
    const known = [...commandIds, ...contributes.submenus.map(({ id }) => id)];
    const entries = Object.values(menus).flat();
    expect(
      entries.filter(({ command, submenu }) => !known.includes(command ?? submenu ?? '')),
    ).toEqual([]);
  });

  it('contain no empty submenus', () => {
    expect(contributes.submenus.filter(({ id }) => menus[id] === undefined)).toEqual([]);
  });

  it('contain every command that is hidden from the Command Palette', () => {
    const { commandPalette: _, ...others } = menus;
    const shown = idsOf(
      Object.values(others)
        .flat()
        .filter((entry) => !isInline(entry)),
    );
    expect(
      idsOf(commands).filter((id) => hiddenCommands.includes(id) && !shown.includes(id)),
    ).toEqual([]);
  });
});

describe('When clauses', () => {
  it('use exactly the context keys that the extension sets', () => {
    const found: string[] = [];
    JSON.stringify(contributes, (name, value: unknown) => {
      if (['when', 'enablement', 'completionEvents'].includes(name)) found.push(String(value));
      return value;
    });
    const clauses = found
      .join(' && ')
      .replaceAll(/\b(?:view|focusedView|activeWebviewPanelId) \S+ \S+/g, '');
    const keys = [...clauses.matchAll(/(?<!config\.)\bworkflowJobs\.(\w+)/g)].map(([, key]) => key);
    expect([...new Set(keys)].sort()).toEqual([...contextKeys].sort());
    const words = [...clauses.matchAll(/viewItem =~ \/(.+?)\//g)].flatMap(
      ([, pattern = '']) => pattern.replaceAll('\\b', '').match(/\w+/g) ?? [],
    );
    expect(words).not.toEqual([]);
    expect(words.filter((word) => !rows.some((row) => row.split(' ').includes(word)))).toEqual([]);
  });
});

describe('Command Palette', () => {
  it('shows the extension name with each command', () => {
    expect(commands.filter(({ category }) => category !== '%displayName%')).toEqual([]);
  });

  it('hides internal commands and commands that require a row', () => {
    const internal = [
      ...['_clearFinished', '_collapseAll', '_copyShownAsTable', '_openJobRow', '_refineFilter'],
      ...['_sortFieldsAgain', '_watchRow'],
    ];
    const ofRows = [
      ...[
        'compareJob',
        'compareJobs',
        'copyJson',
        'copyKey',
        'copyLink',
        'exportRows',
        'filterByPerson',
      ],
      ...[
        'filterByStep',
        'filterByWorkflow',
        'insertKey',
        'keepOpen',
        'openInBrowser',
        'openInNewTab',
      ],
      ...['openJson', 'startAnother'],
    ];
    // Other commands do the same as these commands.
    const included = ['refreshFields', 'refreshJobs', 'sortFields'];
    expect(hiddenCommands.toSorted()).toEqual([...internal, ...ofRows, ...included].toSorted());
  });

  it('hides commands that do not apply in the current state', () => {
    const clauses = Map.groupBy(paletteMenu, ({ when }) => when);
    clauses.delete('false');
    // If a context is not set, it counts as false.
    const connected = '!workflowJobs.connection';
    const incomplete = `${connected} && !workflowJobs.allLoaded && !workflowJobs.jobsUnread`;
    const watching = `${connected} && workflowJobs.watching`;
    const withKey = `${connected} && workflowJobs.hasApiKey`;
    const outsideSandbox = '!workflowJobs.inSandbox';
    const inEditor = `${connected} && activeEditor =~ /text|notebook/i`;
    const onJobPage = "activeWebviewPanelId == 'workflowJobs.job'";
    const onFilter = 'workflowJobs.filtering';
    expect([...clauses.keys()].sort()).toEqual(
      [
        connected,
        incomplete,
        watching,
        withKey,
        outsideSandbox,
        inEditor,
        onFilter,
        onJobPage,
      ].sort(),
    );
    const commandsOf = (when: string) => idsOf(clauses.get(when) ?? []);
    expect(commandsOf(watching)).toEqual(['unwatchJob']);
    expect(commandsOf(withKey)).toEqual(['removeApiKey']);
    expect(commandsOf(outsideSandbox)).toEqual(['startSandbox']);
    expect(commandsOf(onFilter)).toEqual(['saveFilter']);
    expect(commandsOf(incomplete)).toEqual(['loadMoreJobs', 'loadAllJobs']);
    expect(commandsOf(inEditor)).toEqual(['checkKeys']);
    expect(commandsOf(onJobPage)).toEqual(['previousJob', 'nextJob']);
    const inMenu = idsOf(paletteMenu);
    expect(idsOf(commands).filter((command) => !inMenu.includes(command))).toEqual([
      ...['clearJobFilter', 'switchEnvironment', 'addEnvironment', 'setBaseUrl', 'manageApiKeys'],
      ...['openDocumentation', 'showLog', 'stopSandbox', 'clearFieldFilter'],
    ]);
  });
});

describe('Row context menu', () => {
  it.each(rows)('shows at most nine entries and one icon for the row context %s', (row) => {
    const { icons, entries, ids } = menuOf(row);
    expect(entries.length).toBeLessThanOrEqual(9);
    expect(icons.length).toBeLessThanOrEqual(1);
    expect(ids).toEqual(expect.arrayContaining(icons));
    expect(new Set(ids).size).toBe(ids.length);
    const groups = entries.map(({ group }) => group);
    expect(new Set(groups).size, 'each place is used once').toBe(groups.length);
  });

  it.each([rowContexts.unwatchedJob, rowContexts.watchedJob, rowContexts.unreadable])(
    'hides single-row commands if several rows with the context %s are selected',
    (row) => {
      const single = [
        'openJobRow',
        'startAnother',
        'openInBrowser',
        'openJson',
        'copyLink',
        'compareJob',
      ];
      const { ids } = menuOf(row, 'several');
      expect(ids.filter((id) => single.includes(id) || id.startsWith('filterBy'))).toEqual([]);
      expect(ids).toEqual(expect.arrayContaining(['openInNewTab', 'copyJson', 'exportRows']));
    },
  );

  it.each(rows.filter((each) => /\b(key|workflow)\b/.test(each)))(
    'copies and inserts the key of a row with the context %s',
    (row) => {
      expect(menuOf(row).ids).toEqual(expect.arrayContaining(['copyKey', 'insertKey']));
    },
  );

  it.each(rows.filter((each) => /^(job|unreadable)/.test(each)))(
    'starts with the Open command for the row context %s',
    (row) => {
      const [first] = menuOf(row).entries.toSorted((left, right) =>
        (left.group ?? '').localeCompare(right.group ?? ''),
      );
      expect(
        localized(commands.find(({ command }) => command === first?.command)?.title ?? ''),
      ).toBe('Open');
    },
  );
});

/**
 * Returns the icons of a row, the entries of its menu, and all command IDs, including those of
 * submenus.
 */
function menuOf(row: string, selected: 'one' | 'several' = 'one') {
  const view = /^(field|option)/.test(row) ? 'workflowJobs.fields' : 'workflowJobs.jobs';
  const shownIn = (menu: string) =>
    (menus[menu] ?? []).filter(({ when = '' }) => isShown(when, { view, viewItem: row }, selected));
  const shown = shownIn('view/item/context');
  const entries = shown.filter((entry) => !isInline(entry));
  const allIn = (some: typeof entries): string[] =>
    some.flatMap((entry) =>
      entry.submenu === undefined ? idsOf([entry]) : allIn(shownIn(entry.submenu)),
    );
  return { icons: idsOf(shown.filter(isInline)), entries, ids: allIn(entries) };
}

/**
 * Evaluates the clauses for view, row, and number of selected rows. Any other clause counts as
 * true.
 */
function isShown(
  when: string,
  values: Record<string, string>,
  selected: 'one' | 'several',
): boolean {
  return when.split(' && ').every((clause) => {
    if (clause === '!listMultiSelection') return selected === 'one';
    if (clause === 'listDoubleSelection') return selected === 'several';
    const [, name = '', operator, value = ''] = /^(\w+) (==|=~) (.+)$/.exec(clause) ?? [];
    const actual = values[name];
    if (actual === undefined) return true;
    return operator === '==' ? actual === value : new RegExp(value.slice(1, -1)).test(actual);
  });
}
