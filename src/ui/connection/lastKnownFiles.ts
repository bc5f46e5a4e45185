import { Disposable, FileType, Uri, workspace } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Throttle } from '../../model/following/schedule.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { type KnownFields, type LastKnown, fileNameOf, firstJobs, isOfOrigin, readLastKnown, writeLastKnown } from '../../model/jobs/lastKnown.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { BaseUrl, ServiceClient } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** Shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

/** Most files to keep, one per service. */
const mostFiles = 8;

const nothing: LastKnown = { jobs: undefined, fields: undefined };

interface LastKnownFilesParts {
  /** The storage folder of the workspace, else of the extension. */
  readonly folder: Uri;
  /** Shared by all windows. */
  readonly memory: Memory;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly log: Pick<Log, 'unexpected'>;
}

/** The file of a connection. */
interface Kept {
  /** Identifies everything that determines which jobs are visible. */
  readonly connection: string;
  readonly file: Uri;
}

/**
 * Stores the first jobs and the fields of each service in a file, so that a window can show them at once when it connects again.
 * Does nothing in Restricted Mode.
 */
export class LastKnownFiles implements Disposable {
  readonly #parts: LastKnownFilesParts;
  readonly #folder: Uri;
  readonly #writes = new Throttle<void>(writeInterval, () => this.#keep());
  readonly #subscriptions: Disposable;
  /** Of the connected service. */
  #kept: Kept | undefined;
  #reading: Promise<LastKnown> | undefined;
  /** The queue of writes and deletions. */
  #changes = Promise.resolve();

  constructor(parts: LastKnownFilesParts) {
    const { folder, memory, credentials, jobs, fields } = parts;
    this.#parts = parts;
    this.#folder = Uri.joinPath(folder, 'lastKnown');
    const changed = () => {
      if (lastKnown(jobs, fields) !== undefined) this.#writes.add([undefined]);
    };
    this.#subscriptions = Disposable.from(
      jobs.onDidChange(changed),
      fields.onDidChange(changed),
      // Subscribed before the connection, so that a new key never shows jobs that the previous key could read.
      credentials.onDidChange((origin) => {
        memory.set(changedName(origin), Date.now());
        this.#clear((name) => isOfOrigin(name, origin));
      }),
      onDidChangeSettings(['keepLastList'], () => {
        if (settings.keepLastList()) return;
        this.#reading = undefined;
        this.#clear();
      }),
      { dispose: () => this.#writes.clear() },
    );
  }

  /** Switches to another service. Call this before the lists are connected, because it writes their last state. */
  connect(client: ServiceClient | undefined): void {
    this.#writes.flush();
    this.#reading = undefined;
    this.#kept = client && this.#keptOf(client.baseUrl);
  }

  /** The stored state of the connected service, none in Restricted Mode; reads the file once. Never rejects. */
  async read(): Promise<LastKnown> {
    return workspace.isTrusted ? (this.#reading ??= this.#read(this.#kept)) : nothing;
  }

  /** The stored fields of any service; undefined without any. Never rejects. */
  async fieldsOf(baseUrl: BaseUrl): Promise<KnownFields | undefined> {
    return (await this.#read(this.#keptOf(baseUrl))).fields;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #keptOf({ href, origin }: BaseUrl): Kept {
    const { header, scheme } = settings.apiKeyAt(origin);
    const connection = JSON.stringify([href, header, scheme, this.#parts.memory.get(changedName(origin))]);
    return { connection, file: Uri.joinPath(this.#folder, fileNameOf(origin, href)) };
  }

  async #read(kept: Kept | undefined): Promise<LastKnown> {
    if (kept === undefined) return nothing;
    if (!settings.keepLastList()) {
      this.#clear();
      return nothing;
    }
    await this.#changes;
    try {
      return readLastKnown(new TextDecoder().decode(await workspace.fs.readFile(kept.file)), kept.connection) ?? nothing;
    } catch {
      return nothing;
    }
  }

  /** Queues a write of the current state, captured now because the connection may change. */
  #keep(): void {
    const { jobs, fields } = this.#parts;
    const kept = this.#kept;
    const known = lastKnown(jobs, fields);
    if (kept === undefined || known === undefined || !settings.keepLastList() || !workspace.isTrusted) return;
    const before = this.read();
    this.#change(async () => {
      await workspace.fs.createDirectory(this.#folder);
      await workspace.fs.writeFile(kept.file, new TextEncoder().encode(writeLastKnown(kept.connection, { ...known, fields: known.fields ?? (await before).fields })));
      await this.#removeOldest(kept.file);
    });
  }

  async #removeOldest(written: Uri): Promise<void> {
    const others = (await this.#files()).filter(({ path }) => path !== written.path);
    if (others.length < mostFiles) return;
    const dated = await Promise.all(others.map(async (file) => ({ file, changedAt: (await workspace.fs.stat(file)).mtime })));
    dated.sort((one, other) => other.changedAt - one.changedAt);
    for (const { file } of dated.slice(mostFiles - 1)) await remove(file);
  }

  #clear(isCleared = (_name: string) => true): void {
    this.#writes.clear();
    this.#change(async () => {
      for (const file of await this.#files()) if (isCleared(nameOf(file))) await remove(file);
    });
  }

  /** Empty if the folder does not exist yet. */
  async #files(): Promise<Uri[]> {
    const entries = await Promise.resolve(workspace.fs.readDirectory(this.#folder)).catch(() => []);
    return entries.filter(([, type]) => type === FileType.File).map(([name]) => Uri.joinPath(this.#folder, name));
  }

  #change(change: () => Promise<void>): void {
    this.#changes = this.#changes.then(change).catch((error: unknown) => this.#parts.log.unexpected('lastKnown', error));
  }
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Deletes a file; ignores failures, because another window may have deleted it. */
async function remove(file: Uri): Promise<void> {
  await Promise.resolve(workspace.fs.delete(file)).catch(() => undefined);
}

/** The service's own answers; undefined during a load, whose end triggers the next write. */
function lastKnown(jobs: JobList, fields: FieldList): LastKnown | undefined {
  const { rows, total, count, readAt, recalledAt, loading } = jobs.state;
  const { fields: read, isRecalled, loading: isLoading, readAt: fieldsReadAt } = fields.state;
  if (loading !== null || isLoading || recalledAt !== null || rows === undefined) return undefined;
  return { jobs: firstJobs(rows, total, count, readAt), fields: read && !isRecalled ? { fields: read, readAt: fieldsReadAt } : undefined };
}

/** The storage name for the time of an origin's last key change, which distinguishes keys without containing them. */
function changedName(origin: string): string {
  return `keyChanged:${origin}`;
}
