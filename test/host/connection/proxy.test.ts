import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import * as vscode from 'vscode';
import { atEnd } from '../support/atEnd.ts';
import { needsNode } from '../support/needsNode.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { extensionId, run, setting } from '../support/extension.ts';

/** Makes VS Code use a proxy until the test is over. */
async function useProxy(
  onConnect: (target: string | undefined, socket: Duplex) => void,
): Promise<void> {
  const { createServer } = process.getBuiltinModule('node:http');
  const proxy = createServer().on('connect', ({ url }, socket) => onConnect(url, socket));
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const setProxy = (address: string | undefined) =>
    vscode.workspace
      .getConfiguration('http')
      .update('proxy', address, vscode.ConfigurationTarget.Global);
  atEnd(async () => {
    await setProxy(undefined);
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port } = proxy.address() as { port: number };
  await setProxy(`http://127.0.0.1:${port}`);
}

suite('Connection', () => {
  needsNode('a browser uses its own proxy')(
    'sends requests through the proxy from the setting `http.proxy`',
    async () => {
      const { promise: connected, resolve } = Promise.withResolvers<void>();
      await useProxy((target, socket) => {
        // VS Code may still be connecting for a request that the previous test aborted.
        if (target === 'proxied.workflow-jobs.invalid:443') resolve();
        socket.destroy();
      });
      await vscode.extensions.getExtension(extensionId)?.activate();
      await run('jobs.focus');
      // VS Code does not use a proxy for addresses of this machine.
      await setting('baseUrl', 'https://proxied.workflow-jobs.invalid/api');
      await connected;
    },
  );

  needsNode('a browser uses its own proxy')(
    'suggests settings to check if the proxy requires credentials',
    async () => {
      await useProxy((_target, socket) =>
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
      );
      await setting('baseUrl', 'https://workflow-jobs.invalid/api');
      const error = onQuestion('error');
      onBox('createQuickPick', ({ type, accept }) => {
        type('wf_a');
        accept();
      });
      await run('startJob');
      assert.equal(
        String((await error.asked)[0]),
        'A proxy requires credentials for requests to workflow-jobs.invalid (HTTP 407). Nothing was sent. Check the proxy settings (http.proxy, http.proxyAuthorization).',
      );
    },
  );
});
