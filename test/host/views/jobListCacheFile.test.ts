import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CachedSession } from '../../../src/model/jobs/jobListCache.ts';
import { Session } from '../../../src/model/session/session.ts';
import { createServiceClient, readBaseUrl } from '../../../src/service/index.ts';
import { JobListCacheFile } from '../../../src/ui/connection/jobListCacheFile.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { holding } from '../../support/service/service.ts';
import { unguarded } from '../../support/service/unguarded.ts';
import { atEnd } from '../support/atEnd.ts';
import { serve, setting } from '../support/extension.ts';
import { createKeyValueStore } from '../support/kept.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';

/** The folder of the workspace. */
function workspaceFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder');
}

/** What was last known, kept in a folder of this test. */
function files(
  unexpected = (where: string, error: unknown): void => assert.fail(`${where}: ${String(error)}`),
  disk = workspaceFolder(),
) {
  const folder = vscode.Uri.joinPath(disk, 'kept');
  const keyChanged = new vscode.EventEmitter<string>();
  const kept = new Map<string, unknown>();
  const store = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: unknown) => void kept.set(name, value),
  };
  const credentials = { onDidChange: keyChanged.event };
  const jobListCache = new JobListCacheFile({ folder, store, credentials, log: { unexpected } });
  let session: Session | undefined;
  atEnd(async () => {
    session?.dispose();
    jobListCache.dispose();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });
  /** Connects to the service under a path, and resolves with the keys that were known of it. */
  const connect = async (base: string) => {
    const reading = readBaseUrl(base);
    assert.equal(reading.kind, 'valid');
    const client = createServiceClient({
      baseUrl: reading.baseUrl,
      credential: () => Promise.resolve(undefined),
      requestTimeout: () => 15_000,
    });
    session?.dispose();
    session = new Session({
      client,
      workspaceStore: createKeyValueStore(),
      userStore: createKeyValueStore(),
      storage: jobListCache.storageOf(reading.baseUrl),
      guard: unguarded,
    });
    return keysOf(await session.cache.read());
  };
  const load = () => Promise.all([session?.list.ensureLoaded(), session?.fields.ensureLoaded()]);
  const keysOf = ({ jobs }: CachedSession) => jobs?.rows.map(({ id }) => id.replace('job:', ''));
  const names = async () =>
    (await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, 'lastKnown'))).map(([name]) => name);
  const fieldsAt = async (base: string) => {
    const reading = readBaseUrl(base);
    return reading.kind === 'valid'
      ? (await jobListCache.storageOf(reading.baseUrl).read()).fields?.fields.length
      : undefined;
  };
  return { folder, connect, load, names, fieldsAt, keyChanged, store };
}

/** A service that holds one job, whose key is given, below any path. */
async function serving(key: string): Promise<string> {
  const held = holding({ fields: [aField()], jobs: [aJob({ key })] });
  const { url } = await serve((request, index) =>
    held({ ...request, url: request.url.replace(/^\/at\/\d+/, '') }, index),
  );
  return url;
}

suite('The last known lists', () => {
  test('are kept for each base URL, also where another is connected right after the answer @everyHost', async () => {
    const [here, there] = [await serving('job_here'), await serving('job_there')];
    const { connect, load } = files();
    assert.equal(await connect(here), undefined);
    await load();
    assert.equal(await connect(there), undefined);
    await load();
    assert.deepEqual(await connect(here), ['job_here']);
    assert.deepEqual(await connect(there), ['job_there']);
    assert.equal(await connect(`${there}/at/1`), undefined);
  });

  test('are those of the 8 services that were connected last', async () => {
    const url = await serving('job_one');
    const { connect, load, names } = files();
    for (let number = 1; number <= 10; number++) {
      await connect(`${url}/at/${number}`);
      await load();
    }
    await connect(url);
    assert.equal((await names()).length, 8);
    assert.deepEqual(await connect(`${url}/at/10`), ['job_one']);
  });

  test('are neither read nor written in Restricted Mode', async () => {
    const [here, there] = [await serving('job_here'), await serving('job_there')];
    const { connect, load, names, fieldsAt } = files();
    const trust = (isTrusted: boolean) =>
      Object.defineProperty(vscode.workspace, 'isTrusted', { get: () => isTrusted, configurable: true });
    atEnd(() => trust(true));
    await connect(here);
    await load();
    await connect(there);
    await connect(here);
    const [file] = await names();
    trust(false);
    assert.equal(await connect(here), undefined);
    assert.equal(await fieldsAt(here), undefined);
    await connect(there);
    await load();
    assert.equal(await connect(here), undefined);
    trust(true);
    assert.deepEqual(await connect(here), ['job_here']);
    assert.equal(await fieldsAt(here), 1);
    assert.deepEqual(await names(), [file]);
  });

  test('that cannot be written are a line in the log, and are written again once they can be', async () => {
    const [here, there] = [await serving('job_here'), await serving('job_there')];
    const logged: string[] = [];
    const { folder, connect, load } = files((where) => logged.push(where));
    await vscode.workspace.fs.writeFile(folder, new Uint8Array());
    await connect(here);
    await load();
    assert.equal(await connect(there), undefined);
    const lines = logged.splice(0);
    assert.deepEqual([...new Set(lines)], ['lastKnown']);
    await vscode.workspace.fs.delete(folder);
    await connect(here);
    await load();
    await connect(there);
    assert.deepEqual(await connect(here), ['job_here']);
    assert.deepEqual(logged, []);
  });

  test('are logged and not read if the disk truncated them', async () => {
    const [here, there] = [await serving('job_here'), await serving('job_there')];
    const logged: string[] = [];
    const { connect, load } = files(
      (where, error) => logged.push(`${where}: ${String(error)}`),
      mountSmallDisk(64),
    );
    await connect(here);
    await load();
    await connect(there);
    assert.equal(await connect(here), undefined);
    assert.match(logged[0] ?? '', /^jobListCache: .+ is incomplete: only 64 of \d+ bytes were written\./);
  });

  test('of an origin are gone once its key changes, and all once the setting is off @everyHost', async () => {
    const [here, there] = [await serving('job_here'), await serving('job_there')];
    const { connect, load, names, keyChanged } = files();
    for (const base of [here, `${here}/at/1`, there]) {
      await connect(base);
      await load();
    }
    await connect(there);
    assert.equal((await names()).length, 3);
    keyChanged.fire(here);
    assert.deepEqual(await connect(there), ['job_there']);
    assert.equal((await names()).length, 1);
    await setting('keepLastList', false);
    assert.equal(await connect(there), undefined);
    // Reading once more waits for the deletion.
    await setting('keepLastList', undefined);
    assert.equal(await connect(there), undefined);
    assert.deepEqual(await names(), []);
  });

  test('of an API key that changed while the window was closed are gone once it connects', async () => {
    const here = await serving('job_here');
    const { connect, load, names, store } = files();
    await connect(here);
    await load();
    await connect('http://elsewhere.workflow-jobs.invalid');
    assert.equal((await names()).length, 1);
    store.set(`keyChanged:${here}`, Date.now());
    assert.equal(await connect(here), undefined);
    assert.deepEqual(await names(), []);
  });

  test('go once a window opens in which the setting is off, also without a service', async () => {
    await setting('keepLastList', false);
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(workspaceFolder(), 'kept', 'lastKnown', 'earlier.json'),
      new Uint8Array(),
    );
    const { connect, names } = files();
    // Reading once more waits for the deletion.
    await setting('keepLastList', undefined);
    await connect('http://elsewhere.workflow-jobs.invalid');
    assert.deepEqual(await names(), []);
  });
});
