import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId } from './support.ts';

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
    configuration: { properties: Record<string, { default: unknown }> };
    views: Record<string, { id: string; name: string }[]>;
    viewsWelcome: { when: string }[];
  };
}

// Ids and titles that people bind keys to and scripts rely on: this list changes only with a major version.
const palette = {
  startJob: 'Start Job…',
  openJob: 'Open Job…',
  refresh: 'Refresh',
  loadMoreJobs: 'Load More Jobs',
  loadAllJobs: 'Load All Jobs',
  filterJobs: 'Filter Jobs…',
  clearJobFilter: 'Clear Job Filter',
  groupJobs: 'Group Jobs By…',
  exportJobs: 'Export Jobs…',
  filterFields: 'Filter Fields…',
  clearFieldFilter: 'Clear Field Filter',
  sortFields: 'Toggle Required Fields First',
  copyFieldsAs: 'Copy Fields as…',
  setBaseUrl: 'Set Base URL…',
  setApiKey: 'Set API Key…',
  removeApiKey: 'Remove API Key',
  checkConnection: 'Check Connection',
  showLog: 'Show Log',
  startSandbox: 'Start Sandbox Service',
  stopSandbox: 'Stop Sandbox Service',
};

suite('The public surface', () => {
  const extension = () => {
    const found = vscode.extensions.getExtension(extensionId);
    assert.ok(found, `${extensionId} is not installed`);
    return found;
  };
  const manifest = () => extension().packageJSON as Manifest;

  test('every command of the manifest is registered, and every registered one is in the manifest or internal @floor', async () => {
    await extension().activate();
    const registered = (await vscode.commands.getCommands(true)).filter((id) => /^workflowJobs\.[a-zA-Z]+$/.test(id));
    const contributed = manifest().contributes.commands.map(({ command }) => command);
    assert.deepEqual(contributed.filter((id) => !registered.includes(id)), []);
    assert.deepEqual(registered.filter((id) => !contributed.includes(id)).sort(), ['workflowJobs.copyReport', 'workflowJobs.openUnreadableJob', 'workflowJobs.searchFurther', 'workflowJobs.showRaw']);
  });

  test('the palette shows the promised titles, and hides what makes no sense without a row', () => {
    const { commands, menus } = manifest().contributes;
    const hidden = (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(({ command }) => command);
    const shown = commands.filter(({ command }) => !hidden.includes(command)).map(({ command, title }) => [command.replace('workflowJobs.', ''), title]);
    assert.deepEqual(Object.fromEntries(shown), palette);
    assert.ok(hidden.includes('workflowJobs.copyKey'));
  });

  test('menus name commands that exist', () => {
    const { commands, menus } = manifest().contributes;
    const known = new Set(commands.map(({ command }) => command));
    assert.deepEqual(Object.values(menus).flat().filter(({ command }) => !known.has(command)), []);
  });

  test('the settings have the promised defaults', () => {
    const defaults = Object.fromEntries(Object.entries(manifest().contributes.configuration.properties).map(([name, { default: value }]) => [name, value]));
    assert.deepEqual(defaults, {
      'workflowJobs.baseUrl': '',
      'workflowJobs.apiKey.header': 'Authorization',
      'workflowJobs.apiKey.scheme': 'Bearer',
      'workflowJobs.requestTimeout': 15,
      'workflowJobs.autoRefresh': 0,
      'workflowJobs.confirmStart': 'never',
      'workflowJobs.notifyWhenFinished': true,
    });
  });

  test('the views are Fields and Jobs', () => {
    assert.deepEqual(
      manifest().contributes.views['workflowJobs']?.map(({ id, name }) => [id, name]),
      [
        ['workflowJobs.fields', 'Fields'],
        ['workflowJobs.jobs', 'Jobs'],
      ],
    );
  });

  test('what stands in an empty view depends on nothing that VS Code itself may tell late, as it does of trust where a window is busy', () => {
    const contexts = manifest().contributes.viewsWelcome.flatMap(({ when }) => when.split(' && ')).map((term) => term.replace(/^!/, ''));
    assert.ok(contexts.length > 0);
    assert.deepEqual(contexts.filter((name) => !name.startsWith('workflowJobs.')), []);
  });

  test('no text of the manifest is left untranslated', () => {
    assert.doesNotMatch(JSON.stringify(extension().packageJSON), /"%[\w.]+%"/);
  });
});
