import { Disposable, Uri, workspace } from 'vscode';
import {
  type CachedSession,
  readCachedSession,
  writeCachedSession,
} from '../../model/jobs/jobListCache.ts';
import type { SessionStorage } from '../../model/session/sessionCache.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { writeFile } from '../files/writeFile.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

interface JobListCacheOptions {
  /** The storage folder of the workspace, or else of the extension. */
  readonly folder: Uri;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
  readonly log: Pick<Log, 'unexpected'>;
}

/**
 * Caches the first jobs, watched jobs, and fields of the last used service in a file. A window
 * shows them immediately when it connects again. Does nothing in Restricted Mode.
 */
export class JobListCacheFile {
  readonly #options: JobListCacheOptions;
  readonly #file: Uri;
  readonly #subscriptions: Disposable;
  /** The queue of writes and deletions. */
  #changes = Promise.resolve();

  constructor(options: JobListCacheOptions) {
    const { folder, store, credentials } = options;
    this.#options = options;
    this.#file = Uri.joinPath(folder, 'jobListCache.json');
    this.#subscriptions = Disposable.from(
      // Subscribes before the connection does. Otherwise, jobs that were read with the old key
      // could appear.
      credentials.onDidChange((origin) => {
        store.set(keyChangedName(origin), Date.now());
        this.#delete();
      }),
      onDidChangeSettings(['keepLastList'], () => this.#deleteUnwanted()),
    );
    this.#deleteUnwanted();
  }

  /** Returns the storage of the service at a base URL. Its methods never reject. */
  storageOf(baseUrl: BaseUrl): SessionStorage {
    return {
      read: () => this.#read(baseUrl),
      write: (cached) => this.#write(baseUrl, cached),
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Deletes the file if caching is turned off, even in Restricted Mode. */
  #deleteUnwanted(): void {
    if (!settings.keepLastList()) this.#delete();
  }

  #delete(): void {
    // Ignores failures, because the file may not exist.
    this.#enqueue(() => workspace.fs.delete(this.#file).then(undefined, () => undefined));
  }

  /**
   * Serializes the state immediately, because it may change, and writes it after earlier changes.
   */
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
   * Identifies the service, the header, and the time of the last key change, but not the API key
   * itself.
   */
  #connectionOf({ href, origin }: BaseUrl): string {
    const { header, scheme } = settings.apiKeyAt(origin);
    return JSON.stringify([href, header, scheme, this.#options.store.get(keyChangedName(origin))]);
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

/** Returns the storage name for the time of the last key change of an origin. */
function keyChangedName(origin: string): string {
  return `keyChanged:${origin}`;
}
