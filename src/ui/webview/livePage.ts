import {
  Disposable,
  Uri,
  type WebviewOptions,
  type WebviewPanel,
  type WebviewPanelOptions,
  commands,
  env,
  l10n,
  workspace,
} from 'vscode';
import * as z from 'zod/mini';
import { flagSchema } from '../../model/util/schemas.ts';
import { untilDone } from '../../model/util/untilDone.ts';
import type { ToPage } from '../../protocol/page.ts';
import { attempt } from '../feedback/report.ts';
import { type PageAssets, pageHtml } from './pageHtml.ts';

/** Pages may run scripts, but load nothing. */
export const pageOptions: WebviewOptions & WebviewPanelOptions = {
  enableScripts: true,
  enableForms: false,
  localResourceRoots: [],
  enableFindWidget: true,
};

/** The messages of every page. */
const commonSchema = z.union([
  z.object({ kind: z.enum(['ready']), shown: flagSchema }),
  z.object({ kind: z.enum(['setApiKey', 'setBaseUrl', 'showLog']) }),
]);

export type LivePage<Content> = ReturnType<ReturnType<typeof livePages<Content>>>;

/**
 * Makes live pages of a kind, which keep their content up to date: by messages while the page listens, and in
 * the HTML from which VS Code restores a hidden page. Their bundle is read once; a failed read is repeated
 * for the next page.
 */
export function livePages<Content>(extensionUri: Uri, name: 'jobPage' | 'overview', title: string) {
  const read = async (file: string) =>
    new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'page', file)));
  const loadAssets = untilDone(async () => {
    const [script, style] = await Promise.all([read(`${name}.js`), read(`${name}.css`)]);
    return { script, style };
  });
  return (panel: WebviewPanel) => {
    let content: Content | undefined;
    /** The content as JSON, so that equal content is not sent again. */
    let text = '';
    /** The content that the HTML holds, as JSON. */
    let textInHtml = '';
    let assets: PageAssets | undefined;
    /** Whether the page listens; earlier messages are lost. */
    let isListening = false;
    let isDisposed = false;

    const write = () => {
      if (assets === undefined || content === undefined || isDisposed) return;
      textInHtml = text;
      panel.webview.html = pageHtml(assets, title, {
        language: env.language,
        translations: l10n.bundle ?? {},
        content,
      });
    };
    const post = (message: ToPage<Content> | undefined) => {
      if (!isDisposed) void panel.webview.postMessage(message);
    };
    /** Shows and announces a sentence on the page: VS Code announces no text of its status bar. */
    const confirm = (sentence: string) => post({ kind: 'copied', sentence });
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    panel.webview.options = pageOptions;
    void attempt(name, async () => {
      assets = await loadAssets();
      write();
    });
    return {
      panel,
      get content() {
        return content;
      },
      show(newer: Content): void {
        const newText = JSON.stringify(newer);
        if (newText === text) return;
        text = newText;
        content = newer;
        if (isListening) post(newer);
        else if (!panel.visible) write();
      },
      /**
       * Performs the valid messages of the page.
       * @param attend called when the page is shown or hidden
       */
      serve<From extends { readonly kind: string }>(
        schema: z.ZodMiniType<From>,
        perform: (message: From) => unknown,
        attend: () => void,
      ): Disposable {
        const hear = (message: unknown) => {
          const { data: common } = commonSchema.safeParse(message);
          const { data } = schema.safeParse(message);
          if (common?.kind === 'ready') {
            isListening = true;
            // Else the page shows the content of its HTML.
            if (!common.shown || text !== textInHtml) post(content);
          } else if (common !== undefined) void commands.executeCommand(`workflowJobs.${common.kind}`);
          else if (data !== undefined) void attempt(data.kind, () => perform(data));
        };
        const follow = () => {
          attend();
          if (panel.visible) return;
          // VS Code removes a hidden page and restores it from its HTML.
          isListening = false;
          if (text !== textInHtml) write();
        };
        return Disposable.from(panel.webview.onDidReceiveMessage(hear), panel.onDidChangeViewState(follow));
      },
      confirm,
      async copy(text: string, sentence: string): Promise<void> {
        await env.clipboard.writeText(text);
        confirm(sentence);
      },
      dispose(): void {
        isDisposed = true;
      },
    };
  };
}
