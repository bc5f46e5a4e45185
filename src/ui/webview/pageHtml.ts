import { Uri, type WebviewOptions, type WebviewPanelOptions, env, l10n, workspace } from 'vscode';
import type { PageBoot } from '../../protocol/page.ts';

/** A page's script and style, which its HTML contains, so that it loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Reads the bundle of a page once; a failed read is repeated for the next page. */
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

/** Pages may run scripts, but load nothing. */
export const pageOptions: WebviewOptions & WebviewPanelOptions = { enableScripts: true, enableForms: false, localResourceRoots: [], enableFindWidget: true };

/**
 * The HTML of a page with its first content; its policy permits only its own script and style. Encoding and viewport are set by VS Code's frame.
 * @param state stored by the page, for restoring it
 */
export function pageHtml<State, Content>({ script, style }: PageAssets, title: string, state: State, content: Content): string {
  const boot: PageBoot<State, Content> = { id: crypto.randomUUID(), state, language: env.language, translations: l10n.bundle ?? {}, content };
  // Without `<`, the JSON cannot close its element or begin a comment.
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
