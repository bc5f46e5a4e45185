import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CachedSession } from '../../../src/model/jobs/jobListCache.ts';
import { Session } from '../../../src/model/session/session.ts';
import { createServiceClient, readBaseUrl } from '../../../src/service/index.ts';
import { JobListCacheFile } from '../../../src/ui/connection/jobListCacheFile.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { serveData, text } from '../../support/service/service.ts';
import { unguarded } from '../../support/service/unguarded.ts';
import { atEnd } from '../support/atEnd.ts';
import {
  connect,
  connected,
  disconnect,
  run,
  serve,
  setting,
  until,
} from '../support/extension.ts';
import { createKeyValueStore } from '../support/testConnection.ts';
import { descriptionOf, onDidSet, rowsOf } from '../support/rows.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';

/** The folder of the workspace. */
function workspaceFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder');
}

/** Creates a job list cache in a temporary folder. */
function cacheIn(
  unexpected = (where: string, error: unknown): void => assert.fail(`${where}: ${String(error)}`),
  disk = workspaceFolder(),
) {
  const folder = vscode.Uri.joinPath(disk, 'cache');
  const keyChanged = new vscode.EventEmitter<string>();
  const keyTimes = new Map<string, number>();
  const credentials = {
    onDidChange: keyChanged.event,
    keyStoredAt: (origin: string) => keyTimes.get(origin),
  };
  const jobListCache = new JobListCacheFile({ folder, credentials, log: { unexpected } });
  let session: Session | undefined;
  atEnd(async () => {
    session?.dispose();
    jobListCache.dispose();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });
  /** Connects to the service under a path, and resolves with the keys of its cached jobs. */
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
  /** Returns the paths of all files in the folder. */
  const files = async () => (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
  const fieldsAt = async (base: string) => {
    const reading = readBaseUrl(base);
    return reading.kind === 'valid'
      ? (await jobListCache.storageOf(reading.baseUrl).read()).fields?.fields.length
      : undefined;
  };
  return { folder, connect, load, files, fieldsAt, keyChanged, keyTimes };
}

/** Returns a service that has one job with this key under each path. */
async function serving(key: string): Promise<string> {
  const respond = serveData({ fields: [aField()], jobs: [aJob({ key })] });
  const { url } = await serve((request, index) =>
    respond({ ...request, url: request.url.replace(/^\/at\/\d+/, '') }, index),
  );
  return url;
}

suite('Job list cache', () => {
  test('stores the jobs of the most recently used service @everyHost', async () => {
    const [current, target] = [await serving('job_current'), await serving('job_target')];
    const { connect, load, fieldsAt, files } = cacheIn();
    assert.equal(await connect(current), undefined);
    await load();
    assert.equal(await connect(target), undefined);
    assert.deepEqual(await connect(current), ['job_current']);
    assert.equal(await connect(`${current}/at/1`), undefined);
    await connect(target);
    await load();
    assert.equal(await connect(current), undefined);
    assert.deepEqual(await connect(target), ['job_target']);
    assert.equal(await fieldsAt(target), 1);
    assert.deepEqual(await files(), ['jobListCache.json']);
  });

  test('reads and writes no cache files in Restricted Mode', async () => {
    const [current, target] = [await serving('job_current'), await serving('job_target')];
    const { connect, load, fieldsAt } = cacheIn();
    const trust = (isTrusted: boolean) =>
      Object.defineProperty(vscode.workspace, 'isTrusted', {
        get: () => isTrusted,
        configurable: true,
      });
    atEnd(() => trust(true));
    await connect(current);
    await load();
    await connect(target);
    trust(false);
    assert.equal(await connect(current), undefined);
    assert.equal(await fieldsAt(current), undefined);
    await connect(target);
    await load();
    assert.equal(await connect(current), undefined);
    trust(true);
    assert.deepEqual(await connect(current), ['job_current']);
    assert.equal(await fieldsAt(current), 1);
  });

  test('logs a write error and retries later', async () => {
    const [current, target] = [await serving('job_current'), await serving('job_target')];
    const logged: string[] = [];
    const { folder, connect, load } = cacheIn((where) => logged.push(where));
    await vscode.workspace.fs.writeFile(folder, new Uint8Array());
    await connect(current);
    await load();
    await connect(target);
    assert.equal(await connect(current), undefined);
    assert.deepEqual([...new Set(logged.splice(0))], ['jobListCache']);
    await vscode.workspace.fs.delete(folder);
    await load();
    await connect(target);
    assert.deepEqual(await connect(current), ['job_current']);
    assert.deepEqual(logged, []);
  });

  test('logs the error and ignores a cache file that was written partially', async () => {
    const [current, target] = [await serving('job_current'), await serving('job_target')];
    const logged: string[] = [];
    const { connect, load } = cacheIn(
      (where, error) => logged.push(`${where}: ${String(error)}`),
      mountSmallDisk(64),
    );
    await connect(current);
    await load();
    await connect(target);
    assert.equal(await connect(current), undefined);
    assert.match(logged[0] ?? '', /^jobListCache: .*Only 64 of \d+ bytes were written\./);
  });

  test('deletes the cache file when the API key changes or `keepLastList` is turned off @everyHost', async () => {
    const current = await serving('job_current');
    const { connect, load, files, keyChanged } = cacheIn();
    const remove: readonly (() => unknown)[] = [
      () => keyChanged.fire(current),
      () => setting('keepLastList', false),
    ];
    for (const each of remove) {
      await connect(current);
      await load();
      assert.deepEqual(await connect(current), ['job_current']);
      await each();
      await setting('keepLastList', undefined);
      // A read waits for the deletion.
      assert.equal(await connect(current), undefined);
      assert.deepEqual(await files(), []);
    }
  });

  test('ignores the cache file if the API key changed while the window was closed', async () => {
    const current = await serving('job_current');
    const { connect, load, keyTimes } = cacheIn();
    await connect(current);
    await load();
    assert.deepEqual(await connect(current), ['job_current']);
    keyTimes.set(current, Date.now());
    assert.equal(await connect(current), undefined);
  });

  test('deletes the cache file at startup if `keepLastList` is off', async () => {
    await setting('keepLastList', false);
    const folder = vscode.Uri.joinPath(workspaceFolder(), 'cache');
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder, 'jobListCache.json'),
      new Uint8Array(),
    );
    const { connect, files } = cacheIn();
    await setting('keepLastList', undefined);
    // A read waits for the deletion.
    await connect('http://elsewhere.workflow-jobs.invalid');
    assert.deepEqual(await files(), []);
  });

  test('shows cached jobs until the service responds', async () => {
    const content = { fields: [aField()], jobs: [aJob()] };
    const service = await connected(content);
    await run('refreshFields');
    await disconnect();
    const response = Promise.withResolvers<void>();
    service.use((request, index) =>
      response.promise.then(() => serveData(content)(request, index)),
    );
    await connect(service);
    await until(() => /^1 of 1 · as of /.test(descriptionOf()), onDidSet());
    assert.match((await rowsOf())[0]?.ariaLabel ?? '', /, as of /);
    response.resolve();
    await until(() => descriptionOf() === '1 of 1', onDidSet());

    await disconnect();
    service.use(() => text(400, 'down'));
    await connect(service);
    await run('refresh');
    assert.match(descriptionOf(), /^1 of 1 · as of /);
    for (const view of ['workflowJobs.jobs', 'workflowJobs.fields']) {
      assert.equal((await rowsOf(view))[0]?.label, 'Not refreshed');
    }

    await disconnect();
    await setting('apiKey.header', 'X-Other');
    await connect(service);
    await run('refresh');
    assert.equal(descriptionOf(), '');
  });
});
