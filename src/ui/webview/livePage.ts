import { type WebviewPanel, env, l10n } from 'vscode';
import type { ToPage } from '../../protocol/page.ts';
import { type PageAssets, pageHtml } from './pageHtml.ts';

export type LivePage<Content> = ReturnType<typeof livePage<Content>>;

/** Keeps a page's content up to date: by messages while the page listens, and in the HTML from which VS Code restores a hidden page. */
export function livePage<Content>(panel: WebviewPanel, title: string) {
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
    panel.webview.html = pageHtml(assets, title, { language: env.language, translations: l10n.bundle ?? {}, content });
  };
  const post = (message: ToPage<Content> | undefined) => {
    if (!isDisposed) void panel.webview.postMessage(message);
  };
  return {
    get content() {
      return content;
    },
    /** Writes the HTML once script and style are loaded. */
    async fill(loading: Promise<PageAssets>): Promise<void> {
      assets = await loading;
      write();
    },
    show(newer: Content): void {
      const newText = JSON.stringify(newer);
      if (newText === text) return;
      text = newText;
      content = newer;
      if (isListening) post(newer);
      else if (!panel.visible) write();
    },
    /** Starts to send content. `isShown`: whether the page shows the content of its HTML. */
    listen(isShown: boolean): void {
      isListening = true;
      if (!isShown || text !== textInHtml) post(content);
    },
    /** Updates the HTML, because VS Code removes a hidden page and restores it from its HTML. */
    hide(): void {
      isListening = false;
      if (text !== textInHtml) write();
    },
    confirmCopy: (sentence: string) => post({ kind: 'copied', sentence }),
    dispose(): void {
      isDisposed = true;
    },
  };
}
