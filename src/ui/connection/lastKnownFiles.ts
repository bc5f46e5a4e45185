import { Disposable, FileType, Uri, workspace } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Throttle } from '../../model/following/schedule.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { type LastKnown, fileNameOf, firstJobs, isOfOrigin, readLastKnown, writeLastKnown } from '../../model/jobs/lastKnown.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { BaseUrl, ServiceClient } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** The shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

/** The most services whose files are kept. */
const mostFiles = 8;

const nothing: LastKnown = { jobs: undefined, fields: undefined };

interface LastKnownFilesParts {
  /** The folder of the workspace, or of the extension where none is open. */
  readonly folder: Uri;
  /** Of all windows. */
  readonly memory: Memory;
  readonly credentials: Pick<Credentials, 'onDidChange'>;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly log: Pick<Log, 'unexpected'>;
}

/** What a file is kept for. */
interface Kept {
  /** Names what decides which jobs are seen. */
  readonly connection: string;
  readonly file: Uri;
}

/**
 * Keeps the first jobs and the fields of each service in a file, to show them at once when a window opens or connects to it
 * again; neither reads nor writes in Restricted Mode.
 */
export class LastKnownFiles implements Disposable {
  readonly #parts: LastKnownFilesParts;
  readonly #folder: Uri;
  readonly #writes = new Throttle<void>(writeInterval, () => this.#keep());
  readonly #subscriptions: Disposable;
  /** Of the connected service. */
  #kept: Kept | undefined;
  #reading: Promise<LastKnown> | undefined;
  /** Writes and deletions, one after the other. */
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
      // Before the connection hears of it and connects anew: no key reads what another one saw.
      credentials.onDidChange((origin) => {
        memory.set(changedName(origin), Date.now());
        this.#clear((name) => isOfOrigin(name, origin));
      }),
      onDidChangeSettings(['keepLastList'], () => {
        if (!settings.keepLastList()) this.#clear();
      }),
      { dispose: () => this.#writes.clear() },
    );
  }

  /** To be called before the lists are connected: what they last held of the service before is still to be written. */
  connect(client: ServiceClient | undefined): void {
    this.#writes.flush();
    this.#reading = undefined;
    this.#kept = client && this.#keptOf(client.baseUrl);
  }

  /** What was last known of the connected service; the file is read once. Never rejects. */
  read(): Promise<LastKnown> {
    return (this.#reading ??= this.#read(this.#kept));
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #keptOf({ href, origin }: BaseUrl): Kept {
    const connection = JSON.stringify([href, settings.apiKeyHeader(), settings.apiKeyScheme(), this.#parts.memory.get(changedName(origin))]);
    return { connection, file: Uri.joinPath(this.#folder, fileNameOf(origin, href)) };
  }

  async #read(kept: Kept | undefined): Promise<LastKnown> {
    if (kept === undefined || !workspace.isTrusted) return nothing;
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

  /** Writes what is known now, which another connection may replace at once. */
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

  /** None where the folder does not exist yet. */
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

/** Deletes a file, which another window may have deleted. */
async function remove(file: Uri): Promise<void> {
  await Promise.resolve(workspace.fs.delete(file)).catch(() => undefined);
}

/** What the service itself has answered; undefined while a load is under way, whose end brings all. */
function lastKnown(jobs: JobList, fields: FieldList): LastKnown | undefined {
  const { rows, total, readAt, recalledAt, loading } = jobs.state;
  const { fields: read, isRecalled, loading: isLoading, readAt: fieldsReadAt } = fields.state;
  if (loading !== null || isLoading || recalledAt !== null || rows === undefined) return undefined;
  return { jobs: firstJobs(rows, total, readAt), fields: read && !isRecalled ? { fields: read, readAt: fieldsReadAt } : undefined };
}

/** The name under which is kept when the key of an origin last changed: it tells two keys apart and holds nothing of them. */
function changedName(origin: string): string {
  return `keyChanged:${origin}`;
}
