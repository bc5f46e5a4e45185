import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type BaseUrl, changes, readBaseUrl } from '../../../src/service/index.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope, holding } from '../../support/service/service.ts';
import { windowChangeGuard } from '../../../src/ui/environments/changeGuard.ts';
import { atEnd } from '../support/atEnd.ts';
import { createKeyValueStore, ownConnection } from '../support/kept.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { connected, inWorkspace, openPages, requestsFor, run, serve, setting } from '../support/extension.ts';

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'Started here' }] });
const held = { jobs: [aJob({ activeWorkflows: [{ key: 'wf_a', name: 'Invoice Approval' }] })] };
const startable = { 'POST /jobs': envelope({ job: started }) };

type Entry = Readonly<Record<string, unknown>>;
const posts = (service: Service) => requestsFor(service, 'POST', /./);

const startWith = (key = 'wf_a') => run('startJob', key);

/** What the user and the workspace say of a service, and what becomes of a start there. */
interface Row {
  readonly user?: Entry;
  readonly workspace?: Entry;
  readonly confirm?: readonly [user: string | undefined, workspace?: string];
  /** What is asked: the button that starts the job. */
  readonly then: 'sent' | 'refused' | 'Start' | 'Start in Production';
}
// One for each outcome and source of a guard; the unit tests of the model hold every combination.
const rows: readonly Row[] = [
  { user: { kind: 'production' }, confirm: ['never'], then: 'sent' },
  { confirm: ['never', 'always'], then: 'Start' },
  {
    user: { kind: 'production' },
    workspace: { kind: 'development' },
    confirm: [undefined, 'never'],
    then: 'Start in Production',
  },
  { user: { kind: 'production', path: '/elsewhere' }, then: 'Start' },
  { user: { kind: 'staging' }, workspace: { kind: 'staging', readOnly: true }, then: 'refused' },
];

suite('A start', () => {
  test('is sent, asked for or refused by the strictest of what the user and the workspace say', async () => {
    const service = await connected(held, startable);
    for (const { user, workspace, confirm = [], then } of rows) {
      const entries = (entry: Entry | undefined) =>
        entry && [
          {
            name: 'Here',
            ...entry,
            baseUrl: `${service.url}${typeof entry['path'] === 'string' ? entry['path'] : ''}`,
            path: undefined,
          },
        ];
      await setting('environments', entries(user));
      await inWorkspace('environments', entries(workspace));
      await setting('confirmStart', confirm[0]);
      await inWorkspace('confirmStart', confirm[1]);
      const before = posts(service);
      let agrees = false;
      const buttons: unknown[] = [];
      // The button with the focus starts nothing.
      onQuestion('warning', (_sentence, _options, first, button) => {
        buttons.push(first, button);
        return agrees ? String(button) : String(first);
      });
      const { sentences } = onQuestion('error');
      await startWith();
      assert.equal(posts(service) - before, then === 'sent' ? 1 : 0, then);
      agrees = true;
      await startWith();
      const twice: Readonly<Record<string, number>> = { sent: 2, refused: 0 };
      const sentInAll = twice[then] ?? 1;
      assert.equal(posts(service) - before, sentInAll, then);
      assert.deepEqual(buttons, then.startsWith('Start') ? ['Do Not Start', then, 'Do Not Start', then] : []);
      assert.deepEqual(
        sentences.map((sentence) => (/read-only/.test(sentence) ? 'read-only' : sentence)),
        then === 'refused' ? ['read-only', 'read-only'] : [],
      );
    }
  });

  test('is asked for with the environment, its host, and the workflow by name and key', async () => {
    const service = await connected(held, startable);
    await setting('environments', [
      { name: 'Live [EU](command:x)', baseUrl: service.url, kind: 'production' },
    ]);
    const { sentences } = onQuestion('warning');
    await startWith();
    await startWith('wf_unknown');
    const host = new URL(service.url).host;
    const asks = 'A command with arguments (of a keybinding, a task or another extension) asks for it.';
    assert.deepEqual(sentences, [
      `Start a job of workflow “Invoice Approval” (wf_a) on Live [EU] (command:x) (${host})? ${asks}`,
      `Start a job of workflow “wf_unknown” on Live [EU] (command:x) (${host})? ${asks}`,
    ]);
  });

  test('in a read-only environment is refused with help before a key is asked for: from the palette, a keybinding and a job’s row', async () => {
    const service = await connected(held, startable);
    await setting('environments', [
      { name: 'Staging', baseUrl: service.url, kind: 'staging', readOnly: true },
    ]);
    const buttons: unknown[] = [];
    const { sentences } = onQuestion('error', (_sentence, ...offered) => void buttons.push(offered));
    onBox('createQuickPick', () => assert.fail('a key was asked for'));
    await run('startJob');
    await startWith();
    await run('startAnother', {
      kind: 'job',
      row: { kind: 'job', job: aJob() },
    });
    const refused = `Jobs cannot be started in Staging (${new URL(service.url).host}): the environment is read-only. Switch to another environment, or change “readOnly” in the settings.`;
    assert.deepEqual(sentences, [refused, refused, refused]);
    assert.deepEqual(
      buttons,
      Array.from({ length: 3 }, () => ['Switch Environment…', 'Edit Settings']),
    );
    assert.equal(posts(service), 0);
  });

  test('that is confirmed after another environment was switched to starts nothing in either', async () => {
    const other = await serve(holding(held, startable));
    const service = await connected(held, startable);
    const kinds = { kind: 'production' };
    await setting('environments', [
      { name: 'One', baseUrl: service.url, ...kinds },
      { name: 'Other', baseUrl: other.url, ...kinds },
    ]);
    const { sentences } = onQuestion('warning', async (_sentence, _options, _first, button) => {
      await setting('baseUrl', other.url);
      return String(button);
    });
    await startWith();
    assert.equal(sentences.at(-1), 'The connection changed: no job was started.');
    assert.deepEqual([posts(service), posts(other), openPages()], [0, 0, []]);
  });

  test('that was confirmed is not sent where the environment has become read-only since', async () => {
    const service = await connected(held, startable);
    const entry = { name: 'Here', baseUrl: service.url, kind: 'production' };
    await setting('environments', [entry]);
    onQuestion('warning', async (_sentence, _options, _first, button) => {
      await setting('environments', [{ ...entry, readOnly: true }]);
      return String(button);
    });
    const { sentences } = onQuestion('error');
    await startWith();
    assert.match(sentences.join('\n'), /read-only/);
    assert.equal(posts(service), 0);
  });

  test('that no person picked asks once for each workspace and service, unless the service is local or the user’s for development', async () => {
    const [eu, us, dev] = [
      'https://eu.workflow-jobs.invalid',
      'https://us.workflow-jobs.invalid',
      'https://dev.workflow-jobs.invalid',
    ].map((url) => {
      const reading = readBaseUrl(url);
      assert.ok(reading.kind === 'valid');
      return reading.baseUrl;
    }) as [BaseUrl, BaseUrl, BaseUrl];
    const service = await connected(held, startable);
    await setting('environments', [
      { name: 'Staging', baseUrl: eu.href, kind: 'staging' },
      { name: 'Dev', baseUrl: dev.href, kind: 'development' },
    ]);
    await inWorkspace('environments', [{ name: 'Theirs', baseUrl: us.href, kind: 'development' }]);
    const { connection, credentials, environments, dispose } = ownConnection();
    const guard = windowChangeGuard({ environments, credentials });
    const change = changes.startJob(`a” is fine${'x'.repeat(80)}`, () => Promise.resolve('Go “on”'));
    try {
      const buttons: unknown[] = [];
      const answers = ['Do Not Start', 'Start Once', 'Allow for This Folder', undefined];
      const { sentences } = onQuestion('warning', (_sentence, _options, ...offered) => {
        buttons.push(offered);
        return answers.shift();
      });
      const may = async (baseUrl: BaseUrl, kind: 'person' | 'folder' = 'folder') => {
        const initiator = kind === 'person' ? { kind } : { kind, who: 'Task “build” of folder “shop”' };
        const consent = guard.needed(baseUrl, change, initiator);
        return consent === 'none' || guard.ask(baseUrl, change, initiator, consent);
      };
      assert.deepEqual(
        [await may(eu), await may(eu), await may(eu), await may(eu), await may(us)],
        [false, true, true, true, false],
      );
      assert.deepEqual(
        buttons,
        Array.from({ length: 4 }, () => ['Do Not Start', 'Start Once', 'Allow for This Folder']),
      );
      const workflow = `“Go \\“on\\”” (a\\” is fine${'x'.repeat(49)}…)`;
      const asked = (place: string) =>
        `Let tasks and commands of this folder start jobs on ${place}? Task “build” of folder “shop” asks to start workflow ${workflow}.`;
      assert.deepEqual(sentences, [
        ...Array.from({ length: 3 }, () => asked('Staging (eu.workflow-jobs.invalid)')),
        asked('Theirs (workspace) · us.workflow-jobs.invalid'),
      ]);
      const { folder: _, ...words } = change.words;
      assert.equal(
        guard.needed(eu, { ...change, words }, { kind: 'folder', who: 'Task' }),
        'confirmation',
        'what was allowed is to start jobs',
      );
      // A person's own pick, the user's development and the local machine need no such question.
      assert.deepEqual(
        [await may(us, 'person'), await may(dev), await may(connection.require().client.baseUrl)],
        [true, true, true],
      );
      assert.equal(sentences.length, 4);
      assert.equal(posts(service), 0);
    } finally {
      dispose();
    }
  });
});

suite('The choice of an environment that only the workspace names', () => {
  test('waits where Restricted Mode ignores it, which is not called a removal', async () => {
    const trust = (isTrusted: boolean) =>
      Object.defineProperty(vscode.workspace, 'isTrusted', { get: () => isTrusted, configurable: true });
    atEnd(() => trust(true));
    const baseUrl = 'http://127.0.0.1:9/theirs';
    await inWorkspace('environments', [{ name: 'Theirs', baseUrl, kind: 'staging' }]);
    const { sentences } = onQuestion('warning');
    const store = createKeyValueStore();
    const openWindow = () => {
      const { connection, dispose } = ownConnection({ workspaceStore: store });
      atEnd(dispose);
      return connection;
    };
    openWindow().choose({ kind: 'environment', name: 'Theirs', href: baseUrl });
    trust(false);
    assert.equal(openWindow().at(baseUrl), undefined);
    trust(true);
    assert.equal(openWindow().require().client.baseUrl.href, baseUrl);
    assert.deepEqual(sentences, []);
  });
});
