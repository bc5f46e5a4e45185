import { dirname, basename, join } from 'node:path';
import { controlPath } from './messages.ts';
import { createControl, type ControlOptions } from './control.ts';
import { type Proxy, serveFolder, startProxy } from './proxy.ts';

export interface WebHostOptions {
  /** Port of the VS Code server. */
  readonly server: number;
  readonly extensionFolder: string;
  /** Path of the bundle that exports `run()`. */
  readonly suite: string;
  readonly control: ControlOptions;
}

const extensionPath = '/extension-under-test/';
// The suite's path is below the extension's path, so that the suite and the extension use the same
// `vscode` module.
const suitePath = `${extensionPath}suite-under-test/`;

/**
 * Starts the servers for an extension and a test suite in a browser worker: a proxy, and a control
 * that provides Node.js features.
 */
export async function startWebHost({
  server,
  extensionFolder,
  suite,
  control: controlOptions,
}: WebHostOptions): Promise<Proxy> {
  const control = createControl(controlOptions);
  const proxy = await startProxy({
    target: server,
    mounts: {
      [controlPath]: (request, response) =>
        control.handle(
          basename(new URL(request.url ?? '', 'http://localhost').pathname),
          request,
          response,
        ),
      [suitePath]: serveFolder(suitePath, dirname(suite)),
      [extensionPath]: serveFolder(extensionPath, extensionFolder),
    },
    developmentOptions: (authority) => ({
      extensions: [{ scheme: 'http', authority, path: extensionPath }],
      extensionTestsPath: { scheme: 'http', authority, path: join(suitePath, basename(suite)) },
    }),
  });
  return {
    port: proxy.port,
    close: async () => {
      await control.close();
      await proxy.close();
    },
  };
}
