import { join } from 'node:path';
import { packageCopy, scratchProject } from '../../support/package/packaging.ts';
import { run } from '../../support/process/run.ts';
import { installVscode } from '../../support/vscode/install.ts';
import { startVscodeServer, type VscodeServer } from '../../support/vscode/server.ts';
import { expect } from './fixtures.ts';

/**
 * Packages the extension, installs the package in VS Code, and calls `use` with the server. Unknown
 * folders open in Restricted Mode.
 */
export async function withInstalledExtension(
  use: (server: VscodeServer) => Promise<void>,
): Promise<void> {
  const { folder, remove } = await scratchProject();
  let server: VscodeServer | undefined;
  try {
    const installation = await installVscode();
    const dataFolder = join(folder, 'server');
    const vsix = await packageCopy(folder, 'workflow-jobs.vsix');
    const install = [
      '--server-data-dir',
      dataFolder,
      '--accept-server-license-terms',
      '--install-extension',
      vsix,
    ];
    expect(
      await run(installation.node, [installation.main, ...install], { timeoutMs: 120_000 }),
    ).toBe(0);
    server = await startVscodeServer({ installation, dataFolder, workspaceTrust: true });
    await use(server);
  } finally {
    await server?.stop();
    await remove();
  }
}
