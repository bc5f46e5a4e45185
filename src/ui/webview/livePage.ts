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
import type * as z from 'zod/mini';
import { retryUntilSuccess } from '../../model/util/retryUntilSuccess.ts';
import type { FromEveryPage, Handlers, ToPage } from '../../protocol/page.ts';
import { withErrorReporting } from '../feedback/report.ts';
import { readExtensionFiles } from '../files/extensionFiles.ts';
import { type PageAssets, pageHtml } from './pageHtml.ts';
import type { ReaderTimeZone } from './readerTimeZone.ts';

/** Webview options for all pages. Pages may run scripts, but cannot load resources. */
export const pageOptions: WebviewOptions & WebviewPanelOptions = {
  enableScripts: true,
  enableForms: false,
  localResourceRoots: [],
  enableFindWidget: true,
};

type LoadAssets = () => Promise<PageAssets>;

/**
 * Returns a function that creates pages with the same script and stylesheet. Both files are read
 * only once. If reading fails, the page closes, and the next page tries again.
 * @param name bundle name
 */
export function livePages<Content>(
  { extensionUri, timeZone }: { readonly extensionUri: Uri; readonly timeZone: ReaderTimeZone },
  name: 'jobPage' | 'overview',
  title: string,
) {
  const read = async (file: string) =>
    new TextDecoder().decode(
      await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'page', file)),
    );
  const loadAssets = retryUntilSuccess(async () => {
    const [script, style] = await readExtensionFiles(extensionUri, () =>
      Promise.all([read(`${name}.js`), read(`${name}.css`)]),
    );
    return { script, style };
  });
  return (panel: WebviewPanel) => {
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    return new LivePage<Content>(panel, title, loadAssets, timeZone);
  };
}

/**
 * A webview page with changing content. A visible page receives new content in messages. A hidden
 * page receives new HTML, because VS Code reloads the page from the HTML.
 */
export class LivePage<Content> {
  readonly panel: WebviewPanel;
  readonly #title: string;
  readonly #timeZone: ReaderTimeZone;
  #content: Content | undefined;
  /** Current content as JSON, used to avoid sending the same content again. */
  #text = '';
  /** Content embedded in the page's HTML, as JSON. */
  #textInHtml = '';
  #assets: PageAssets | undefined;
  /** True if the page can receive messages. VS Code drops messages while a page is loading. */
  #isListening = false;
  #isDisposed = false;

  constructor(
    panel: WebviewPanel,
    title: string,
    loadAssets: LoadAssets,
    timeZone: ReaderTimeZone,
  ) {
    this.panel = panel;
    this.#title = title;
    this.#timeZone = timeZone;
    panel.webview.options = pageOptions;
    panel.onDidDispose(() => (this.#isDisposed = true));
    void withErrorReporting('page', async () => {
      this.#assets = await loadAssets().catch((thrown: unknown) => {
        panel.dispose();
        throw thrown;
      });
      this.#write();
    });
  }

  show(newer: Content): void {
    const newText = JSON.stringify(newer);
    if (newText === this.#text) return;
    this.#text = newText;
    this.#content = newer;
    if (this.#isListening) this.#post(newer);
    else if (!this.panel.visible) this.#write();
  }

  /**
   * Handles valid messages from the page and ignores invalid messages.
   * @param onDidChangeVisibility called when the view state changes, for example when the page is
   * shown or hidden
   */
  handleMessages<From extends { kind: string }>(
    schema: z.ZodMiniType<From>,
    handlers: Handlers<Exclude<From, FromEveryPage>>,
    onDidChangeVisibility: () => void,
  ): Disposable {
    const all = { ...handlers, ...this.#everyPageHandlers } as Handlers<{ kind: string }>;
    return Disposable.from(
      this.panel.webview.onDidReceiveMessage((message: unknown) => {
        const { data } = schema.safeParse(message);
        if (data !== undefined) void withErrorReporting(data.kind, () => all[data.kind]?.(data));
      }),
      this.panel.onDidChangeViewState(() => {
        onDidChangeVisibility();
        this.#onViewState();
      }),
    );
  }

  /** Shows a confirmation in the page. Screen readers do not announce status bar messages. */
  confirm(sentence: string): void {
    this.#post({ kind: 'copied', sentence });
  }

  async copy(text: string, sentence: string): Promise<void> {
    await env.clipboard.writeText(text);
    this.confirm(sentence);
  }

  readonly #everyPageHandlers: Handlers<FromEveryPage> = {
    ready: () => {
      this.#isListening = true;
      this.#post(this.#content);
    },
    timeZone: ({ name }) => this.#timeZone.report(name),
    setApiKey: runCommand,
    setBaseUrl: runCommand,
    showLog: runCommand,
  };

  /** Updates a hidden page's HTML, because VS Code reloads the page from the HTML. */
  #onViewState(): void {
    if (this.panel.visible) return;
    this.#isListening = false;
    if (this.#text !== this.#textInHtml) this.#write();
  }

  #write(): void {
    if (this.#assets === undefined || this.#content === undefined || this.#isDisposed) return;
    this.#textInHtml = this.#text;
    this.panel.webview.html = pageHtml(this.#assets, this.#title, {
      language: env.language,
      translations: l10n.bundle ?? {},
      content: this.#content,
    });
  }

  #post(message: ToPage<Content> | undefined): void {
    if (!this.#isDisposed) void this.panel.webview.postMessage(message);
  }
}

function runCommand({ kind }: FromEveryPage): void {
  void commands.executeCommand(`workflowJobs.${kind}`);
}
