import {
  Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FilePermission,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  Uri,
  commands,
  l10n,
  window,
  workspace,
} from 'vscode';
import * as z from 'zod/mini';
import { type PageIdentity, identityText } from '../../model/jobPage/pageContent.ts';
import type { Session } from '../../model/session/session.ts';
import { documentText } from '../../model/util/json.ts';
import { textSchema } from '../../model/util/schemas.ts';
import { absentText, failureText } from '../../model/wording/reports.ts';
import { type Job, ServiceError, originalJob, toServiceError } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import type { Connection } from '../connection/connection.ts';

/** URI scheme for read-only documents. */
export const documentScheme = 'workflow-job';

/** Schema of a page identity that is stored in a document URI or in webview state. */
export const pageIdentitySchema: z.ZodMiniType<PageIdentity> = z.object({
  key: textSchema,
  baseUrl: textSchema,
  row: z.optional(textSchema),
});

/**
 * Returns the URI for a job's JSON document. After a window reload, the URI is enough to request
 * the job again.
 */
export function jobUri(page: PageIdentity): Uri {
  return jsonUri(identityText(page, 80), JSON.stringify(page));
}

/** Returns the URI for a JSON document. The query distinguishes documents with the same name. */
export function jsonUri(name: string, query = ''): Uri {
  return Uri.from({
    scheme: documentScheme,
    path: `/${name.replace(/[/\\?#%]/g, '_')}.json`,
    query,
  });
}

/**
 * File system for read-only documents: jobs as JSON, unreadable rows, and reports. When VS Code
 * restores an editor, a file system activates the extension, but a content provider does not.
 */
export class ReadOnlyDocuments implements FileSystemProvider {
  readonly #connection: Pick<Connection, 'require'>;
  readonly #contents = new Map<string, Uint8Array>();
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #subscription = workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === documentScheme) this.#forget(uri);
  });
  #reads = 0;

  constructor(connection: Pick<Connection, 'require'>) {
    this.#connection = connection;
  }

  /** Opens a document with the given content. Updates the document if it is already open. */
  async open(uri: Uri, content: string): Promise<void> {
    this.#update(uri, content);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  /** Shows a Markdown document in VS Code's Markdown preview. */
  async showMarkdown(path: string, content: string): Promise<void> {
    const uri = Uri.from({ scheme: documentScheme, path });
    this.#update(uri, content);
    await commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor');
  }

  /** Shows two documents in the diff editor. Requests a job again if its content is not given. */
  async compare(
    sides: readonly (readonly [uri: Uri, content?: string])[],
    title: string,
  ): Promise<void> {
    for (const [uri, content] of sides) {
      if (content === undefined) this.#forget(uri);
      else this.#update(uri, content);
    }
    await commands.executeCommand('vscode.diff', ...sides.map(([uri]) => uri), title);
  }

  /** Requests a job and returns it as formatted JSON. Rejects with a {@link ServiceError}. */
  async readJob(page: PageIdentity, signal?: AbortSignal): Promise<string> {
    const session = this.#connection.require();
    if (session.client.baseUrl.href !== page.baseUrl) {
      throw new ServiceError(
        'notConfigured',
        l10n.t('Workflow Jobs is no longer connected to the service of this job.'),
      );
    }
    return documentText(originalJob(await requireJob(session, page.key, signal ?? session.signal)));
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const known = this.#contents.get(uri.toString());
    if (known !== undefined) return known;
    const page = pageOf(uri);
    // A job without a unique key cannot be requested again.
    if (page === undefined || page.row !== undefined) {
      throw FileSystemError.Unavailable(
        l10n.t('This document is from a previous session. Open it again from Workflow Jobs.'),
      );
    }
    try {
      return this.#remember(uri, await this.readJob(page));
    } catch (thrown) {
      throw FileSystemError.Unavailable(failureText(toServiceError('document', thrown)));
    }
  }

  /** Returns a new modification time for each call, so that VS Code rereads the document. */
  async stat(uri: Uri): Promise<FileStat> {
    const { length } = await this.readFile(uri);
    return {
      type: FileType.File,
      ctime: 0,
      mtime: ++this.#reads,
      size: length,
      permissions: FilePermission.Readonly,
    };
  }

  watch(): Disposable {
    return new Disposable(() => undefined);
  }

  readDirectory(): [] {
    return [];
  }

  readonly createDirectory = readOnly;
  readonly writeFile = readOnly;
  readonly delete = readOnly;
  readonly rename = readOnly;

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #remember(uri: Uri, text: string): Uint8Array {
    const content = new TextEncoder().encode(text);
    this.#contents.set(uri.toString(), content);
    return content;
  }

  #update(uri: Uri, text: string): void {
    this.#remember(uri, text);
    this.#changed.fire([{ type: FileChangeType.Changed, uri }]);
  }

  /** Removes the cached content of a document, so that VS Code reads the document again. */
  #forget(uri: Uri): void {
    this.#contents.delete(uri.toString());
  }
}

function readOnly(): never {
  throw FileSystemError.NoPermissions(l10n.t('This document is read-only.'));
}

/** Requests a job from the service. @throws {ServiceError} `notFound` if the job does not exist */
export async function requireJob(session: Session, key: string, signal: AbortSignal): Promise<Job> {
  const { job, searched } = await session.readJob(key, signal);
  if (job !== undefined) return job;
  throw new ServiceError('notFound', absentText(singleLine(key, 80), searched));
}

function pageOf({ query }: Uri): PageIdentity | undefined {
  try {
    return pageIdentitySchema.safeParse(JSON.parse(query)).data;
  } catch {
    return undefined;
  }
}
