import assert from 'node:assert/strict';
import type { Asker } from '../../../src/model/starting/change.ts';
import { readBaseUrl } from '../../../src/service/index.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope } from '../../support/service/service.ts';
import { windowChangeGuard } from '../../../src/ui/starting/changeGuard.ts';
import { atEnd } from '../support/atEnd.ts';
import { createTestConnection } from '../support/testConnection.ts';
import { onBox, onQuestion } from '../support/prompts.ts';
import { connected, requestsFor, run, setting } from '../support/extension.ts';

const started = aJob({ key: 'job_new', activeWorkflows: [{ key: 'wf_a', name: 'New job' }] });
const data = { jobs: [aJob({ activeWorkflows: [{ key: 'wf_a', name: 'Invoice Approval' }] })] };
const startable = { 'POST /jobs': envelope({ job: started }) };

const posts = (service: Service) => requestsFor(service, 'POST', /./);

const startWith = (key = 'wf_a') => run('startJob', key);

suite('Start Job command', () => {
  test('asks for confirmation unless the setting `confirmStart` is “never”', async () => {
    const service = await connected(data, startable);
    // The base URL differs, but the restrictions of an environment apply to the whole host.
    await setting('environments', [
      { name: 'Live', baseUrl: `${service.url}/elsewhere`, kind: 'production' },
    ]);
    const buttons: unknown[] = [];
    onQuestion('warning', (_sentence, _options, ...offered) => void buttons.push(offered));
    await startWith();
    assert.deepEqual([buttons, posts(service)], [[['Start']], 0]);
    await setting('confirmStart', 'never');
    await startWith();
    assert.deepEqual([buttons.length, posts(service)], [1, 1]);
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
