import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../../src/ui/connection/settings.ts';
import { aField, aJob } from '../../support/service/builders.ts';
import { serveData, errorResponse } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { contexts } from '../support/captures.ts';
import { advanceClock } from '../support/clock.ts';
import { onQuestion } from '../support/prompts.ts';
import { descriptionOf, onDidSet, rowsOf, settled } from '../support/rows.ts';
import {
  connect,
  connected,
  disconnect,
  requestsFor,
  run,
  serve,
  setting,
  until,
  untilRequested,
} from '../support/extension.ts';
import { advanceUntil, minute } from '../support/following.ts';

const view = 'workflowJobs.jobs';

suite('Jobs and Fields views', () => {
  test('reload after the service recovers', async () => {
    const data = { fields: [aField()], jobs: [aJob({ key: 'job_1' })] };
    const service = await serve(() => errorResponse(400, 'Down.'));
    await connect(service);
    const views = [view, 'workflowJobs.fields'];
    await settled();
    await run('refreshFields');
    const labels = async () =>
      (await Promise.all(views.map((id) => rowsOf(id)))).map(([row]) => row?.label);
    assert.deepEqual(await labels(), [undefined, 'Fields not loaded']);
    assert.deepEqual(
      views.map((id) => contexts.get(`${id}Unread`)),
      ['other', true],
    );
    const before = requestsFor(service, 'GET', /^\/fields/);
    service.use(serveData(data));
    await run('refreshJobs');
    await advanceUntil(untilRequested(service, 'GET', /^\/fields/, before + 1));
    // Cancels the automatic refresh, and waits for the fields.
    await run('refreshFields');
    assert.deepEqual(await labels(), ['Invoice Approval', 'Title']);
  });

  test('show the date and time of cached jobs on the following day', async () => {
    const service = await connected({ jobs: [aJob({ key: 'job_1' })] });
    await disconnect();
    service.use(() => errorResponse(400, 'Down.'));
    await connect(service);
    await until(() => / as of /.test(descriptionOf()), onDidSet());
    const hasDate = () => /as of .*\d{4},/.test(descriptionOf());
    assert.equal(hasDate(), false);
    advanceClock(24 * 60 * minute);
    assert.equal(hasDate(), true);
  });

  test('show newer jobs in a separate row after an automatic refresh', async () => {
    const data = { jobs: [aJob({ key: 'job_1' })] };
    const service = await connected(data);
    const before = requestsFor(service, 'GET', /page=1$/);
    const startedAt = new Date().toISOString();
    data.jobs = [aJob({ key: 'job_2', startedAt }), ...data.jobs];
    await setting('autoRefresh', 5);
    await advanceUntil(untilRequested(service, 'GET', /page=1$/, before + 1));
    await until(() => descriptionOf() === '1 of 2', onDidSet());
    assert.equal(requestsFor(service, 'GET', /page=1$/), before + 1);
    const [newer, ...jobs] = await rowsOf();
    assert.deepEqual(
      [newer?.label, newer?.command?.command],
      ['1 newer job', 'workflowJobs.refreshJobs'],
    );
    assert.equal(jobs.length, 1);
    await run('refreshJobs');
    assert.deepEqual(
      (await rowsOf()).map(({ label }) => label),
      ['Invoice Approval', 'Invoice Approval'],
    );
  });

  test('announce results and errors to screen readers', async () => {
    const data = { jobs: Array.from({ length: 60 }, (_, index) => aJob({ key: `job_${index}` })) };
    const service = await connected(data);
    const editor = vscode.workspace.getConfiguration('editor');
    await editor.update('accessibilitySupport', 'on', vscode.ConfigurationTarget.Global);
    atEnd(() =>
      editor.update('accessibilitySupport', undefined, vscode.ConfigurationTarget.Global),
    );
    const { sentences } = onQuestion('info');
    await run('loadMoreJobs');
    assert.deepEqual(sentences.splice(0), ['Loaded 10 more jobs, 60 of 60']);
    for (const [handler, sentence] of [
      [() => errorResponse(400, 'Down.'), /^Refresh failed\. .*Down\./],
      [serveData(data), /^Refresh succeeded\.$/],
    ] as const) {
      service.use(handler);
      await run('refreshJobs');
      assert.match(sentences.splice(0).join(), sentence);
    }
  });
});

suite('autoRefresh setting', () => {
  test('limits its value to the allowed range', async () => {
    for (const [seconds, allowed] of [
      [-5, 0],
      [0.1, 5],
      [1e300, 86_400],
    ] as const) {
      await setting('autoRefresh', seconds);
      assert.equal(settings.autoRefresh(), allowed * 1000, String(seconds));
    }
  });
});
