import { type WebviewPanel, env, l10n } from 'vscode';
import { type PageAssets, pageHtml } from './pageHtml.ts';

/** Keeps a page's content up to date: by messages while the page listens, and in the HTML from which VS Code restores a hidden page. */
export class LivePage<State, Content> {
  readonly #panel: WebviewPanel;
  readonly #title: string;
  readonly #stateOf: (content: Content) => State;
  #content: Content | undefined;
  /** The content as JSON, so that equal content is not sent again. */
  #text = '';
  /** The content that the HTML holds, as JSON. */
  #textInHtml = '';
  #assets: PageAssets | undefined;
  /** Whether the page listens; earlier messages are lost. */
  #isListening = false;
  #isDisposed = false;

  /** @param stateOf what the page stores, for restoring it */
  constructor(panel: WebviewPanel, title: string, stateOf: (content: Content) => State) {
    this.#panel = panel;
    this.#title = title;
    this.#stateOf = stateOf;
  }

  get content(): Content | undefined {
    return this.#content;
  }

  /** Writes the HTML once script and style are loaded. */
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

  /** Starts to send content. `isShown`: whether the page shows the content of its HTML. */
  listen(isShown: boolean): void {
    this.#isListening = true;
    if (!isShown || this.#text !== this.#textInHtml) this.post(this.#content);
  }

  /** Updates the HTML, because VS Code removes a hidden page and restores it from its HTML. */
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
    const content = this.#content;
    if (this.#assets === undefined || content === undefined || this.#isDisposed) return;
    this.#textInHtml = this.#text;
    this.#panel.webview.html = pageHtml(this.#assets, this.#title, { state: this.#stateOf(content), language: env.language, translations: l10n.bundle ?? {}, content });
  }
}
