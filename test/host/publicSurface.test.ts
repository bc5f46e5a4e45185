import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionId } from './support/extension.ts';

suite('Manifest', () => {
  const extension = () => {
    const found = vscode.extensions.getExtension(extensionId);
    assert.ok(found, `${extensionId} is not installed`);
    return found;
  };

  test('lists every public command that the extension registers @floor @everyHost', async () => {
    await extension().activate();
    const registered = (await vscode.commands.getCommands(false)).filter((id) =>
      /^_?workflowJobs\.[a-zA-Z]+$/.test(id),
    );
    const { contributes } = extension().packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const contributed = contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      contributed.filter((id) => !registered.includes(id)),
      [],
    );
    assert.deepEqual(
      registered.filter((id) => !contributed.includes(id) && !id.startsWith('_')),
      [],
    );
  });

  test('contains no untranslated strings', () => {
    assert.doesNotMatch(JSON.stringify(extension().packageJSON), /"%[\w.]+%"/);
  });
});
