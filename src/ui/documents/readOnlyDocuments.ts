import {
  Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  FilePermission,
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
import { identityText } from '../../model/jobPage/pageContent.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import { documentText } from '../../model/util/json.ts';
import { textSchema } from '../../model/util/schemas.ts';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { failureText } from '../../model/wording/reports.ts';
import { ServiceError, toServiceError } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';

/** The scheme of read-only documents, which exist only in the window. */
export const documentScheme = 'workflow-job';

/** Validates the identity of a page that VS Code stored in a document's address or a page's state. */
export const pageIdentitySchema: z.ZodMiniType<PageIdentity> = z.object({
  key: textSchema,
  baseUrl: textSchema,
  row: z.optional(textSchema),
});

/**
 * The document of a job as JSON; its address contains what is needed to read the job again after a reload.
 */
export function jobUri(page: PageIdentity): Uri {
  const { key, baseUrl, row } = page;
  return jsonUri(identityText(page, 80), JSON.stringify({ key, baseUrl, row }));
}

/** A document of JSON; the query distinguishes documents with the same name. */
export function jsonUri(name: string, query: string): Uri {
  return Uri.from({ scheme: documentScheme, path: `/${name.replace(/[/\\?#%]/g, '_')}.json`, query });
}

export type ReadOnlyDocuments = ReturnType<typeof createReadOnlyDocuments>;

/**
 * The contents of read-only documents: jobs as JSON, raw rows, reports. A file system, because unlike a
 * content provider it activates the extension when VS Code restores an editor after a reload.
 */
export function createReadOnlyDocuments(connection: Connection, reader: JobReader) {
  const contents = new Map<string, Uint8Array>();
  const changed = new EventEmitter<FileChangeEvent[]>();
  let reads = 0;

  const keep = (uri: Uri, text: string) => {
    const content = new TextEncoder().encode(text);
    contents.set(uri.toString(), content);
    return content;
  };
  /** Sets the content of a document. */
  const put = (uri: Uri, text: string) => {
    keep(uri, text);
    changed.fire([{ type: FileChangeType.Changed, uri }]);
  };
  /** Drops the content of a document, so that its job is read again. */
  const forget = (uri: Uri) => void contents.delete(uri.toString());
  const open = async (uri: Uri, content: string) => {
    put(uri, content);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  };
  /** Reads the text of a job's document from the service. Rejects with a {@link ServiceError}. */
  const readJob = async (page: PageIdentity): Promise<string> => {
    const { key, baseUrl, row } = page;
    const service = connection.require();
    const { client, signal } = service;
    if (client.baseUrl.href !== baseUrl) {
      throw new ServiceError(
        'notConfigured',
        l10n.t('Workflow Jobs is no longer connected to the service of this job.'),
      );
    }
    if (row !== undefined) {
      throw new ServiceError(
        'notFound',
        l10n.t('This entry has no unique key, so it cannot be read again. Open it from its row.'),
      );
    }
    const reading = await reader.read(key, signal);
    if (connection.state !== service) return readJob(page);
    if (reading.kind === 'failed' || reading.kind === 'gone') throw reading.error;
    if (reading.job === undefined) {
      throw new ServiceError(
        'notFound',
        l10n.t('The job is not among the loaded jobs. Load more jobs, then try again.'),
      );
    }
    return documentText(reading.job);
  };
  const readFile = async (uri: Uri) => {
    const known = contents.get(uri.toString());
    if (known !== undefined) return known;
    const page = pageOf(uri);
    if (page === undefined) {
      throw FileSystemError.Unavailable(
        l10n.t('This document was made in an earlier window. Open it again from Workflow Jobs.'),
      );
    }
    try {
      return keep(uri, await readJob(page));
    } catch (thrown) {
      throw FileSystemError.Unavailable(failureText(toServiceError('document', thrown)));
    }
  };
  const provider: FileSystemProvider = {
    onDidChangeFile: changed.event,
    readFile,
    /** Returns a new time with each call, so that VS Code reads the document again. */
    async stat(uri) {
      const { length } = await readFile(uri);
      return {
        type: FileType.File,
        ctime: 0,
        mtime: ++reads,
        size: length,
        permissions: FilePermission.Readonly,
      };
    },
    watch: () => new Disposable(() => undefined),
    readDirectory: () => [],
    createDirectory: readOnly,
    writeFile: readOnly,
    delete: readOnly,
    rename: readOnly,
  };
  const subscription = workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === documentScheme) forget(uri);
  });
  return {
    provider,
    open,
    readJob,
    /**
     * Shows a text under a path such as `/job_1.json`, whose extension sets the language; updates an open
     * document.
     */
    show: (path: string, content: string) => open(Uri.from({ scheme: documentScheme, path }), content),
    /**
     * Shows the difference between two documents; one without a content is that of a job, which is read
     * again.
     */
    async compare(sides: readonly (readonly [uri: Uri, content?: string])[], title: string): Promise<void> {
      for (const [uri, content] of sides) {
        if (content === undefined) forget(uri);
        else put(uri, content);
      }
      await commands.executeCommand('vscode.diff', ...sides.map(([uri]) => uri), title);
    },
    dispose: () => void Disposable.from(subscription, changed).dispose(),
  };
}

function readOnly(): never {
  throw FileSystemError.NoPermissions(l10n.t('This document cannot be changed.'));
}

function pageOf({ query }: Uri): PageIdentity | undefined {
  try {
    return pageIdentitySchema.safeParse(JSON.parse(query)).data;
  } catch {
    return undefined;
  }
}
