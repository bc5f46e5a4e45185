import assert from 'node:assert/strict';
import type { Asker } from '../../../src/model/starting/change.ts';
import { readBaseUrl } from '../../../src/service/index.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope, serveData } from '../../support/service/service.ts';
import { windowChangeGuard } from '../../../src/ui/starting/changeGuard.ts';
import { atEnd } from '../support/atEnd.ts';
import { createTestConnection } from '../support/testConnection.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { connected, openPages, requestsFor, run, serve, setting } from '../support/extension.ts';

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'New job' }] });
const data = { jobs: [aJob({ activeWorkflows: [{ key: 'wf_a', name: 'Invoice Approval' }] })] };
const startable = { 'POST /jobs': envelope({ job: started }) };

type Entry = Readonly<Record<string, unknown>>;
const posts = (service: Service) => requestsFor(service, 'POST', /./);

const startWith = (key = 'wf_a') => run('startJob', key);

/** An environment, a setting, and the outcome of a start. */
interface StartCase {
  readonly entry?: Entry;
  readonly confirmStart?: string;
  /** The outcome, or the button that starts the job. */
  readonly then: 'sent' | 'refused' | 'Start' | 'Start in Production';
}
// One case for each outcome. The unit tests cover all combinations.
const startCases: readonly StartCase[] = [
  { entry: { kind: 'production' }, confirmStart: 'never', then: 'sent' },
  { entry: { kind: 'staging' }, then: 'sent' },
  { confirmStart: 'always', then: 'Start' },
  { entry: { kind: 'production' }, then: 'Start in Production' },
  { entry: { kind: 'production', path: '/elsewhere' }, then: 'Start' },
  { entry: { kind: 'staging', readOnly: true }, confirmStart: 'never', then: 'refused' },
];

suite('Start Job command', () => {
  test('applies the confirmation and read-only settings before sending a request', async () => {
    const service = await connected(data, startable);
    for (const { entry, confirmStart, then } of startCases) {
      const path = typeof entry?.['path'] === 'string' ? entry['path'] : '';
      const environment = {
        name: 'Local',
        ...entry,
        baseUrl: `${service.url}${path}`,
        path: undefined,
      };
      await setting('environments', entry && [environment]);
      await setting('confirmStart', confirmStart);
      const before = posts(service);
      let agrees = false;
      const buttons: unknown[] = [];
      onQuestion('warning', (_sentence, _options, ...offered) => {
        buttons.push(...offered);
        return agrees ? String(offered[0]) : undefined;
      });
      const { sentences } = onQuestion('error');
      await startWith();
      assert.equal(posts(service) - before, then === 'sent' ? 1 : 0, then);
      agrees = true;
      await startWith();
      const twice: Readonly<Record<string, number>> = { sent: 2, refused: 0 };
      const sentInAll = twice[then] ?? 1;
      assert.equal(posts(service) - before, sentInAll, then);
      assert.deepEqual(buttons, then.startsWith('Start') ? [then, then] : []);
      assert.deepEqual(
        sentences.map((sentence) => (/read-only/.test(sentence) ? 'read-only' : sentence)),
        then === 'refused' ? ['read-only', 'read-only'] : [],
      );
    }
  });

  test('shows the environment, host, and workflow in the confirmation', async () => {
    const service = await connected(data, startable);
    await setting('environments', [
      { name: 'Live [EU](command:x)', baseUrl: service.url, kind: 'production' },
    ]);
    const { asked, sentences } = onQuestion('warning');
    await startWith();
    await startWith('wf_unknown');
    const [, options, ...buttons] = await asked;
    assert.partialDeepStrictEqual(options, { modal: true });
    assert.deepEqual(buttons, ['Start in Production']);
    const host = new URL(service.url).host;
    const asks =
      'Requested by: A command with arguments (from a keybinding, a task, or another extension)';
    assert.deepEqual(sentences, [
      `Start a job for workflow “Invoice Approval” (wf_a) on Live [EU] (command:x) (${host})? ${asks}`,
      `Start a job for workflow “wf_unknown” on Live [EU] (command:x) (${host})? ${asks}`,
    ]);
  });

  test('shows an error instead of the workflow picker if the environment is read-only', async () => {
    const service = await connected(data, startable);
    await setting('environments', [
      { name: 'Staging', baseUrl: service.url, kind: 'staging', readOnly: true },
    ]);
    const buttons: unknown[] = [];
    const { sentences } = onQuestion(
      'error',
      (_sentence, ...offered) => void buttons.push(offered),
    );
    onBox('createQuickPick', () => assert.fail('a picker was shown'));
    await run('startJob');
    await startWith();
    await run('startAnother', {
      kind: 'job',
      row: { kind: 'job', job: aJob() },
    });
    const refused = `Cannot start jobs in Staging (${new URL(service.url).host}) because the environment is read-only. Switch to another environment, or change “readOnly” in the settings.`;
    assert.deepEqual(sentences, [refused, refused, refused]);
    assert.deepEqual(
      buttons,
      Array.from({ length: 3 }, () => ['Switch Environment…', 'Edit Settings']),
    );
    assert.equal(posts(service), 0);
  });

  test('sends no request if the environment changes before the user confirms', async () => {
    const other = await serve(serveData(data, startable));
    const service = await connected(data, startable);
    const kinds = { kind: 'production' };
    await setting('environments', [
      { name: 'One', baseUrl: service.url, ...kinds },
      { name: 'Other', baseUrl: other.url, ...kinds },
    ]);
    const { sentences } = onQuestion('warning', async (_sentence, _options, button) => {
      await setting('baseUrl', other.url);
      return String(button);
    });
    await startWith();
    assert.equal(sentences.at(-1), 'Nothing was sent because another service was connected.');
    assert.deepEqual([posts(service), posts(other), openPages()], [0, 0, []]);
  });
});

suite('windowChangeGuard', () => {
  test('requires confirmation in production and for unconfirmed starts by assistants', async () => {
    const environmentsOf = (kind: string) => [
      { name: 'EU', baseUrl: 'https://eu.workflow-jobs.invalid', kind },
    ];
    const { environments, dispose } = createTestConnection();
    atEnd(dispose);
    await setting('agents.canStartJobs', true);
    const { requiresConfirmation } = windowChangeGuard(environments);
    const script = { kind: 'script', who: 'Task “build” of folder “shop”' } as const;
    const asks = (asker: Asker) => {
      const reading = readBaseUrl('https://eu.workflow-jobs.invalid');
      assert.ok(reading.kind === 'valid');
      return requiresConfirmation(
        reading.baseUrl,
        { kind: 'startJob', key: 'wf_a', name: 'wf_a' },
        asker,
      );
    };
    const all = () => [
      asks({ kind: 'person' }),
      asks(script),
      asks({ kind: 'assistant', isConfirmed: true }),
      asks({ kind: 'assistant', isConfirmed: false }),
    ];
    assert.deepEqual(all(), [false, false, false, true]);
    await setting('environments', environmentsOf('staging'));
    assert.deepEqual(all(), [false, false, false, true]);
    await setting('environments', environmentsOf('production'));
    assert.deepEqual(all(), [true, true, true, true]);
  });
});
