import * as vscode from 'vscode';
import type { JobList } from '../model/jobList.ts';
import type { SingleJobs } from '../model/singleJobs.ts';
import type { Connection } from './connection.ts';
import { lazy } from './lazy.ts';
import type { VirtualDocuments } from './virtualDocuments.ts';

export const documentScheme = 'workflow-job';

/**
 * Read-only documents, their code loaded with the first that is shown. They are files of a scheme of our own: unlike mere
 * contents, these activate the extension when VS Code brings an editor back after a reload.
 */
export function registerDocuments(connection: Connection, jobs: JobList, singleJobs: SingleJobs): vscode.Disposable & { load: () => Promise<VirtualDocuments> } {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const documents = lazy(async () => {
    const { VirtualDocuments, readJobJson, unavailable } = await import('./onDemand.ts');
    return new VirtualDocuments(changed, async (page) => {
      try {
        return await readJobJson(page, connection, jobs, singleJobs);
      } catch (thrown) {
        throw unavailable(thrown);
      }
    });
  });
  const readOnly = () => {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('This document cannot be changed.'));
  };
  let reads = 0;
  const files = vscode.workspace.registerFileSystemProvider(
    documentScheme,
    {
      onDidChangeFile: changed.event,
      watch: () => new vscode.Disposable(() => undefined),
      stat: async (uri) => {
        const { length } = await (await documents.load()).read(uri);
        // Nobody else writes them: each look may find something new.
        return { type: vscode.FileType.File, ctime: 0, mtime: ++reads, size: length, permissions: vscode.FilePermission.Readonly };
      },
      readFile: async (uri) => (await documents.load()).read(uri),
      readDirectory: () => [],
      createDirectory: readOnly,
      writeFile: readOnly,
      delete: readOnly,
      rename: readOnly,
    },
    { isCaseSensitive: true, isReadonly: true },
  );
  return { load: documents.load, dispose: () => void vscode.Disposable.from(files, changed, documents).dispose() };
}
