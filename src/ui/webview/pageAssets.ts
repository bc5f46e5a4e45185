import { Uri, type WebviewOptions, type WebviewPanelOptions, workspace } from 'vscode';
import { untilDone } from '../../model/util/untilDone.ts';
import type { PageAssets } from './pageHtml.ts';

/** Reads the bundle of a page once; a failed read is repeated for the next page. */
export function pageAssets(extensionUri: Uri, name: 'jobPage' | 'overview'): () => Promise<PageAssets> {
  const read = async (file: string) => new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'page', file)));
  return untilDone(async () => {
    const [script, style] = await Promise.all([read(`${name}.js`), read(`${name}.css`)]);
    return { script, style };
  });
}

/** Pages may run scripts, but load nothing. */
export const pageOptions: WebviewOptions & WebviewPanelOptions = { enableScripts: true, enableForms: false, localResourceRoots: [], enableFindWidget: true };
