import type * as vscode from 'vscode';

/** Something that is made when it is first asked for, and disposed of only if it was. */
export function lazy<T extends vscode.Disposable>(make: () => Promise<T>): vscode.Disposable & { readonly load: () => Promise<T> } {
  let made: Promise<T> | undefined;
  return {
    load: () => (made ??= make()),
    // What could not be made has nothing to dispose of.
    dispose: () => {
      made?.then((value) => void value.dispose()).catch(() => undefined);
    },
  };
}
