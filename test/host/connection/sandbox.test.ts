import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { Log } from '../../../src/ui/feedback/log.ts';
import { SandboxControl } from '../../../src/ui/sandbox/sandboxControl.ts';
import { memoryOf } from '../support/kept.ts';
import { needsNode } from '../support/needsNode.ts';
import { ask, onQuestion } from '../support/prompts.ts';
import { messageOf, rowsOf, settled, show } from '../support/rows.ts';
import { reset, setting, tidyUp } from '../support/extension.ts';

const jobsView = 'workflowJobs.jobs';
const baseUrl = () => vscode.workspace.getConfiguration('workflowJobs').get<string>('baseUrl', '');

suite('The sandbox service', () => {
  setup(() => setting('baseUrl', undefined));
  teardown(tidyUp);
  suiteTeardown(reset);

  needsNode('the sandbox is a server')('connects at once where nothing is configured, says so, and offers to remove the base URL when stopped', async () => {
    const info = onQuestion('showInformationMessage', (_sentence, button) => (button === 'Undo' ? undefined : String(button)));
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    assert.match(String((await info.asked)[0]), /^The sandbox is running at http.+, with sample data, for trying only\. Workflow Jobs is connected to it\.$/);
    const address = baseUrl();
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\//);
    const answer = await fetch(`${address}/fields`);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();

    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
    assert.equal(baseUrl(), '');
    await assert.rejects(fetch(`${address}/fields`), 'it still answers');
  });

  needsNode('the sandbox is a server')('ends with its window', async () => {
    // The extension's own log writes to the same channel: closing one closes the other.
    const control = new SandboxControl(memoryOf(), new Log());
    await control.start();
    const address = baseUrl();
    await (await fetch(`${address}/fields`)).body?.cancel();
    control.dispose();
    await assert.rejects(fetch(`${address}/fields`), 'it still answers');
    await vscode.commands.executeCommand('setContext', 'workflowJobs.sandboxRunning', false);
  });

  needsNode('the sandbox is a server')('that connected at once is disconnected again by Undo', async () => {
    const connectedTo: string[] = [];
    onQuestion('showInformationMessage', (_sentence, button) => {
      if (button !== 'Undo') return undefined;
      connectedTo.push(baseUrl());
      return button;
    });
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    assert.match(connectedTo.join(), /^http:/);
    assert.equal(baseUrl(), '');
    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
  });

  needsNode('the sandbox is a server')('is not connected by an answer that comes after it has stopped', async () => {
    const own = 'http://127.0.0.1:9/own';
    await setting('baseUrl', own);
    const late = Promise.withResolvers<string>();
    const offer = onQuestion('showInformationMessage', (_sentence, button) => (button === 'Connect' ? late.promise : undefined));
    const starting = vscode.commands.executeCommand('workflowJobs.startSandbox');
    assert.match(String((await offer.asked)[0]), /Connect to it\?$/);
    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
    late.resolve('Connect');
    await starting;
    assert.equal(baseUrl(), own);
  });

  needsNode('the sandbox is a server')('is offered where the base URL is one that does not run any more, and its rows come back', async () => {
    onQuestion('showInformationMessage');
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    await show(jobsView);
    await settled(jobsView);
    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
    await vscode.commands.executeCommand('workflowJobs.refreshJobs');
    const [failure] = await rowsOf(jobsView);
    assert.equal(failure?.label, 'Jobs not refreshed');
    assert.deepEqual(failure.children.slice(0, 2).map(({ label }) => label), ['Try again', 'Start Sandbox Service']);
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    assert.equal(messageOf(jobsView), '');
    await vscode.commands.executeCommand('workflowJobs.stopSandbox');
  });

  needsNode('the sandbox is a server')('goes back to the base URL before the first sandbox, though another took its place meanwhile', async () => {
    const own = 'http://127.0.0.1:9/own';
    await setting('baseUrl', own);
    let isSetBack = false;
    onQuestion('showInformationMessage', (_sentence, button) => (button === 'Connect' || isSetBack ? String(button) : undefined));
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

  needsNode('the sandbox is a server')('has a second one with other fields, which is stopped by itself, and whose base URL works again later', async () => {
    const own = 'http://127.0.0.1:9/own';
    await setting('baseUrl', own);
    onQuestion('showInformationMessage', (_sentence, button) => (button === 'Connect' ? button : undefined));
    await vscode.commands.executeCommand('workflowJobs.startSandbox');
    const first = baseUrl();
    await ask('startSandbox', 'Start the second sandbox');
    const second = baseUrl();
    assert.notEqual(second, first);
    const names = async (address: string) => ((await (await fetch(`${address}/fields`)).json()) as { data: { fields: { name: string }[] } }).data.fields.map(({ name }) => name);
    assert.deepEqual([(await names(first)).includes('Vendor'), (await names(second)).includes('Vendor')], [false, true]);

    await ask('startSandbox', 'Connect to the first sandbox');
    assert.equal(baseUrl(), first);
    await ask('startSandbox', 'Connect to the second sandbox');
    await ask('stopSandbox', 'Stop the second sandbox');
    await assert.rejects(fetch(`${second}/fields`), 'it still answers');
    assert.equal((await names(first)).includes('Title'), true);
    // The base URL points at it: no question.
    await ask('startSandbox');
    assert.equal(baseUrl(), second);
    assert.equal((await names(second)).includes('Vendor'), true);

    const setBack = onQuestion('showInformationMessage', (_sentence, button) => button as string | undefined);
    await ask('stopSandbox', 'Stop both');
    assert.deepEqual(setBack.sentences, [`The sandbox service was stopped. Set the base URL back to ${own}?`]);
    assert.equal(baseUrl(), own);
    for (const address of [first, second]) await assert.rejects(fetch(`${address}/fields`), 'it still answers');
  });
});
