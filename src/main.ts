import type * as vscode from 'vscode';
import { registerSurface } from './ui/surface.ts';

/** What VS Code calls in desktop and remote windows. */
export function activate(context: vscode.ExtensionContext): void {
  registerSurface(context, async (surface) => (await import('./extension.ts')).createExtension(context, surface));
}
