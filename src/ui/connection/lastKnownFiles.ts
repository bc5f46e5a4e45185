import { Disposable, Uri, workspace } from 'vscode';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { Throttle } from '../../model/following/throttle.ts';
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
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** Shortest time between two writes, in milliseconds. */
const writeInterval = 10_000;

/** Most files to keep, one per service. */
const mostFiles = 8;

const nothing: LastKnown = {};

export type LastKnownFiles = ReturnType<typeof createLastKnownFiles>;

/**
 * Stores the first jobs and the fields of each service in a file, so that a window can show them at once when
 * it connects again. Does nothing in Restricted Mode.
 * @param parent the storage folder of the workspace, else of the extension
 * @param store shared by all windows
 */
export function createLastKnownFiles(
  parent: Uri,
  store: KeyValueStore,
  credentials: Pick<Credentials, 'onDidChange'>,
  jobs: JobList,
  fields: FieldList,
  log: Pick<Log, 'unexpected'>,
) {
  const folder = Uri.joinPath(parent, 'lastKnown');
  /** The file of the connected service. */
  let connected: ReturnType<typeof keptOf> | undefined;
  let reading: Promise<LastKnown> | undefined;
  /** The queue of writes and deletions. */
  let changes = Promise.resolve();

  const change = (next: () => Promise<void>) => {
    changes = changes.then(next).catch((error: unknown) => log.unexpected('lastKnown', error));
  };
  const fileOf = (name: string) => Uri.joinPath(folder, name);
  /** The names of the files; none if the folder does not exist yet. */
  const names = async () => {
    const entries = await Promise.resolve(workspace.fs.readDirectory(folder)).catch(() => []);
    return entries.map(([name]) => name);
  };
  /** Deletes a file; ignores failures, because another window may have deleted it. */
  const remove = (name: string) => Promise.resolve(workspace.fs.delete(fileOf(name))).catch(() => undefined);
  const removeOldest = async (written: string) => {
    const others = (await names()).filter((name) => name !== written);
    if (others.length < mostFiles) return;
    const dated = await Promise.all(
      others.map(async (name) => ({ name, changedAt: (await workspace.fs.stat(fileOf(name))).mtime })),
    );
    for (const { name } of dated.sort((one, other) => other.changedAt - one.changedAt).slice(mostFiles - 1)) {
      await remove(name);
    }
  };
  const clear = (isCleared = (_name: string) => true) => {
    writes.clear();
    change(async () => {
      for (const name of await names()) if (isCleared(name)) await remove(name);
    });
  };

  /** The file of a service, and what identifies everything that determines which jobs are visible. */
  const keptOf = ({ href, origin }: BaseUrl) => {
    const { header, scheme } = settings.apiKeyAt(origin);
    return {
      name: fileNameOf(origin, href),
      connection: JSON.stringify([href, header, scheme, store.get(changedName(origin))]),
    };
  };
  const readKept = async (kept: typeof connected): Promise<LastKnown> => {
    if (!settings.keepLastList()) {
      clear();
      return nothing;
    }
    if (kept === undefined) return nothing;
    await changes;
    try {
      const known = readLastKnown(
        new TextDecoder().decode(await workspace.fs.readFile(fileOf(kept.name))),
        kept.connection,
      );
      // That of another API key may hold jobs that this one cannot read.
      if (known === undefined) await remove(kept.name);
      return known ?? nothing;
    } catch {
      return nothing;
    }
  };
  /**
   * The stored state of the connected service, none in Restricted Mode; reads the file once. Never rejects.
   */
  const read = async () => (workspace.isTrusted ? (reading ??= readKept(connected)) : nothing);

  /** Writes the current state, captured before the write begins because the connection may change. */
  const writes = new Throttle<void>(writeInterval, () => {
    const kept = connected;
    const known = lastKnown(jobs, fields);
    if (kept === undefined || known === undefined || !settings.keepLastList() || !workspace.isTrusted) return;
    const before = read();
    change(async () => {
      await workspace.fs.createDirectory(folder);
      await workspace.fs.writeFile(
        fileOf(kept.name),
        new TextEncoder().encode(
          writeLastKnown(kept.connection, { ...known, fields: known.fields ?? (await before).fields }),
        ),
      );
      await removeOldest(kept.name);
    });
  });
  const writeSoon = () => {
    if (lastKnown(jobs, fields) !== undefined) writes.add([undefined]);
  };
  const subscriptions = Disposable.from(
    jobs.onDidChange(writeSoon),
    fields.onDidChange(writeSoon),
    // Subscribed before the connection, so that a new key never shows jobs that the previous key could read.
    credentials.onDidChange((origin) => {
      store.set(changedName(origin), Date.now());
      clear((name) => isOfOrigin(name, origin));
    }),
    onDidChangeSettings(['keepLastList'], () => {
      reading = undefined;
      // Clears them if it is off, also in Restricted Mode.
      void readKept(connected);
    }),
    { dispose: () => writes.clear() },
  );
  return {
    /**
     * Switches to another service. Call this before the lists are connected, because it writes their last
     * state.
     */
    connect(client: ServiceClient | undefined): void {
      writes.flush();
      reading = undefined;
      connected = client && keptOf(client.baseUrl);
    },
    read,
    /** The stored fields of any service; undefined without any, and in Restricted Mode. Never rejects. */
    fieldsOf: async (baseUrl: BaseUrl) =>
      (workspace.isTrusted ? await readKept(keptOf(baseUrl)) : nothing).fields,
    dispose: () => void subscriptions.dispose(),
  };
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
