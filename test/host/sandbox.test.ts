import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { needsNode } from './needsNode.ts';
import { onQuestion, reset } from './support.ts';

const baseUrl = () => vscode.workspace.getConfiguration('workflowJobs').get<string>('baseUrl', '');

suite('The sandbox service', () => {
  teardown(reset);

  needsNode('the sandbox is a server')('starts from the palette, offers to set the base URL, and offers to set it back when stopped', async () => {
    const accept = (...args: unknown[]) => String(args.at(-1));
    const offer = onQuestion('showInformationMessage', accept);
    try {
      await vscode.commands.executeCommand('workflowJobs.startSandbox');
      assert.match(String((await offer.asked)[0]), /sample data, for trying only/);
      const address = baseUrl();
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\//);
      const answer = await fetch(`${address}/fields`);
      assert.equal(answer.status, 200);
      await answer.body?.cancel();

      await vscode.commands.executeCommand('workflowJobs.stopSandbox');
      assert.equal(baseUrl(), '');
      await assert.rejects(fetch(`${address}/fields`), 'it still answers');
    } finally {
      offer.restore();
    }
  });
});
