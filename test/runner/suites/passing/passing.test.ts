import * as assert from 'node:assert';
import * as vscode from 'vscode';

suite('a passing suite', () => {
  test('runs in the extension host, with the user settings and the environment', () => {
    assert.equal(vscode.workspace.getConfiguration('editor').inspect('tabSize')?.globalValue, 7);
    assert.equal(process.env['WORKFLOW_JOBS_RUNNER_TEST'], 'inherited');
  });

  test('has a workspace of its own', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.deepEqual(await vscode.workspace.fs.readDirectory(folder.uri), []);
  });

  test.skip('counts what it skips', () => {});
});
