import * as assert from 'node:assert';
import * as vscode from 'vscode';

suite('Failing suite', () => {
  test('opens an empty workspace', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.deepEqual(await vscode.workspace.fs.readDirectory(folder.uri), []);
    assert.equal(process.env['WORKFLOW_JOBS_RUNNER_TEST'], 'inherited');
  });

  test('fails one test', () => {
    assert.equal('tea', 'coffee');
  });

  test.skip('skips a test', () => {});
});
