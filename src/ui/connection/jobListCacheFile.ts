import { Disposable, Uri, workspace } from 'vscode';
import {
  type CachedSession,
  readCachedSession,
  writeCachedSession,
} from '../../model/jobs/jobListCache.ts';
import type { SessionStorage } from '../../model/session/sessionCache.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { writeFile } from '../files/writeFile.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

interface JobListCacheOptions {
  /** Workspace storage folder, or the extension's global storage folder without a workspace. */
  readonly folder: Uri;
  readonly credentials: Pick<Credentials, 'onDidChange' | 'keyStoredAt'>;
  readonly log: Pick<Log, 'unexpected'>;
}

/**
 * Caches jobs and fields of the most recently used service in a file, so that a new window can show
 * cached data immediately. In Restricted Mode, the cache does not read or write the file.
 */
export class JobListCacheFile {
  readonly #options: JobListCacheOptions;
  readonly #file: Uri;
  readonly #subscriptions: Disposable;
  /** Queue of file writes and deletions. */
  #changes = Promise.resolve();

  constructor(options: JobListCacheOptions) {
    this.#options = options;
    this.#file = Uri.joinPath(options.folder, 'jobListCache.json');
    this.#subscriptions = Disposable.from(
      // Subscribes to key changes before the connection does. Otherwise, the Jobs view could show
      // cached jobs that were loaded with the previous API key.
      options.credentials.onDidChange(() => this.#delete()),
      onDidChangeSettings(['keepLastList'], () => this.#deleteUnwanted()),
    );
    this.#deleteUnwanted();
  }

  /** Returns the cache storage for a service. The storage methods never reject. */
  storageOf(baseUrl: BaseUrl): SessionStorage {
    return {
      read: () => this.#read(baseUrl),
      write: (cached) => this.#write(baseUrl, cached),
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Deletes the file if the `keepLastList` setting is off, even in Restricted Mode. */
  #deleteUnwanted(): void {
    if (!settings.keepLastList()) this.#delete();
  }

  #delete(): void {
    // Ignores errors, because the file may not exist.
    this.#enqueue(() => workspace.fs.delete(this.#file).then(undefined, () => undefined));
  }

  /** Writes the file. Serializes the data first, because the data may change before the write. */
  #write(baseUrl: BaseUrl, cached: CachedSession): void {
    if (!canUse()) return;
    const content = new TextEncoder().encode(
      writeCachedSession(this.#connectionOf(baseUrl), cached),
    );
    this.#enqueue(() => writeFile(this.#file, content));
  }

  async #read(baseUrl: BaseUrl): Promise<CachedSession> {
    if (!canUse()) return {};
    const connection = this.#connectionOf(baseUrl);
    await this.#changes;
    try {
      const text = new TextDecoder().decode(await workspace.fs.readFile(this.#file));
      return readCachedSession(text, connection) ?? {};
    } catch {
      return {};
    }
  }

  /**
   * Returns a string that identifies the service, the API key header, and the time when the API key
   * was stored. The string does not contain the API key.
   */
  #connectionOf({ href, origin }: BaseUrl): string {
    const { header, scheme } = settings.apiKeyAt(origin);
    return JSON.stringify([href, header, scheme, this.#options.credentials.keyStoredAt(origin)]);
  }

  #enqueue(change: () => PromiseLike<void>): void {
    this.#changes = this.#changes
      .then(change)
      .catch((error: unknown) => this.#options.log.unexpected('jobListCache', error));
  }
}

function canUse(): boolean {
  return settings.keepLastList() && workspace.isTrusted;
}
