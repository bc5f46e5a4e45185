import * as assert from 'node:assert';
import * as vscode from 'vscode';

suite('a failing suite', () => {
  test('passes with an empty workspace and the environment of the run', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    assert.deepEqual(await vscode.workspace.fs.readDirectory(folder.uri), []);
    assert.equal(process.env['WORKFLOW_JOBS_RUNNER_TEST'], 'inherited');
  });

  test('fails another', () => {
    assert.equal('tea', 'coffee');
  });

  test.skip('skips a test', () => {});
});
