import { Uri, type WebviewOptions, type WebviewPanelOptions, env, l10n, workspace } from 'vscode';
import type { PageBoot, PageContent, PageIdentity } from '../../protocol/jobPage.ts';

/** A page's script and style. Its HTML contains both, so that a page loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads the page's bundle once; a failed read is repeated with the next page. */
export function pageAssets(extensionUri: Uri): () => Promise<PageAssets> {
  const read = async (name: string) => new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'page', name)));
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
export const pageOptions: WebviewOptions & WebviewPanelOptions = { enableScripts: true, enableForms: false, localResourceRoots: [], enableFindWidget: true };

/** A page with its first content. Its policy lets only its own script run. It is written into a frame, where neither encoding nor viewport are the page's. */
export function jobPanelHtml({ script, style }: PageAssets, state: PageIdentity, content: PageContent): string {
  const boot: PageBoot = { id: crypto.randomUUID(), state, language: env.language, translations: l10n.bundle ?? {}, content };
  // Without `<`, JSON cannot end its element, nor begin another or a comment.
  const inertJson = JSON.stringify(boot).replaceAll('<', '\\u003c');
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(boot.language)}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeAttribute(l10n.t('Job'))}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main id="page"></main>
<script type="application/json" id="boot">${inertJson}</script>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
