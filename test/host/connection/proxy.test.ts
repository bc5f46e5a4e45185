import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { needsNode } from '../support/needsNode.ts';
import { extensionId, run, setting } from '../support/extension.ts';

suite('A proxy', () => {
  needsNode('a browser has a proxy of its own')(
    'that VS Code is told of in http.proxy gets the requests',
    async () => {
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
        // An address of this machine would be asked without it.
        await setting('baseUrl', 'https://workflow-jobs.invalid/api');
        assert.equal(await asked, 'CONNECT workflow-jobs.invalid:443');
      } finally {
        await tell(undefined);
        proxy.close();
        proxy.closeAllConnections();
      }
    },
  );
});
