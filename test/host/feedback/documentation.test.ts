import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { run } from '../support/extension.ts';
import { until } from '../support/until.ts';

suite('Open Documentation command', () => {
  test('opens the documentation as a Markdown preview @everyHost', async () => {
    await run('openDocumentation');
    const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    await until(
      () => tab()?.label === 'Preview README.md',
      vscode.window.tabGroups.onDidChangeTabs,
    );
    assert.ok(tab()?.input instanceof vscode.TabInputWebview);
  });
});
