import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox } from '../../src/sandbox/index.ts';
import { needsNode } from './needsNode.ts';
import { onQuestion } from './prompts.ts';
import { reset, setting, tidyUp } from './support.ts';

const baseUrl = () => vscode.workspace.getConfiguration('workflowJobs').get<string>('baseUrl', '');

suite('The sandbox service', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  needsNode('the sandbox is a server')('starts from the palette, offers to set the base URL, and offers to set it back when stopped', async () => {
    const accept = (...args: unknown[]) => String(args.at(-1));
    const offer = onQuestion('showInformationMessage', accept);
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
  });

  needsNode('the sandbox is a server')('goes back to the base URL before the first sandbox, though another took its place meanwhile', async () => {
    const own = 'http://127.0.0.1:9/own';
    await setting('baseUrl', own);
    let isSetBack = false;
    onQuestion('showInformationMessage', (_sentence, button) => (button === 'Use It' || isSetBack ? String(button) : undefined));
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    const first = baseUrl();
    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
    // The next gets another port.
    const inItsPlace = await startSandbox({ port: Number(new URL(first).port) });
    try {
      await vscode.commands.executeCommand('workflowJobs.startSandbox');
      assert.notEqual(baseUrl(), first);
      isSetBack = true;
      await vscode.commands.executeCommand('workflowJobs.stopSandbox');
      assert.equal(baseUrl(), own);
    } finally {
      await inItsPlace.close();
    }
  });
});
