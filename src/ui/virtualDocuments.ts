import * as vscode from 'vscode';

const scheme = 'workflow-job';

/** Read-only documents that exist in the window only: raw JSON, reports. */
export class VirtualDocuments implements vscode.Disposable {
  readonly #contents = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#contents.get(uri.toString()) ?? vscode.l10n.t('This document was made in an earlier window. Open it again from Workflow Jobs.'),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#contents.delete(uri.toString())),
    );
  }

  /** Shows a text under a path such as `/job_1.json`; the ending picks the language. A document that is open is updated. */
  async show(path: string, content: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path });
    this.#contents.set(uri.toString(), content);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
