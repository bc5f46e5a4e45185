import { Disposable, Uri, workspace } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Throttle } from '../../model/following/schedule.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { type LastKnown, firstJobs, readLastKnown, writeLastKnown } from '../../model/jobs/lastKnown.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { ServiceClient } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** The shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

const nothing: LastKnown = { jobs: undefined, fields: undefined };

interface LastKnownFileParts {
  /** The folder of the workspace, or of the extension where none is open. */
  readonly folder: Uri;
  /** Of all windows. */
  readonly memory: Memory;
  readonly credentials: Credentials;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly log: Pick<Log, 'unexpected'>;
}

/** Keeps the first jobs and the fields of the connected service in a file, to show them at once when a window opens; neither reads nor writes in Restricted Mode. */
export class LastKnownFile implements Disposable {
  readonly #parts: LastKnownFileParts;
  readonly #file: Uri;
  readonly #writes = new Throttle<void>(writeInterval, () => {
    this.#writing = this.#write();
  });
  readonly #subscriptions: Disposable;
  /** Names what decides which jobs are seen; undefined without a service. */
  #connection: string | undefined;
  #reading: Promise<LastKnown> | undefined;
  #writing = Promise.resolve();

  constructor(parts: LastKnownFileParts) {
    const { folder, memory, credentials, jobs, fields } = parts;
    this.#parts = parts;
    this.#file = Uri.joinPath(folder, 'lastKnown.json');
    const changed = () => {
      if (lastKnown(jobs, fields) !== undefined) this.#writes.add([undefined]);
    };
    this.#subscriptions = Disposable.from(
      jobs.onDidChange(changed),
      fields.onDidChange(changed),
      // Before the connection hears of it and connects anew: no key reads what another one saw.
      credentials.onDidChange((origin) => {
        memory.set(changedName(origin), Date.now());
        void this.#clear();
      }),
      onDidChangeSettings(['keepLastList'], () => {
        if (!settings.keepLastList()) void this.#clear();
      }),
      { dispose: () => this.#writes.clear() },
    );
  }

  /** To be called before the lists are connected. */
  connect(client: ServiceClient | undefined): void {
    this.#reading = undefined;
    this.#connection = client && JSON.stringify([client.baseUrl.href, settings.apiKeyHeader(), settings.apiKeyScheme(), this.#parts.memory.get(changedName(client.baseUrl.origin))]);
  }

  /** What was last known of the connected service; the file is read once. Never rejects. */
  read(): Promise<LastKnown> {
    return (this.#reading ??= this.#read());
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #read(): Promise<LastKnown> {
    const connection = this.#connection;
    if (connection === undefined || !workspace.isTrusted) return nothing;
    if (!settings.keepLastList()) {
      await this.#clear();
      return nothing;
    }
    try {
      return readLastKnown(new TextDecoder().decode(await workspace.fs.readFile(this.#file)), connection) ?? nothing;
    } catch {
      return nothing;
    }
  }

  async #write(): Promise<void> {
    const { folder, jobs, fields, log } = this.#parts;
    const connection = this.#connection;
    if (connection === undefined || !settings.keepLastList() || !workspace.isTrusted) return;
    const before = await this.read();
    const known = lastKnown(jobs, fields);
    if (known === undefined || connection !== this.#connection) return;
    try {
      await workspace.fs.createDirectory(folder);
      await workspace.fs.writeFile(this.#file, new TextEncoder().encode(writeLastKnown(connection, { ...known, fields: known.fields ?? before.fields })));
    } catch (error) {
      log.unexpected('lastKnown', error);
    }
  }

  async #clear(): Promise<void> {
    this.#writes.clear();
    await this.#writing;
    await workspace.fs.delete(this.#file).then(undefined, () => undefined);
  }
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
