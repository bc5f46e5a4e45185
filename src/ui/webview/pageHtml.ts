import { Uri, type WebviewOptions, type WebviewPanelOptions, env, l10n, workspace } from 'vscode';
import type { PageBoot } from '../../protocol/page.ts';

/** A page's script and style. Its HTML contains both, so that a page loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads the bundle of the pages of this name once; a failed read is repeated with the next page. */
export function pageAssets(extensionUri: Uri, name: 'jobPage' | 'overview'): () => Promise<PageAssets> {
  const read = async (file: string) => new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'page', file)));
  let reading: Promise<PageAssets> | undefined;
  return () => {
    reading ??= Promise.all([read(`${name}.js`), read(`${name}.css`)])
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

/**
 * A page with its first content. Its policy lets only its own script run. It is written into a frame, where neither encoding nor viewport are the page's.
 * @param state handed to the page, to be restored by
 */
export function pageHtml<State, Content>({ script, style }: PageAssets, title: string, state: State, content: Content): string {
  const boot: PageBoot<State, Content> = { id: crypto.randomUUID(), state, language: env.language, translations: l10n.bundle ?? {}, content };
  // Without `<`, JSON cannot end its element, nor begin another or a comment.
  const inertJson = JSON.stringify(boot).replaceAll('<', '\\u003c');
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(boot.language)}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeAttribute(title)}</title>
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
