import * as vscode from 'vscode';
import { atEnd } from './atEnd.ts';

const scheme = 'small-disk';

/**
 * Registers a file system until the test is over, and returns its root folder. Each file contains
 * at most `capacity` bytes. As in VS Code on a full disk, a longer write succeeds.
 */
export function mountSmallDisk(capacity: number): vscode.Uri {
  const files = new Map<string, Uint8Array>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const read = (uri: vscode.Uri): Uint8Array => {
    const content = files.get(uri.path);
    if (content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  };
  const statOf = (type: vscode.FileType, size: number) => ({ type, size, ctime: 0, mtime: 0 });
  const isFolder = ({ path }: vscode.Uri) => !path.includes('.');
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) =>
      isFolder(uri)
        ? statOf(vscode.FileType.Directory, 0)
        : statOf(vscode.FileType.File, read(uri).length),
    readFile: read,
    writeFile: (uri, content) => void files.set(uri.path, content.slice(0, capacity)),
    readDirectory: () =>
      [...files.keys()].map((path) => [
        path.slice(path.lastIndexOf('/') + 1),
        vscode.FileType.File,
      ]),
    createDirectory: () => undefined,
    delete: (uri) => void files.delete(uri.path),
    rename: () => undefined,
  };
  const registered = vscode.workspace.registerFileSystemProvider(scheme, provider);
  atEnd(() => registered.dispose());
  return vscode.Uri.from({ scheme, path: '/' });
}
