import * as vscode from 'vscode';
import type { PageBoot } from '../protocol.ts';

/** Where the page's bundle lies, and all that a page may load from disk. */
export function pageRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'page');
}

/** The empty page: everything on it comes by message, and nothing may load or run but our own bundle. */
export function jobPanelHtml(webview: vscode.Webview, extensionUri: vscode.Uri, boot: PageBoot): string {
  const root = pageRoot(extensionUri);
  const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const nonce = createNonce();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}; font-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(boot.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri('page.css')}">
<title>${escapeAttribute(vscode.l10n.t('Job'))}</title>
</head>
<body data-boot="${escapeAttribute(JSON.stringify(boot))}">
<main id="page"></main>
<script nonce="${nonce}" src="${uri('page.js')}"></script>
</body>
</html>`;
}

function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
