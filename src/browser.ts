import * as vscode from 'vscode';
import type { createExtension } from './extension.ts';
import { registerSurface } from './ui/surface.ts';

interface Later {
  readonly createExtension: typeof createExtension;
}

/** What VS Code calls where the extension runs in a browser's worker. */
export function activate(context: vscode.ExtensionContext): void {
  registerSurface(context, async (surface) => (await readExtension(context.extensionUri)).createExtension(context, surface));
}

/** Loads the rest of the extension, which `require` cannot: in a worker it knows nothing but `vscode`. */
async function readExtension(extensionUri: vscode.Uri): Promise<Later> {
  const file = vscode.Uri.joinPath(extensionUri, 'dist/web/later.js');
  const code = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const module = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- This is how VS Code runs an extension there; `import()` would need an address that a page of any origin may load.
  const run = new Function('module', 'exports', 'require', `${code}\n//# sourceURL=${file.toString(true)}`) as (...args: unknown[]) => void;
  run(module, module.exports, requireVscode);
  return module.exports as Later;
}

function requireVscode(name: string): typeof vscode {
  if (name === 'vscode') return vscode;
  throw new Error(`A browser has no ${name}.`);
}
