import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { serveSandbox } from '../../../src/sandbox/index.ts';
import {
  SandboxControl,
  startSandbox as start,
  stopSandbox as stop,
} from '../../../src/ui/sandbox/sandboxControl.ts';
import { aJob } from '../../support/service/builders.ts';
import { atEnd } from '../support/atEnd.ts';
import { contexts } from '../support/captures.ts';
import { createKeyValueStore, createTestConnection } from '../support/testConnection.ts';
import { needsNode } from '../support/needsNode.ts';
import { ask, onQuestion } from '../support/prompts.ts';
import { messageOf, settled, show } from '../support/rows.ts';
import { run, serviceSettings, setting } from '../support/extension.ts';

const own = 'http://127.0.0.1:9/own';

/**
 * Creates the sandbox and the connection of a window. The same stored values represent a reloaded
 * window.
 */
function openWindow(stored: Map<string, unknown>) {
  const store = createKeyValueStore(stored);
  const sandbox = new SandboxControl(store, { info: () => undefined });
  const { connection, dispose } = createTestConnection({ workspaceStore: store, sandbox });
  const close = () => {
    dispose();
    sandbox.dispose();
  };
  atEnd(close);
  const connected = () => connection.require().client;
  return {
    sandbox,
    connection,
    connected,
    close,
    startSandbox: () => start(connection, sandbox),
    stopSandbox: () => stop(connection, sandbox),
  };
}

const never = new AbortController().signal;

suite('Sandbox service', () => {
  needsNode('the sandbox is a server')(
    'connects the window without changing settings',
    async () => {
      await setting('baseUrl', own);
      const before = serviceSettings();
      const { sentences } = onQuestion('info');
      await run('startSandbox');
      await show();
      await settled();
      assert.equal(messageOf().includes('Sandbox'), true);
      assert.equal(contexts.get('workflowJobs.inSandbox'), true);
      await ask('stopSandbox');
      assert.equal(contexts.get('workflowJobs.inSandbox'), false);
      assert.match(
        sentences.join('\n'),
        /^The sandbox service is running at http:\/\/127\.0\.0\.1:\d+\/api\/v1 with sample data\. This window is connected to it\.\nStopped the sandbox service\.$/,
      );
      assert.equal(messageOf().includes('Sandbox'), false);
      assert.deepEqual(serviceSettings(), before);
    },
  );

  needsNode('the sandbox is a server')('never appears in copied job links', async () => {
    onQuestion('info');
    await run('startSandbox');
    const job = { kind: 'job', row: { kind: 'job', job: aJob({ key: 'job_a' }) } };
    await run('copyLink', job);
    assert.match(await vscode.env.clipboard.readText(), /\/job\/job_a$/);
    await ask('stopSandbox');
  });

  needsNode('the sandbox is a server')(
    'returns the window to the previous environment after it stops',
    async () => {
      await setting('environments', [
        { name: 'Staging', baseUrl: `${own}/staging`, kind: 'staging' },
      ]);
      onQuestion('info');
      const {
        connection,
        connected,
        startSandbox: begin,
        stopSandbox: end,
      } = openWindow(new Map());
      connection.choose({ kind: 'environment', name: 'Staging', href: `${own}/staging` });
      await begin();
      await begin();
      assert.match(connected().baseUrl.href, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
      await end();
      assert.equal(connected().baseUrl.href, `${own}/staging`);
    },
  );

  needsNode('the sandbox is a server')(
    'keeps its port and jobs when the window reloads',
    async () => {
      onQuestion('info');
      const stored = new Map<string, unknown>();
      const first = openWindow(stored);
      await first.startSandbox();
      const { baseUrl } = first.connected();
      const { key } = (
        (await (
          await fetch(`${baseUrl.href}/jobs`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: '{"workflowKey":"wf_invoice_approval"}',
          })
        ).json()) as { data: { job: { key: string } } }
      ).data.job;
      const listed = await first.connected().listJobs(2, never);
      first.close();
      await assert.rejects(fetch(`${baseUrl.href}/fields`), 'the sandbox still responds');

      const second = openWindow(stored);
      assert.equal(second.connected().baseUrl.href, baseUrl.href);
      assert.equal((await second.connected().getJob(key, never)).key, key);
      assert.deepEqual(
        (await second.connected().listJobs(2, never)).jobs.map(({ id }) => id),
        listed.jobs.map(({ id }) => id),
      );
      await second.stopSandbox();
      await assert.rejects(fetch(`${baseUrl.href}/fields`), 'the sandbox still responds');
      assert.deepEqual(
        [second.connection.choice.kind, second.sandbox.baseUrl],
        ['default', undefined],
      );
    },
  );

  needsNode('the sandbox is a server')(
    'uses a different port if its previous port is in use',
    async () => {
      onQuestion('info');
      const stored = new Map<string, unknown>();
      const first = openWindow(stored);
      await first.startSandbox();
      const { href } = first.connected().baseUrl;
      first.close();
      let requestCount = 0;
      const otherServer = await serveSandbox({
        port: Number(new URL(href).port),
        onRequest: () => void requestCount++,
      });
      atEnd(() => otherServer.close());
      const second = openWindow(stored);
      await assert.rejects(second.connected().listFields(never));
      assert.notEqual(second.connected().baseUrl.href, href);
      assert.equal(requestCount, 0);
      assert.notEqual((await second.connected().listFields(never)).length, 0);
    },
  );

  test('does not restart after a window reload if the stored time is invalid', () => {
    const { sandbox } = openWindow(
      new Map([['sandbox', { url: own, data: { epoch: 1e300, started: [] } }]]),
    );
    assert.equal(sandbox.baseUrl, undefined);
  });
});
