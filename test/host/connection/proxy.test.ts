import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { needsNode } from '../support/needsNode.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { extensionId, run, setting } from '../support/extension.ts';

suite('Proxy', () => {
  needsNode('a browser uses its own proxy')('receives the requests if http.proxy is set', async () => {
    const { createServer } = process.getBuiltinModule('node:http');
    const { promise: asked, resolve } = Promise.withResolvers<string>();
    const proxy = createServer().on('connect', (request, socket) => {
      resolve(`${request.method} ${request.url}`);
      socket.destroy();
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const tell = (address: string | undefined) =>
      vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);
    try {
      const { port } = proxy.address() as { port: number };
      await tell(`http://127.0.0.1:${port}`);
      await vscode.extensions.getExtension(extensionId)?.activate();
      await run('jobs.focus');
      // VS Code does not use a proxy for addresses of this machine.
      await setting('baseUrl', 'https://workflow-jobs.invalid/api');
      assert.equal(await asked, 'CONNECT workflow-jobs.invalid:443');
    } finally {
      await tell(undefined);
      proxy.close();
      proxy.closeAllConnections();
    }
  });

  needsNode('a browser uses its own proxy')('is reported if it requires credentials', async () => {
    const { createServer } = process.getBuiltinModule('node:http');
    const proxy = createServer().on('connect', (_request, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const setProxy = (address: string | undefined) =>
      vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);
    try {
      const { port } = proxy.address() as { port: number };
      await setProxy(`http://127.0.0.1:${port}`);
      await setting('baseUrl', 'https://workflow-jobs.invalid/api');
      const error = onQuestion('error');
      onBox('createQuickPick', ({ type, accept }) => {
        type('wf_a');
        accept();
      });
      await run('startJob');
      assert.equal(
        String((await error.asked)[0]),
        'A proxy requires credentials for requests to workflow-jobs.invalid (HTTP 407). Nothing was sent. Check the proxy and its credentials (http.proxy, http.proxyAuthorization).',
      );
    } finally {
      await setProxy(undefined);
      proxy.close();
      proxy.closeAllConnections();
    }
  });
});
