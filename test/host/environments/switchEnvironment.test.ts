import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob } from '../../support/service/builders.ts';
import { serveData } from '../../support/service/service.ts';
import { ask, onBox, onQuestion, onWindow } from '../support/prompts.ts';
import {
  connected,
  disconnect,
  run,
  serve,
  serviceSettings,
  setting,
} from '../support/extension.ts';
import { settled } from '../support/rows.ts';
import { statusItem } from '../support/statusItem.ts';
import { until } from '../support/until.ts';

const data = { jobs: [aJob({ key: 'a' }), aJob({ key: 'b' })] };
const configuration = () => vscode.workspace.getConfiguration('workflowJobs');
const host = (url: string) => new URL(url).host;

/**
 * Runs Switch Environment, selects the item with the label `choose`, and returns the listed items.
 */
async function listed(choose?: string) {
  const rows: unknown[] = [];
  const restore = onWindow(
    'showQuickPick',
    (items: readonly vscode.QuickPickItem[], { placeHolder }: vscode.QuickPickOptions) => {
      rows.push(placeHolder);
      for (const { label, description, detail, iconPath } of items) {
        if (label !== '') {
          rows.push([
            (iconPath as vscode.ThemeIcon).id,
            label,
            ...(description === undefined ? [] : [description]),
            ...(detail === undefined ? [] : [detail]),
          ]);
        }
      }
      return Promise.resolve(items.find(({ label }) => label === choose));
    },
  );
  await run('switchEnvironment');
  restore();
  return rows;
}

const lastRows = [
  ['add', 'Add Environment…'],
  ['settings-gear', 'Edit Settings'],
];

/**
 * Switches the window from its default service to the environment Staging. Starts one more service.
 */
async function onStaging() {
  const other = await serve(serveData(data));
  await connected(data);
  await setting('environments', [{ name: 'Staging', baseUrl: other.url, kind: 'staging' }]);
  await listed('Staging');
  await other.received(2);
  await settled();
  return { other, third: await serve(serveData(data)) };
}

suite('Switch Environment command', () => {
  test('lists each service with its kind, host, and start restrictions', async () => {
    const other = await serve(serveData(data));
    const service = await connected(data);
    await setting('environments', [
      { name: 'Try $(x)', baseUrl: 'http://127.0.0.1:1/api', kind: 'development' },
      { name: 'Staging', baseUrl: other.url, kind: 'staging', readOnly: true },
      { name: 'Live', baseUrl: service.url, kind: 'production' },
    ]);
    const before = serviceSettings();
    const used = 'In use · ';
    const expected = (staging: string, byDefault: string) => [
      'Select a service for this window',
      ['tools', 'Try \\$(x)', '127.0.0.1:1/api', 'Development'],
      ['beaker', 'Staging', host(other.url), `${staging}read-only`],
      ['flame', 'Live', host(service.url), `${byDefault}Production`],
      ['home', 'Default', host(service.url), 'Live · base URL in the settings'],
      ...lastRows,
    ];
    assert.deepEqual(await listed('Staging'), expected('', used));
    await other.received(2);
    assert.deepEqual(await listed(), expected(used, ''));
    await listed('Default');
    assert.deepEqual(await listed(), expected('', used));
    assert.deepEqual(serviceSettings(), before);
  });

  test('connects to the selected environment until it is removed from the settings', async () => {
    const { other, third } = await onStaging();
    await setting('baseUrl', third.url);
    await run('refreshJobs');
    await other.received(3);
    assert.equal(third.requests.length, 0);

    const warning = onQuestion('warning');
    await setting('environments', [
      { name: 'Staging', baseUrl: `${other.url}/v2`, kind: 'staging' },
    ]);
    await third.received(2);
    await setting('environments', undefined);
    assert.deepEqual(warning.sentences, [
      'The base URL of environment “Staging” was changed. This window now uses the default service.',
    ]);
  });

  test('reports that the window is not connected if there is no default service', async () => {
    await onStaging();
    await disconnect();
    const warning = onQuestion('warning');
    await setting('environments', undefined);
    assert.deepEqual(warning.sentences, [
      'Environment “Staging” was removed. This window is no longer connected to a service.',
    ]);
  });

  test('keeps the selected environment until the user runs Set Base URL', async () => {
    const { third } = await onStaging();
    onBox('createInputBox', ({ type, accept }) => {
      type(third.url);
      accept();
    });
    await run('setBaseUrl');
    await third.received(2);
    assert.equal(configuration().inspect('baseUrl')?.globalValue, third.url);
  });

  test('lists problems in the settings until the user fixes them', async () => {
    const service = await connected(data);
    const { sentences } = onQuestion('warning');
    const odd = { name: 'Odd', baseUrl: 'https://eu.example.com', kind: 'staging' };
    const half = { name: 'Other', baseUrl: 'https:/' };
    await setting('environments', [{ ...odd, apiKey: 'x' }, half]);
    const label = '2 problems in the settings';
    const problems = [
      '“Odd”: Remove “apiKey” from the settings. To store an API key, connect and use “Set API Key…”.',
      '“Other” is ignored: The base URL must start with https:// or http://.',
    ];
    assert.deepEqual(await listed(label), [
      'Select a service for this window',
      ['beaker', 'Odd', 'eu.example.com', 'Staging'],
      ['home', 'Default', host(service.url), 'In use · base URL in the settings'],
      ['warning', label, problems.join(' ')],
      ...lastRows,
    ]);
    await until(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Settings',
      vscode.window.tabGroups.onDidChangeTabs,
    );
    const { text, tooltip = '', background, ariaLabel } = statusItem() ?? {};
    assert.deepEqual(
      [text, background, ariaLabel],
      [
        `$(plug) ${host(service.url)} $(warning)`,
        'statusBarItem.warningBackground',
        `Workflow Jobs: ${host(service.url)}, ${label}`,
      ],
    );
    for (const problem of problems) assert.ok(tooltip.includes(problem), tooltip);
    await setting('environments', [odd]);
    assert.equal(statusItem()?.text, `$(plug) ${host(service.url)}`);
    assert.deepEqual(sentences, []);
  });

  test('treats the host in an invalid base URL as read-only', async () => {
    const service = await connected(data);
    await setting('environments', [{ name: 'New', baseUrl: 'http' }]);
    assert.equal(statusItem()?.text, `$(plug) ${host(service.url)} $(warning)`);
    await setting('environments', [{ name: 'New', baseUrl: `${host(service.url)}/api` }]);
    assert.equal(statusItem()?.text, `$(plug) ${host(service.url)} $(lock) $(warning)`);
    assert.match(
      statusItem()?.tooltip ?? '',
      /Until you fix it, .* is treated as production and read-only\./,
    );
    const { sentences } = onQuestion('error');
    await run('startJob', 'wf_a');
    assert.match(sentences.join(), /read-only.*“New” is ignored: The base URL must start with/);
  });

  test('explains the purpose of environments if none are defined', async () => {
    const service = await connected(data);
    assert.deepEqual(await listed(), [
      'No environments yet. An environment gives a service a name and can prevent starting jobs.',
      ['home', 'Default', host(service.url), 'In use · base URL in the settings'],
      ...lastRows,
    ]);
  });
});

suite('Add Environment command', () => {
  const entries = () => configuration().inspect('environments')?.globalValue;

  test('asks for a base URL, a name, and a kind', async () => {
    const service = await connected(data);
    const first = {
      name: 'Staging',
      baseUrl: 'https://eu.example.com',
      kind: 'staging',
      readOnly: true,
    };
    await setting('environments', [first]);
    const suggested: unknown[] = [];
    const problems: unknown[] = [];
    onQuestion('input', (given) => {
      const options = given as vscode.InputBoxOptions;
      const { value } = options;
      suggested.push(value);
      problems.push(
        ...['ftp://x', ' ', 'staging ', 'stag\u00ading', 'Live'].map((text) =>
          options.validateInput?.(text),
        ),
      );
      return suggested.length === 1 ? value : ' Live ';
    });
    const kinds: unknown[] = [];
    onWindow('showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      kinds.push(...items.map(({ label, description }) => [label, description]));
      return Promise.resolve(items[2]);
    });
    await run('addEnvironment');
    assert.deepEqual(suggested, [service.url, host(service.url)]);
    assert.match(String(problems[0]), /must start with https/);
    assert.deepEqual(problems.slice(6), [
      'Enter a name.',
      'An environment with this name already exists.',
      'An environment with this name already exists.',
      undefined,
    ]);
    assert.deepEqual(kinds, [
      ['Development', undefined],
      ['Staging', undefined],
      ['Production', undefined],
    ]);
    assert.deepEqual(entries(), [
      first,
      { baseUrl: service.url, name: 'Live', kind: 'production' },
    ]);
  });

  test('updates the existing environment with the same base URL', async () => {
    const service = await connected(data);
    const entry = { name: 'Live', kind: 'production', baseUrl: `${service.url}/`, readOnly: true };
    await setting('environments', [entry]);
    const { sentences } = onQuestion('info');
    const titles: unknown[] = [];
    const restore = onQuestion('input', (given) => {
      const { title, value } = given as vscode.InputBoxOptions;
      titles.push([title, value]);
      return undefined;
    }).restore;
    await run('addEnvironment');
    restore();
    assert.deepEqual(titles, [['Add Environment', service.url]]);
    await ask('addEnvironment', `${service.url}/jobs?page=1`, 'Live', 'Staging');
    assert.deepEqual(entries(), [{ ...entry, kind: 'staging' }]);
    await ask('addEnvironment', service.url, 'Trial', 'Development');
    assert.deepEqual(entries(), [{ ...entry, name: 'Trial', kind: 'development' }]);
    // A notification of an earlier test may appear during this test.
    const changes = sentences.filter((each) => each.includes('environment'));
    assert.deepEqual(changes, ['Saved environment “Live”.', 'Saved environment “Trial”.']);
  });

  test('shows the base URL as plain text', async () => {
    const service = await serve(serveData(data));
    await setting('baseUrl', `${service.url}/[x](command:workbench.action.quit)`);
    const prompts: unknown[] = [];
    onQuestion('input', (given) => {
      const { prompt, value } = given as vscode.InputBoxOptions;
      prompts.push(prompt);
      return prompts.length === 1 ? value : undefined;
    });
    await run('addEnvironment');
    assert.equal(prompts[1], `Name for ${host(service.url)}/[x] (command:workbench.action.quit)`);
  });

  test('keeps a single environment if the setting is not an array', async () => {
    await disconnect();
    const lone = { name: 'Lone', baseUrl: 'https://eu.example.com', kind: 'staging' };
    await setting('environments', lone);
    await ask('addEnvironment', 'us.example.com/api', 'Live', 'Production');
    const added = { baseUrl: 'https://us.example.com/api', name: 'Live', kind: 'production' };
    assert.deepEqual(entries(), [lone, added]);
  });

  test('changes nothing if the user closes a prompt', async () => {
    const { url } = await connected(data);
    await ask('addEnvironment', undefined);
    await ask('addEnvironment', url, undefined);
    await ask('addEnvironment', url, 'Live', undefined);
    assert.equal(entries(), undefined);
  });
});
