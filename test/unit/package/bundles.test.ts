import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { operations } from '../../../src/agents/operations.ts';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { envelope, startService } from '../../support/service/service.ts';
import { wrongSettings } from '../../support/wrongSettings.ts';
import { activate } from './bareHost.ts';
import { readManifest } from './manifest.ts';

const { production } = inject('builds');
/** The extension's own folder, which nothing was kept in. */
const emptyFolder = {
  readFile: () => Promise.reject(new Error('not there')),
  createDirectory: () => Promise.resolve(),
  readDirectory: () => Promise.resolve([]),
  writeFile: () => Promise.resolve(),
  // No content is longer, so each write appears to be complete.
  stat: () => Promise.resolve({ size: Infinity }),
};
/** The file of a window that was connected to this service. */
const kept = {
  connection: '["https://eu.example.com/api","Authorization","Bearer",null]',
  jobs: { rows: [aJob()], total: 1, pages: 1, readAt: 0 },
  fields: { fields: [aField()], readAt: 0 },
};
const forRequests = {
  Headers,
  TextDecoder,
  TextEncoder,
  URLSearchParams,
  clearTimeout,
  performance,
  setTimeout,
};
const page = (name: string) => readFile(join(production, 'page', name), 'utf8');

describe('the bundle of the extension', () => {
  const folder = join(production, 'extension');
  const file = join(folder, 'extension.js');

  it('is one file', async () => {
    expect(await readdir(folder)).toEqual(['extension.js']);
  });

  it('is ASCII, which takes one byte a character in memory', async () => {
    expect(await readFile(file, 'utf8')).not.toMatch(/[^\0-\x7f]/);
  });

  it('requires VS Code, and the sandbox when it is started', async () => {
    const required = [...(await readFile(file, 'utf8')).matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(required)).toEqual(new Set(['vscode', '../sandbox/sandbox.js']));
  });

  it.each(['', 'https://eu.example.com/api'])(
    'is activated without network, disk and timers, and has then registered everything, with the base URL “%s”',
    async (baseUrl) => {
      const { registered, contexts, secretsRead, returned } = activate(file, { baseUrl });
      const commands = (await readManifest()).contributes.commands.map(({ command }) => command);
      const internal = [
        'chooseMe',
        'clickJobRow',
        'clickFieldRow',
        'searchFurther',
        'copyReport',
        'moreHelp',
        'setApiKeyOf',
      ].map((name) => `_workflowJobs.${name}`);
      const all = [...commands, ...internal].map((id) => `command ${id}`);
      const tools = Object.values(operations).map(({ id }) => `tool workflowJobs_${id}`);
      const expected = [
        ...all,
        'view workflowJobs.fields',
        'view workflowJobs.jobs',
        'completions *',
        'fixes *',
        'documents workflow-job',
        'pages workflowJobs.job',
        'pages workflowJobs.overview',
        'links',
        'hovers *',
        ...tools,
        'tasks workflow-job',
      ];
      expect(registered.toSorted()).toEqual(expected.toSorted());
      expect(secretsRead).toEqual([]);
      // Menus are right before it is active, so nothing that is usual is set.
      const usual = ['workflowJobs.connected'];
      expect(contexts).toEqual(baseUrl === '' ? ['workflowJobs.connection'] : usual);
      // Nothing to wait for.
      expect(returned).toBeUndefined();
    },
  );

  it.each([
    [
      'the last known rows, alone',
      () => Promise.resolve(new TextEncoder().encode(JSON.stringify(kept))),
      [],
      [],
    ],
    [
      'the key, where no rows are known, and has fetch loaded, which sends nothing',
      () => Promise.reject(new Error('not there')),
      ['apiKey:https://eu.example.com'],
      ['data:,'],
    ],
  ])(
    'once activate has returned, reads what the first rows need: %s',
    async (_what, readFile, secrets, requests) => {
      let reads = 0;
      const fetched: string[] = [];
      const files = { readFile: () => (reads++, readFile()) };
      const globals = { fetch: (url: string) => (fetched.push(url), new Promise(() => undefined)) };
      const { trees, secretsRead, prepare } = activate(file, {
        baseUrl: 'https://eu.example.com/api',
        files,
        globals,
      });
      expect([reads, secretsRead, fetched]).toEqual([0, [], []]);
      prepare();
      await setImmediate();
      expect([reads, secretsRead, fetched]).toEqual([1, secrets, requests]);
      for (const tree of trees.values()) void tree.getChildren();
      await setImmediate();
      expect([reads, secretsRead.length], 'and nothing twice').toEqual([1, 1]);
    },
  );

  it("answers VS Code's first question for rows with the rows, and waits for the secret storage, the first fetch and both answers at the same time", async ({
    onTestFinished,
  }) => {
    const bothAsk = Promise.withResolvers<void>();
    const service = await startService(async ({ url }) => {
      if (service.requests.length === 2) bothAsk.resolve();
      await bothAsk.promise;
      return url === '/fields'
        ? envelope({ fields: [aField()] })
        : envelope(aPage([aJob(), aJob({ key: 'job_2' })]));
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
    let beforeSecret: string[] = [];
    const readSecret = async () => {
      await setImmediate();
      beforeSecret = [...fetched];
    };
    const { trees, secretsRead } = activate(file, {
      baseUrl: service.url,
      readSecret,
      files: emptyFolder,
      globals,
    });
    const rows = await Promise.all([...trees].map(async ([id, tree]) => [id, await tree.getChildren()]));
    expect(rows).toEqual([
      ['workflowJobs.fields', [expect.objectContaining({ kind: 'field' })]],
      [
        'workflowJobs.jobs',
        [expect.objectContaining({ kind: 'job' }), expect.objectContaining({ kind: 'job' })],
      ],
    ]);
    expect(secretsRead).toEqual([`apiKey:${service.url}`]);
    // Sends nothing, and makes VS Code load what the requests need.
    expect(beforeSecret).toEqual(['data:,']);
    expect(fetched).toEqual(['data:,', `${service.url}/fields`, `${service.url}/jobs?page=1`]);
  });

  it('leaves no timer, request, listener or registration behind when it is deactivated', async () => {
    const timers = new Set<unknown>();
    const noted =
      (start: (run: () => void, delay: number) => unknown) => (run: () => void, delay: number) => {
        const timer = start(run, delay);
        timers.add(timer);
        return timer;
      };
    const forget = (timer: NodeJS.Timeout) => {
      timers.delete(timer);
      clearTimeout(timer);
    };
    const asked = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const globals = {
      fetch: (_url: string, { signal }: RequestInit = {}) =>
        new Promise((_answered, fail) => {
          if (!signal) return;
          signal.addEventListener('abort', () => fail(signal.reason as Error));
          if (signals.push(signal) === 2) asked.resolve();
        }),
      ...{ Headers, TextDecoder, TextEncoder, URLSearchParams, performance },
      ...{
        setTimeout: noted(setTimeout),
        setInterval: noted(setInterval),
        clearTimeout: forget,
        clearInterval: forget,
      },
    };
    const files = { readFile: () => Promise.reject(new Error('not there')) };
    const { trees, alive, deactivate } = activate(file, {
      baseUrl: 'https://eu.example.com/api',
      files,
      areViewsVisible: true,
      globals,
    });
    for (const tree of trees.values()) void tree.getChildren();
    await asked.promise;
    expect([timers.size > 0, alive.size > 0]).toEqual([true, true]);
    deactivate();
    await setImmediate();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    // As texts, because a timer is too large to print.
    expect([timers.size, [...alive].map((each) => JSON.stringify(each))]).toEqual([0, []]);
  });

  const { baseUrl: _, ...wrong } = wrongSettings;

  it.each<[string, object, number]>([
    ['are missing', {}, 15],
    ['are of a wrong type', wrong, 15],
    ['are below their range', { requestTimeout: -1 }, 1],
    ['are above their range', { requestTimeout: 1e12 }, 600],
    ['are no number', { requestTimeout: NaN }, 1],
  ])(
    'reads with the nearest settings that are allowed where some %s: %j',
    async (_how, settings, seconds) => {
      const service = await startService(({ url }) =>
        url === '/fields' ? envelope({ fields: [] }) : envelope(aPage([aJob()])),
      );
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
      expect(await trees.get('workflowJobs.jobs')?.getChildren()).toEqual([
        expect.objectContaining({ kind: 'job' }),
      ]);
      expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer k3y']);
      expect(limits).toContain(seconds * 1000);
    },
  );

  it("answers VS Code's first question for rows with those of the last window where the service is silent", async () => {
    const files = { readFile: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(kept))) };
    const globals = { fetch: () => new Promise(() => undefined), ...forRequests };
    const { trees } = activate(file, { baseUrl: 'https://eu.example.com/api', files, globals });
    expect(await Promise.all([...trees.values()].map((tree) => tree.getChildren()))).toEqual([
      [expect.objectContaining({ kind: 'field' })],
      [expect.objectContaining({ kind: 'job' })],
    ]);
  });
});

describe.each(['jobPage', 'overview'])('the page %s', (name) => {
  it('stands in HTML as it is: nothing in it ends an element or begins a comment, and nothing has to be loaded', async () => {
    const [script, style] = await Promise.all([page(`${name}.js`), page(`${name}.css`)]);
    expect(script).not.toMatch(/<\/?script|<!--/i);
    expect(style).not.toMatch(/<\/|<!--|url\(|@import/i);
  });
});
