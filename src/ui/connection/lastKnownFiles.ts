import { Disposable, Uri, workspace } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Throttle } from '../../model/following/throttle.ts';
import type { WatchedJobs } from '../../model/following/watchedJobs.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import {
  type LastKnown,
  fileNameOf,
  firstJobs,
  isOfOrigin,
  readLastKnown,
  writeLastKnown,
} from '../../model/jobs/lastKnown.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { BaseUrl, ServiceClient } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { writeFile } from '../files/writeFile.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** Shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

/** Most files to keep, one per service. */
const mostFiles = 8;

const nothing: LastKnown = {};

interface LastKnownFilesOptions {
  /** The storage folder of the workspace, else of the extension. */
  readonly folder: Uri;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly watched: Pick<WatchedJobs, 'known' | 'onDidChange'>;
  readonly log: Pick<Log, 'unexpected'>;
}

/** The file of a service. */
interface ServiceFile {
  readonly name: string;
  /** Identifies everything that determines which jobs are visible. */
  readonly connection: string;
}

/**
 * Stores the first jobs, watched jobs and fields of each service in a file, so that a window can show them at
 * once when it connects again. Does nothing in Restricted Mode.
 */
export class LastKnownFiles {
  readonly #folder: Uri;
  readonly #store: KeyValueStore;
  readonly #jobs: JobList;
  readonly #fields: FieldList;
  readonly #watched: LastKnownFilesOptions['watched'];
  readonly #log: Pick<Log, 'unexpected'>;
  readonly #writes = new Throttle<void>(writeInterval, () => this.#write());
  readonly #subscriptions: Disposable;
  /** The file of the connected service. */
  #connected: ServiceFile | undefined;
  #reading: Promise<LastKnown> | undefined;
  /** The queue of writes and deletions. */
  #changes = Promise.resolve();

  constructor({ folder, store, credentials, jobs, fields, watched, log }: LastKnownFilesOptions) {
    this.#folder = Uri.joinPath(folder, 'lastKnown');
    this.#store = store;
    this.#jobs = jobs;
    this.#fields = fields;
    this.#watched = watched;
    this.#log = log;
    this.#subscriptions = Disposable.from(
      jobs.onDidChange(() => this.#writeSoon()),
      fields.onDidChange(() => this.#writeSoon()),
      watched.onDidChange(() => this.#writeSoon()),
      // Subscribed before the connection, so that a new key never shows jobs that the previous key could read.
      credentials.onDidChange((origin) => this.#onKeyChanged(origin)),
      onDidChangeSettings(['keepLastList'], () => this.#onSettingChanged()),
    );
  }

  /**
   * Switches to another service. Call this before the lists are connected, because it writes their last
   * state.
   */
  connect(client: ServiceClient | undefined): void {
    this.#writes.flush();
    this.#reading = undefined;
    this.#connected = client && this.#fileOf(client.baseUrl);
  }

  /**
   * The stored state of the connected service, none in Restricted Mode; reads the file once. Never rejects.
   */
  async read(): Promise<LastKnown> {
    return workspace.isTrusted ? (this.#reading ??= this.#readFile(this.#connected)) : nothing;
  }

  /** The stored fields of any service; undefined without any, and in Restricted Mode. Never rejects. */
  async fieldsOf(baseUrl: BaseUrl): Promise<LastKnown['fields']> {
    return workspace.isTrusted ? (await this.#readFile(this.#fileOf(baseUrl))).fields : undefined;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#writes.clear();
  }

  #onKeyChanged(origin: string): void {
    this.#store.set(changedName(origin), Date.now());
    this.#clear((name) => isOfOrigin(name, origin));
  }

  #onSettingChanged(): void {
    this.#reading = undefined;
    // Clears the files if the setting is off, also in Restricted Mode.
    void this.#readFile(this.#connected);
  }

  #writeSoon(): void {
    if (lastKnown(this.#jobs, this.#fields) !== undefined) this.#writes.add([undefined]);
  }

  /** Writes the current state, captured before the write begins because the connection may change. */
  #write(): void {
    const file = this.#connected;
    const known = lastKnown(this.#jobs, this.#fields);
    const mayWrite = settings.keepLastList() && workspace.isTrusted;
    if (file === undefined || known === undefined || !mayWrite) return;
    const before = this.read();
    const watched = this.#watched.known;
    this.#enqueue(async () => {
      const fields = known.fields ?? (await before).fields;
      const text = writeLastKnown(file.connection, { ...known, fields, watched });
      await workspace.fs.createDirectory(this.#folder);
      await writeFile(this.#uriOf(file.name), new TextEncoder().encode(text));
      await this.#removeOldest(file.name);
    });
  }

  async #readFile(file: ServiceFile | undefined): Promise<LastKnown> {
    if (!settings.keepLastList()) {
      this.#clear(() => true);
      return nothing;
    }
    if (file === undefined) return nothing;
    await this.#changes;
    try {
      const text = new TextDecoder().decode(await workspace.fs.readFile(this.#uriOf(file.name)));
      const known = readLastKnown(text, file.connection);
      // That of another API key may hold jobs that this one cannot read.
      if (known === undefined) await this.#remove(file.name);
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

  #clear(isCleared: (name: string) => boolean): void {
    this.#writes.clear();
    this.#enqueue(async () => {
      for (const name of await this.#names()) if (isCleared(name)) await this.#remove(name);
    });
  }

  /** The names of the files; none if the folder does not exist yet. */
  async #names(): Promise<string[]> {
    const entries = await Promise.resolve(workspace.fs.readDirectory(this.#folder)).catch(() => []);
    return entries.map(([name]) => name);
  }

  /** Deletes a file; ignores failures, because another window may have deleted it. */
  async #remove(name: string): Promise<void> {
    await Promise.resolve(workspace.fs.delete(this.#uriOf(name))).catch(() => undefined);
  }

  async #removeOldest(written: string): Promise<void> {
    const others = (await this.#names()).filter((name) => name !== written);
    if (others.length < mostFiles) return;
    const dated = await Promise.all(
      others.map(async (name) => ({
        name,
        changedAt: (await workspace.fs.stat(this.#uriOf(name))).mtime,
      })),
    );
    const newestFirst = dated.sort((one, other) => other.changedAt - one.changedAt);
    for (const { name } of newestFirst.slice(mostFiles - 1)) await this.#remove(name);
  }
}

/** The service's own answers; undefined during a load, whose end triggers the next write. */
function lastKnown(jobs: JobList, fields: FieldList): LastKnown | undefined {
  const { rows, total, count, readAt, recalledAt, loading } = jobs.state;
  const { fields: read, isRecalled, loading: isLoading, readAt: fieldsReadAt } = fields.state;
  if (loading !== null || isLoading || recalledAt !== null || rows === undefined) return undefined;
  return {
    jobs: firstJobs(rows, total, count, readAt),
    fields: read && !isRecalled ? { fields: read, readAt: fieldsReadAt } : undefined,
  };
}

/**
 * The storage name for the time of an origin's last key change, which distinguishes keys without containing
 * them.
 */
function changedName(origin: string): string {
  return `keyChanged:${origin}`;
}
