import type * as vscode from 'vscode';

/** Something that is made when it is first asked for, and disposed of only if it was; what could not be made is tried again. */
export function lazy<T extends vscode.Disposable>(make: () => Promise<T>): vscode.Disposable & { readonly load: () => Promise<T> } {
  let made: Promise<T> | undefined;
  const start = () => {
    const making = make();
    making.catch(() => (made = undefined));
    return making;
  };
  return {
    load: () => (made ??= start()),
    // What could not be made has nothing to dispose of.
    dispose: () => {
      made?.then((value) => void value.dispose()).catch(() => undefined);
    },
  };
}
