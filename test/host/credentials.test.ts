import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../support/builders.ts';
import { envelope, inTurn, json, redirect, reset as broken, startService, text } from '../support/service.ts';
import { captures } from './captures.ts';
import { dataFilesHolding } from './dataFiles.ts';
import { messageOf, rowsOf, settled } from './rows.ts';
import { connect, noFields, onQuestion, reset, routes, setting, tidyUp, untilPageOpen } from './support.ts';

const key = 'sk-kept-to-itself-8f3a';
const jobsView = 'workflowJobs.jobs';

async function storeKey(value: string): Promise<void> {
  const box = onQuestion('showInputBox', () => value);
  try {
    await vscode.commands.executeCommand('workflowJobs.setApiKey');
  } finally {
    box.restore();
  }
}

suite('The API key', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  test('is found in no log line, notification, error, report, page or file, whatever goes wrong @full', async () => {
    const other = await startService(() => text(200, 'never asked'));
    const service = await startService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])), 'GET /jobs/job_1': envelope({ job: aJob() }) }));
    try {
      await setting('requestTimeout', 1);
      await connect(service);
      await settled(jobsView);
      await storeKey(key);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job_1');
      await untilPageOpen('Invoice Approval');
      assert.equal(service.requests.at(-1)?.headers.authorization, `Bearer ${key}`, 'the key was never sent, so nothing is proved');

      const texts: string[] = [];
      const failures = [
        () => redirect(`${other.url}/steal`, 307),
        () => broken(),
        () => text(500, '<html>', 'text/html'),
        () => json(401, { message: 'no' }),
        () => text(200, '{"broken'),
        inTurn(envelope({ jobs: [{ key: 1 }] })),
      ];
      for (const handler of failures) {
        service.use(handler);
        await vscode.commands.executeCommand('workflowJobs.refreshJobs');
        texts.push(messageOf(jobsView), JSON.stringify(await rowsOf(jobsView)));
        await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
        await vscode.commands.executeCommand('workflowJobs.checkConnection');
        texts.push(vscode.window.activeTextEditor?.document.getText() ?? '');
      }
      assert.match(texts.join('\n'), /Connection check/);
      assert.deepEqual(other.requests, [], 'the other origin was asked');

      const everything = { ...captures, texts };
      assert.ok(captures.logLines.length > 10 && captures.pageHtml.length > 0 && captures.notifications.length > 0, 'too little was captured to prove anything');
      for (const [place, lines] of Object.entries(everything)) {
        assert.deepEqual(lines.filter((line) => line.includes(key)), [], `the key stands in ${place}`);
      }
      assert.deepEqual(await dataFilesHolding(key), []);
    } finally {
      await vscode.commands.executeCommand('workflowJobs.removeApiKey');
      await reset();
      await service.close();
      await other.close();
    }
  });

  test('is refused with a sentence when no header can carry it', async () => {
    const service = await startService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) }));
    try {
      await connect(service);
      const sentences: unknown[] = [];
      const box = onQuestion('showInputBox', (options) => {
        const asked = options as vscode.InputBoxOptions;
        for (const bad of ['', '  ', 'two\nlines', 'ключ']) sentences.push(asked.validateInput?.(bad));
        assert.equal(asked.validateInput?.('sk-fine_1.2~3'), undefined);
        return undefined;
      });
      await vscode.commands.executeCommand('workflowJobs.setApiKey');
      box.restore();
      assert.deepEqual(sentences.map((each) => typeof each), ['string', 'string', 'string', 'string']);
    } finally {
      await reset();
      await service.close();
    }
  });
});
