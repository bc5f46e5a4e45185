import type { WebviewPanel } from 'vscode';
import { type PageAssets, pageHtml } from './pageHtml.ts';

/** A page in a tab, with the newest content: sent while the page listens, and in the HTML from which VS Code restores a hidden page. */
export class LivePage<State, Content> {
  readonly #panel: WebviewPanel;
  readonly #title: string;
  readonly #state: State;
  #content: Content;
  /** The content as JSON, so that equal content is not sent again. */
  #text: string;
  /** The content that the HTML holds, as JSON. */
  #textInHtml = '';
  #assets: PageAssets | undefined;
  /** Whether the page listens: a message sent before is lost. */
  #isListening = false;
  #isDisposed = false;

  /** @param state kept by the page, to be restored by */
  constructor(panel: WebviewPanel, title: string, state: State, content: Content) {
    this.#panel = panel;
    this.#title = title;
    this.#state = state;
    this.#content = content;
    this.#text = JSON.stringify(content);
  }

  get content(): Content {
    return this.#content;
  }

  /** Writes the HTML once its script and style are read. */
  async fill(assets: Promise<PageAssets>): Promise<void> {
    this.#assets = await assets;
    this.#write();
  }

  show(content: Content): void {
    const text = JSON.stringify(content);
    if (text === this.#text) return;
    this.#text = text;
    this.#content = content;
    if (this.#isListening) this.post(content);
    else if (!this.#panel.visible) this.#write();
  }

  /** Sends content from now on. `isShown`: whether the page shows what its HTML holds. */
  listen(isShown: boolean): void {
    this.#isListening = true;
    if (!isShown || this.#text !== this.#textInHtml) this.post(this.#content);
  }

  /** VS Code removes a hidden page and restores it from its HTML. */
  hide(): void {
    this.#isListening = false;
    if (this.#text !== this.#textInHtml) this.#write();
  }

  post(message: unknown): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #write(): void {
    if (this.#assets === undefined || this.#isDisposed) return;
    this.#textInHtml = this.#text;
    this.#panel.webview.html = pageHtml(this.#assets, this.#title, this.#state, this.#content);
  }
}
