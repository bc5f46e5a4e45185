import * as vscode from 'vscode';
import type { PageBoot } from '../../protocol.ts';

/** A page's script and style. Its HTML contains both, so that a page loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads the page's bundle once; a failed read is repeated with the next page. */
export function pageAssets(extensionUri: vscode.Uri): () => Promise<PageAssets> {
  const read = async (name: string) => new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'dist', 'page', name)));
  let reading: Promise<PageAssets> | undefined;
  return () => {
    reading ??= Promise.all([read('page.js'), read('page.css')])
      .then(([script, style]) => ({ script, style }))
      .catch((thrown: unknown) => {
        reading = undefined;
        throw thrown;
      });
    return reading;
  };
}

/** A page may run its script, and load nothing. */
export const pageOptions: vscode.WebviewOptions & vscode.WebviewPanelOptions = { enableScripts: true, enableForms: false, localResourceRoots: [], enableFindWidget: true };

/** A page with its first content. Its policy lets only its own script run. */
export function jobPanelHtml({ script, style }: PageAssets, boot: PageBoot): string {
  const nonce = randomId();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(boot.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeAttribute(vscode.l10n.t('Job'))}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main id="page"></main>
<script type="application/json" id="boot">${inertJson(boot)}</script>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** JSON without `<`: it cannot end its element, nor begin another or a comment. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
