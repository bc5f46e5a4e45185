import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, minutesAgo } from '../../support/service/builders.ts';
import {
  envelope,
  serveData,
  json,
  redirect,
  errorResponse,
  reset as broken,
  stalled,
  truncated,
  withHeaders,
} from '../../support/service/service.ts';
import { onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { serviceContent, startedJob } from './sampleStart.ts';
import { countRequests } from '../support/sentRequests.ts';
import {
  connected,
  openPages,
  requestsFor,
  run,
  serve,
  setting,
  untilPageOpen,
} from '../support/extension.ts';

suite('Start Job command', () => {
  test('shows the service message if the service rejects the request', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': errorResponse(422, 'No workflow wf_b.'),
    });
    const error = onQuestion('error');
    await run('startJob', 'wf_b');
    assert.match(String((await error.asked)[0]), /No workflow wf_b\./);
    assert.equal(requestsFor(service, 'POST', /./), 1);
    assert.deepEqual(openPages(), []);
  });

  test('offers to open new jobs for the workflow if the service does not respond', async () => {
    const ofWorkflow = { activeWorkflows: [{ key: 'wf_a', name: 'Appeared' }] };
    const updated = aJob({ key: 'job_old', ...ofWorkflow, updatedAt: minutesAgo(0) });
    const list = { jobs: [aJob()] };
    const service = await connected(list, {
      'POST /jobs': () => {
        const startedAt = minutesAgo(0);
        const appeared = aJob({ key: 'job_2', ...ofWorkflow, startedAt });
        const otherWorkflow = aJob({
          key: 'job_3',
          activeWorkflows: [{ key: 'wf_other', name: 'Another workflow' }],
          startedAt,
        });
        list.jobs = [updated, appeared, otherWorkflow, aJob()];
        return broken();
      },
    });
    const warning = onQuestion('warning', (_sentence, firstButton) => String(firstButton));
    await run('startJob', 'wf_a');
    const [sentence, ...buttons] = await warning.asked;
    assert.match(String(sentence), /The job list shows one new job for this workflow\.$/);
    assert.deepEqual(buttons, ['Open Appeared (job_2)', 'Start Again…']);
    await untilPageOpen('Appeared');
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('offers no retry if the service accepted the request but returned no job', async () => {
    const appeared = aJob({
      key: 'job_2',
      activeWorkflows: [{ key: 'wf_a', name: 'Appeared' }],
      startedAt: new Date().toISOString(),
    });
    const list = { jobs: [aJob()] };
    const service = await connected(list, {
      'POST /jobs': () => {
        list.jobs = [appeared, aJob()];
        return json(202, { status: 'queued', code: 202, data: {} });
      },
    });
    const errors = onQuestion('error');
    const warning = onQuestion('warning', (_sentence, firstButton) => String(firstButton));
    await run('startJob', 'wf_a');
    const [sentence, ...buttons] = await warning.asked;
    assert.match(
      String(sentence),
      /^The service accepted the request but did not return a job \(HTTP 202\)\. .*shows one new job for this workflow/,
    );
    assert.deepEqual([buttons, errors.sentences], [['Open Appeared (job_2)'], []]);
    await untilPageOpen('Appeared');
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('never resends a failed request to another service', async () => {
    const other = await serve(serveData(serviceContent));
    await connected(serviceContent, { 'POST /jobs': broken() });
    const warning = onQuestion('warning', async () => {
      await setting('baseUrl', other.url);
      return 'Start Again…';
    });
    await run('startJob', 'wf_a');
    assert.match(warning.sentences[0] ?? '', /may or may not have started/);
    assert.deepEqual(warning.sentences.slice(1), [
      'Nothing was done, because the connection has changed.',
    ]);
    assert.equal(requestsFor(other, 'POST', /./), 0);
  });

  test('sends no start request until the Retry-After delay has passed', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': withHeaders(json(429, {}), { 'retry-after': '120' }),
    });
    await run('startJob', 'wf_a');
    const error = onQuestion('error');
    await run('startJob', 'wf_a');
    const [sentence, firstButton] = await error.asked;
    assert.match(
      String(sentence),
      /^Nothing was sent, because the service asked to wait until \d+:\d\d [AP]M/,
    );
    assert.equal(firstButton, 'Try Again');
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('retries the request after the user corrects the settings', async () => {
    let isKeyAccepted = false;
    const completed = { ...startedJob, completedAt: minutesAgo(0) };
    const service = await connected(serviceContent, {
      'POST /jobs': () => (isKeyAccepted ? envelope({ job: startedJob }) : json(401, {})),
      'GET /jobs/job%2Fnew%3F1': envelope({ job: completed }),
    });
    onQuestion('error', async () => {
      isKeyAccepted = true;
      await setting('apiKey.header', 'X-Api-Key');
      return 'Try Again';
    });
    onBox('createQuickPick', ({ pick }) => pick('wf_a'));
    assert.deepEqual(await run('startJob', { workflowKey: 'wf_a', wait: true }), {
      key: startedJob.key,
      outcome: 'completed',
    });
    await untilPageOpen('Started here');
    assert.equal(requestsFor(service, 'POST', /./), 2);
  });

  test('does not retry after an incomplete or redirected response @everyHost', async () => {
    await setting('requestTimeout', 1);
    let answer = broken();
    const service = await connected(serviceContent, { 'POST /jobs': () => answer });
    const sent = countRequests();
    for (const [index, each] of [
      broken(),
      truncated(envelope({ job: startedJob }), 20),
      stalled(envelope({ job: startedJob }), 20),
      redirect('http://127.0.0.1:1/elsewhere', 307),
    ].entries()) {
      answer = each;
      const warning = onQuestion('warning');
      await run('startJob', 'wf_a');
      assert.match(
        String((await warning.asked)[0]),
        /The job for workflow “wf_a” may or may not have started/,
      );
      assert.equal(sent(service, 'POST', /./), index + 1);
    }
  });

  test('searches for the new job only in a list that was requested after the failure', async () => {
    const now = { jobs: [aJob()] };
    const service = await connected(now);
    const [listRequested, startFailed] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const list = serveData(now);
    service.use(
      serveData(now, {
        'GET /jobs?page=1': async (request, index) => {
          const answer = await list(request, index);
          listRequested.resolve();
          await startFailed.promise;
          return answer;
        },
        'POST /jobs': () => {
          now.jobs = [{ ...startedJob, startedAt: minutesAgo(0) }, ...now.jobs];
          return broken();
        },
      }),
    );
    const refreshed = run('refreshJobs');
    await listRequested.promise;
    type Task = (progress: object, token: vscode.CancellationToken) => Promise<unknown>;
    onWindow('withProgress', (_: unknown, task: Task) => {
      const start = task({ report: () => undefined }, new vscode.CancellationTokenSource().token);
      // Responds after the extension has requested the list again, or has reused the first request.
      const answer = () => void setTimeout(startFailed.resolve);
      start.then(answer, answer);
      return start;
    });
    const warning = onQuestion('warning');
    await run('startJob', 'wf_a');
    assert.match(String((await warning.asked)[0]), /shows one new job for this workflow/);
    await refreshed;
  });

  test('sends no request if the service changes while the user selects a workflow', async () => {
    const responses = { 'POST /jobs': envelope({ job: startedJob }) };
    const other = await serve(serveData(serviceContent, responses));
    const first = await connected(serviceContent, responses);
    const { sentences } = onQuestion('warning');
    onBox('createQuickPick', ({ pick }) => setting('baseUrl', other.url).then(() => pick('wf_a')));
    await run('startAnother', { kind: 'job', row: { kind: 'job', job: startedJob } });
    assert.equal(sentences.at(-1), 'Nothing was sent because another service was connected.');
    assert.deepEqual([requestsFor(first, 'POST', /./), requestsFor(other, 'POST', /./)], [0, 0]);
    assert.deepEqual(openPages(), []);
  });
});
