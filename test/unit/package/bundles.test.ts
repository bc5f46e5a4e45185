import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { operations } from '../../../src/agents/operations.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { serveData, startService } from '../../support/service/service.ts';
import { wrongSettings } from '../../support/package/wrongSettings.ts';
import { activate } from './bareHost.ts';
import { commandIds, groupsIn } from './manifest.ts';

const { production } = inject('builds');
const baseUrl = 'https://eu.example.com/api';
/** File system with an empty storage folder. */
const emptyFolder = {
  readFile: () => Promise.reject(new Error('not there')),
  delete: () => Promise.reject(new Error('not there')),
  writeFile: () => Promise.resolve(),
  // Larger than any content, so each write appears to be complete.
  stat: () => Promise.resolve({ size: Infinity }),
};
/** Storage of a window that was connected to this service. */
const stored = {
  connection: '["https://eu.example.com/api","Authorization","Bearer",null]',
  jobs: { rows: [aJob()], total: 1, pages: 1, readAt: 0 },
  fields: { fields: [aField()], readAt: 0 },
};
const forRequests = { Headers, URLSearchParams, clearTimeout, setTimeout };
const readStored = () => Promise.resolve(new TextEncoder().encode(JSON.stringify(stored)));
const row = (kind: string) => expect.objectContaining({ kind }) as object;
const page = (name: string) => readFile(join(production, 'page', name), 'utf8');

describe('Extension bundle', () => {
  const folder = join(production, 'extension');
  const file = join(folder, 'extension.js');

  it('consists of a single file', async () => {
    expect(await readdir(folder)).toEqual(['extension.js']);
  });

  it('contains only ASCII characters', async () => {
    expect(await readFile(file, 'utf8')).not.toMatch(/[^\0-\x7f]/);
  });

  it('imports only the VS Code API and the sandbox bundle', async () => {
    const required = groupsIn(await readFile(file, 'utf8'), /\b(?:require|import)\("([^"]+)"\)/g);
    expect(new Set(required)).toEqual(new Set(['vscode', '../sandbox/sandbox.js']));
  });

  it.each(['', baseUrl])(
    'registers all commands and views on activation with the base URL “%s”',
    (url) => {
      const timers: unknown[] = [];
      const globals = { setTimeout: (run: unknown) => timers.push(run) };
      const { registered, contexts, secretsRead, returned } = activate(file, {
        baseUrl: url,
        globals,
      });
      const internal = [
        ...['chooseMe', 'clickJobRow', 'clickFieldRow', 'searchOthers', 'copyFocusedKey'],
        ...['copyReport', 'moreHelp'],
        'setApiKeyOf',
      ].map((name) => `_workflowJobs.${name}`);
      const all = [...commandIds, ...internal].map((id) => `command ${id}`);
      const tools = Object.values(operations).map(({ id }) => `tool workflowJobs_${id}`);
      const expected = [
        ...all,
        ...['view workflowJobs.fields', 'view workflowJobs.jobs', 'completions *', 'fixes *'],
        ...[
          'documents workflow-job',
          'pages workflowJobs.job',
          'pages workflowJobs.overview',
          'links',
        ],
        'hovers *',
        ...tools,
        'tasks workflow-job',
      ];
      expect(registered.toSorted()).toEqual(expected.toSorted());
      expect(secretsRead).toEqual([]);
      expect(timers).toHaveLength(url === '' ? 0 : 1);
      // The menus are correct without contexts, so the extension sets only one.
      expect(contexts).toEqual([`workflowJobs.${url === '' ? 'connection' : 'connected'}`]);
      // VS Code does not wait for the activation.
      expect(returned).toBeUndefined();
    },
  );

  it('loads the API key and the proxy settings after activation', async () => {
    const fetched: string[] = [];
    const globals = { fetch: (url: string) => Promise.resolve(fetched.push(url)), ...forRequests };
    const { secretsRead } = activate(file, { baseUrl, globals });
    await vi.waitFor(() => expect(fetched).toHaveLength(1));
    // VS Code loads proxies and certificates for this URL, and sends nothing.
    expect(fetched).toEqual(['data:,']);
    expect(secretsRead).toEqual(['apiKey:https://eu.example.com']);
  });

  it('polls watched jobs after activation even if no view is visible', async () => {
    const service = await startService(serveData({ jobs: [aJob()] }));
    onTestFinished(() => service.close());
    const { deactivate } = activate(file, {
      baseUrl: service.url,
      stored: { [`watched:${service.url}`]: ['job_1'] },
      globals: { fetch, ...forRequests },
    });
    await service.received(1);
    deactivate();
    expect(service.requests.map(({ url }) => url)).toEqual(['/jobs/job_1']);
  });

  it('loads jobs and fields concurrently when VS Code requests the rows', async () => {
    const bothRequested = Promise.withResolvers<void>();
    const respond = serveData({ fields: [aField()], jobs: [aJob(), aJob({ key: 'job_2' })] });
    const service = await startService(async (...request) => {
      if (service.requests.length === 2) bothRequested.resolve();
      await bothRequested.promise;
      return respond(...request);
    });
    onTestFinished(() => service.close());
    const fetched: string[] = [];
    const globals = {
      fetch: (url: string, init: RequestInit) => {
        fetched.push(url);
        return fetch(url, init);
      },
      ...forRequests,
    };
    const options = { baseUrl: service.url, files: emptyFolder, globals };
    const { trees, secretsRead } = activate(file, options);
    const rows = await Promise.all(
      [...trees].map(async ([id, tree]) => [id, await tree.getChildren()]),
    );
    expect(rows).toEqual([
      ['workflowJobs.fields', [row('field')]],
      ['workflowJobs.jobs', [row('job'), row('job')]],
    ]);
    expect(secretsRead).toEqual([`apiKey:${service.url}`]);
    const requested = fetched.filter((url) => url !== 'data:,');
    expect(requested).toEqual([`${service.url}/fields`, `${service.url}/jobs?page=1`]);
  });

  it('disposes timers, requests, listeners, and registrations on deactivation', async () => {
    const timers = new Set<unknown>();
    const track =
      (start: (run: () => void, delay: number) => unknown) => (run: () => void, delay: number) => {
        const timer = start(run, delay);
        timers.add(timer);
        return timer;
      };
    const forget = (timer: NodeJS.Timeout) => {
      timers.delete(timer);
      clearTimeout(timer);
    };
    const requested = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const globals = {
      fetch: (_url: string, { signal }: RequestInit = {}) =>
        new Promise((_answered, fail) => {
          if (!signal) return;
          signal.addEventListener('abort', () => fail(signal.reason as Error));
          if (signals.push(signal) === 2) requested.resolve();
        }),
      ...forRequests,
      ...{ setTimeout: track(setTimeout), setInterval: track(setInterval) },
      ...{ clearTimeout: forget, clearInterval: forget },
    };
    const options = { baseUrl, files: emptyFolder, areViewsVisible: true, globals };
    const { trees, alive, deactivate } = activate(file, options);
    for (const tree of trees.values()) void tree.getChildren();
    await requested.promise;
    expect([timers.size > 0, alive.size > 0]).toEqual([true, true]);
    deactivate();
    await setImmediate();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    // JSON is shorter than the output of an assertion about a timer.
    expect([timers.size, [...alive].map((each) => JSON.stringify(each))]).toEqual([0, []]);
  });

  const { baseUrl: _, ...wrong } = wrongSettings;

  it.each<[object, string, number]>([
    [{}, 'missing', 15],
    [wrong, 'of a wrong type', 15],
    [{ requestTimeout: -1 }, 'below their range', 1],
    [{ requestTimeout: 1e12 }, 'above their range', 600],
    [{ requestTimeout: NaN }, 'not a number', 1],
  ])('falls back to valid values if the settings %j are %s', async (settings, _how, seconds) => {
    const service = await startService(serveData({ jobs: [aJob()] }));
    onTestFinished(() => service.close());
    const limits: unknown[] = [];
    const globals = {
      ...forRequests,
      fetch,
      setTimeout: (call: () => void, milliseconds?: number) => (
        limits.push(milliseconds),
        setTimeout(call, milliseconds)
      ),
    };
    const { trees } = activate(file, {
      baseUrl: service.url,
      settings: { ...settings },
      readSecret: () => Promise.resolve('k3y'),
      files: emptyFolder,
      globals,
    });
    expect(await trees.get('workflowJobs.jobs')?.getChildren()).toEqual([row('job')]);
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k3y']);
    expect(limits).toContain(seconds * 1000);
  });

  it('returns the cached rows if the service does not respond', async () => {
    const files = { readFile: readStored };
    const globals = { fetch: () => new Promise(() => undefined), ...forRequests };
    const { trees } = activate(file, { baseUrl, files, globals });
    const rows = await Promise.all([...trees.values()].map((tree) => tree.getChildren()));
    expect(rows).toEqual([[row('field')], [row('job')]]);
  });
});

describe('Production build', () => {
  it.each(['jobPage', 'overview'])(
    'creates a %s bundle that can be embedded in HTML',
    async (name) => {
      const [script, style] = await Promise.all([page(`${name}.js`), page(`${name}.css`)]);
      expect(script).not.toMatch(/<\/?script|<!--/i);
      expect(style).not.toMatch(/<\/|<!--|url\(|@import/i);
    },
  );
});
