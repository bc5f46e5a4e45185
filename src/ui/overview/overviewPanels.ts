import { type Disposable, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import { pageAssets, pageOptions } from '../webview/pageAssets.ts';
import { OverviewPanel, type OverviewParts } from './overviewPanel.ts';

/** The view type under which VS Code stores the overview. */
export const overviewType = 'workflowJobs.overview';

/** The overview's single tab, which follows the connection. */
export class OverviewPanels implements Disposable {
  readonly #parts: OverviewParts;
  readonly #assets: ReturnType<typeof pageAssets>;
  #open: OverviewPanel | undefined;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
    this.#assets = pageAssets(parts.extensionUri, 'overview');
  }

  /** Opens the page, or reveals it. */
  open(): void {
    if (this.#open === undefined) this.#adopt(window.createWebviewPanel(overviewType, l10n.t('Overview'), ViewColumn.Active, pageOptions));
    else this.#open.panel.reveal();
  }

  /** Adopts a restored panel. */
  restore(panel: WebviewPanel): void {
    if (this.#open === undefined) {
      panel.webview.options = pageOptions;
      this.#adopt(panel);
    } else {
      // Opened again before VS Code restored it.
      panel.dispose();
      this.#open.panel.reveal();
    }
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #adopt(panel: WebviewPanel): void {
    const opened = (this.#open = new OverviewPanel(panel, this.#parts, this.#assets()));
    this.#parts.opened();
    panel.onDidDispose(() => {
      this.#open = undefined;
      opened.dispose();
    });
  }
}
