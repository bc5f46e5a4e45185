import { Disposable, Uri, workspace } from 'vscode';
import {
  type CachedSession,
  fileNameOf,
  isOfOrigin,
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

/** Most files to keep, one per service. */
const maxFiles = 8;

const nothing: CachedSession = {};

interface LastKnownFilesOptions {
  /** The storage folder of the workspace, else of the extension. */
  readonly folder: Uri;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
  readonly log: Pick<Log, 'unexpected'>;
}

/** The file of a service. */
interface ServiceFile {
  readonly name: string;
  /** Identifies everything that determines which jobs are visible. */
  readonly connection: string;
}

/**
 * Stores the first jobs, watched jobs, and fields of each service in a file, so that a window can show them
 * immediately when it connects again. Does nothing in Restricted Mode.
 */
export class JobListCacheFile {
  readonly #folder: Uri;
  readonly #store: KeyValueStore;
  readonly #log: Pick<Log, 'unexpected'>;
  readonly #subscriptions: Disposable;
  /** The queue of writes and deletions. */
  #changes = Promise.resolve();

  constructor({ folder, store, credentials, log }: LastKnownFilesOptions) {
    this.#folder = Uri.joinPath(folder, 'lastKnown');
    this.#store = store;
    this.#log = log;
    this.#subscriptions = Disposable.from(
      // Subscribed before the connection, so that a new key never shows jobs that the previous key could read.
      credentials.onDidChange((origin) => this.#onKeyChanged(origin)),
      onDidChangeSettings(['keepLastList'], () => this.#removeUnwanted()),
    );
    this.#removeUnwanted();
  }

  /** The storage of the service at a base URL. Its methods never reject. */
  storageOf(baseUrl: BaseUrl): SessionStorage {
    return {
      read: () => this.#read(baseUrl),
      write: (known) => this.#write(baseUrl, known),
    };
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #onKeyChanged(origin: string): void {
    this.#store.set(changedName(origin), Date.now());
    this.#remove((name) => isOfOrigin(name, origin));
  }

  /** Removes all files if the user does not want any, also in Restricted Mode. */
  #removeUnwanted(): void {
    if (!settings.keepLastList()) this.#remove(() => true);
  }

  /** Captures the state before the write begins, because it waits for earlier writes. */
  #write(baseUrl: BaseUrl, known: CachedSession): void {
    if (!settings.keepLastList() || !workspace.isTrusted) return;
    const file = this.#fileOf(baseUrl);
    const text = writeCachedSession(file.connection, known);
    this.#enqueue(async () => {
      await workspace.fs.createDirectory(this.#folder);
      await writeFile(this.#uriOf(file.name), new TextEncoder().encode(text));
      await this.#removeOldest(file.name);
    });
  }

  async #read(baseUrl: BaseUrl): Promise<CachedSession> {
    if (!settings.keepLastList() || !workspace.isTrusted) return nothing;
    const file = this.#fileOf(baseUrl);
    await this.#changes;
    try {
      const text = new TextDecoder().decode(await workspace.fs.readFile(this.#uriOf(file.name)));
      const known = readCachedSession(text, file.connection);
      // The file of another API key may contain jobs that the current key cannot read.
      if (known === undefined) await this.#delete(file.name);
      return known ?? nothing;
    } catch {
      return nothing;
    }
  }

  #fileOf({ href, origin }: BaseUrl): ServiceFile {
    const { header, scheme } = settings.apiKeyAt(origin);
    const keyChangedAt = this.#store.get(changedName(origin));
    return {
      name: fileNameOf(origin, href),
      connection: JSON.stringify([href, header, scheme, keyChangedAt]),
    };
  }

  #uriOf(name: string): Uri {
    return Uri.joinPath(this.#folder, name);
  }

  #enqueue(change: () => Promise<void>): void {
    this.#changes = this.#changes
      .then(change)
      .catch((error: unknown) => this.#log.unexpected('lastKnown', error));
  }

  #remove(isRemoved: (name: string) => boolean): void {
    this.#enqueue(async () => {
      for (const name of await this.#names()) if (isRemoved(name)) await this.#delete(name);
    });
  }

  /** The names of the files; none if the folder does not exist yet. */
  async #names(): Promise<string[]> {
    const entries = await Promise.resolve(workspace.fs.readDirectory(this.#folder)).catch(() => []);
    return entries.map(([name]) => name);
  }

  /** Deletes a file; ignores failures, because another window may have deleted it. */
  async #delete(name: string): Promise<void> {
    await Promise.resolve(workspace.fs.delete(this.#uriOf(name))).catch(() => undefined);
  }

  async #removeOldest(written: string): Promise<void> {
    const others = (await this.#names()).filter((name) => name !== written);
    if (others.length < maxFiles) return;
    const dated = await Promise.all(
      others.map(async (name) => ({
        name,
        changedAt: (await workspace.fs.stat(this.#uriOf(name))).mtime,
      })),
    );
    const newestFirst = dated.sort((one, other) => other.changedAt - one.changedAt);
    for (const { name } of newestFirst.slice(maxFiles - 1)) await this.#delete(name);
  }
}

/**
 * The storage name for the time of an origin's last key change, which distinguishes keys without containing
 * them.
 */
function changedName(origin: string): string {
  return `keyChanged:${origin}`;
}
