import * as v from 'valibot';
import * as vscode from 'vscode';
import { type PageIdentity, pageIdentitySchema } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { documentScheme } from '../ids.ts';

/** The document of a job as JSON; its address says all that is needed to read the job again after a reload. */
export function jobUri({ key, baseUrl }: PageIdentity): vscode.Uri {
  const name = oneLine(key, 80).replace(/[/\\?#%]/g, '_');
  return vscode.Uri.from({ scheme: documentScheme, path: `/${name === '.' || name === '..' ? '_' : name}.json`, query: JSON.stringify({ key, baseUrl }) });
}

/** The contents of read-only documents that exist in the window only: jobs as JSON, raw rows, reports. */
export class VirtualDocuments implements vscode.Disposable {
  readonly #contents = new Map<string, Uint8Array>();
  readonly #readJob: (page: PageIdentity) => Promise<string>;
  readonly #changed: vscode.EventEmitter<vscode.FileChangeEvent[]>;
  readonly #subscription: vscode.Disposable;

  /** @param readJob rejects with a `FileSystemError` that says why a job cannot be shown */
  constructor(changed: vscode.EventEmitter<vscode.FileChangeEvent[]>, readJob: (page: PageIdentity) => Promise<string>) {
    this.#changed = changed;
    this.#readJob = readJob;
    this.#subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === documentScheme) this.forget(uri);
    });
  }

  /** Shows a text under a path such as `/job_1.json`; the ending picks the language. A document that is open is updated. */
  show(path: string, content: string): Promise<void> {
    return this.open(vscode.Uri.from({ scheme: documentScheme, path }), content);
  }

  async open(uri: vscode.Uri, content: string): Promise<void> {
    this.put(uri, content);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  /** What a document is to say when it is read next. */
  put(uri: vscode.Uri, content: string): void {
    this.#contents.set(uri.toString(), new TextEncoder().encode(content));
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** A job is read anew when its document is read next. */
  forget(uri: vscode.Uri): void {
    this.#contents.delete(uri.toString());
  }

  async read(uri: vscode.Uri): Promise<Uint8Array> {
    const known = this.#contents.get(uri.toString());
    if (known !== undefined) return known;
    const page = pageOf(uri);
    if (page === undefined) throw vscode.FileSystemError.Unavailable(vscode.l10n.t('This document was made in an earlier window. Open it again from Workflow Jobs.'));
    const content = new TextEncoder().encode(await this.#readJob(page));
    this.#contents.set(uri.toString(), content);
    return content;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function pageOf({ query }: vscode.Uri): PageIdentity | undefined {
  try {
    const page: unknown = JSON.parse(query);
    return v.is(pageIdentitySchema, page) ? page : undefined;
  } catch {
    return undefined;
  }
}
