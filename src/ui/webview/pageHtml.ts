import type { PageBoot } from '../../protocol/page.ts';

/**
 * The script and style of a page. Its HTML contains them, because the page cannot load resources.
 */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Returns the HTML of a page with its first content. The content security policy permits only the
 * page's own script and style. VS Code's frame sets the encoding and the viewport.
 */
export function pageHtml<Content>(
  { script, style }: PageAssets,
  title: string,
  data: Omit<PageBoot<Content>, 'id'>,
): string {
  // Without `<`, the JSON cannot close its element or begin a comment.
  const escapedJson = JSON.stringify({
    id: crypto.randomUUID(),
    ...data,
  } satisfies PageBoot<Content>).replaceAll('<', '\\u003c');
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  // Without translations, the page is in English. Screen readers choose the voice by this language.
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
