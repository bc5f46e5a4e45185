import type { PageBoot } from '../../protocol/page.ts';

/** A page's script and style. The HTML embeds both, because pages cannot load resources. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Returns a page's HTML with the initial content. The content security policy allows only the
 * embedded script and style. VS Code sets the encoding and the viewport.
 */
export function pageHtml<Content>(
  { script, style }: PageAssets,
  title: string,
  data: PageBoot<Content>,
): string {
  // Escapes `<`, so that the JSON cannot close the script element or begin a comment.
  const escapedJson = JSON.stringify(data).replaceAll('<', '\\u003c');
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  // Screen readers choose a voice for the page language. Pages without translations are in English.
  const language = Object.keys(data.translations).length > 0 ? data.language : 'en';
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeAttribute(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main id="page"></main>
<script type="application/json" id="boot">${escapedJson}</script>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
