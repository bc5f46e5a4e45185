import assert from 'node:assert/strict';
import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { type TestResponse, envelope } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { advanceClock } from '../support/clock.ts';
import { onProgress, onQuestion } from '../support/prompts.ts';
import { captured, hide, isVisible } from '../support/rows.ts';
import { serviceContent, startedJob } from './sampleStart.ts';
import {
  connected,
  openPages,
  requestsFor,
  run,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';
import { advanceUntil } from '../support/following.ts';

suite('Start Job command', () => {
  test('sends one request and opens the job page @floor @everyHost', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': envelope({ job: startedJob }),
    });
    const notified = onQuestion('info');
    await run('startJob', 'wf_a');
    await untilPageOpen('Started here');
    assert.deepEqual(notified.sentences, []);
    const posts = service.requests.filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 1);
    assert.match(posts[0]?.headers['content-type'] ?? '', /^application\/json/);
    assert.deepEqual(JSON.parse(posts[0]?.body ?? ''), { workflowKey: 'wf_a' });
  });

  test('opens the job page even if VS Code cannot reveal the new row @full', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: startedJob }) });
    const { view } = captured();
    const original = Object.getOwnPropertyDescriptor(view, 'reveal');
    const unknown = () =>
      Promise.reject(new Error('TreeError [workflowJobs.jobs] Data tree node not found'));
    Object.defineProperty(view, 'reveal', { value: unknown, configurable: true });
    atEnd(() => Object.defineProperty(view, 'reveal', original ?? {}));
    const errors = onQuestion('error');
    const running = run('startJob', 'wf_a');
    await untilPageOpen('Started here');
    // The extension tries to reveal the row for two seconds.
    advanceClock(2000);
    await running;
    assert.deepEqual(errors.sentences, []);
  });

  test('keeps a hidden Jobs view hidden', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: startedJob }) });
    await hide();
    assert.equal(await run('startJob', 'wf_a'), startedJob.key);
    await untilPageOpen('Started here');
    assert.equal(isVisible(), false);
  });

  test('waits for the completion of the job if a script sets `wait`', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': envelope({ job: startedJob }),
      'GET /jobs/job%2Fnew%3F1': envelope({ job: { ...startedJob, completedAt: minutesAgo(0) } }),
    });
    assert.deepEqual(await run('startJob', { workflowKey: 'wf_a' }), {
      key: startedJob.key,
    });
    assert.deepEqual(
      await advanceUntil(run('startJob', { workflowKey: 'wf_a', wait: true, timeout: 60 })),
      { key: startedJob.key, outcome: 'completed' },
    );
    assert.equal(requestsFor(service, 'POST', /./), 2);
    assert.equal(await run('openJob', { key: 'job_1' }), 'job_1');
    assert.deepEqual(await run('watchJob', 'job_1'), ['job_1']);
    await run('unwatchJob', {
      kind: 'job',
      row: { kind: 'job', job: aJob() },
    });
  });

  test('rejects an argument with an unknown property', async () => {
    const service = await connected(serviceContent);
    const error = onQuestion('error');
    await run('startJob', { workflow: 'wf_a' });
    await run('openJob', { job: 'job_1' });
    assert.deepEqual(error.sentences, [
      'No job was started: “workflow” is unknown or has an invalid value. Allowed properties: workflowKey, environment, wait, timeout.',
      'Nothing was opened or watched: “job” is unknown or has an invalid value. Allowed properties: key, environment.',
    ]);
    assert.deepEqual([requestsFor(service, 'POST', /./), openPages()], [0, []]);
  });

  test('shows the workflow name without links in the progress notification', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: startedJob }) });
    const { titles } = onProgress();
    await run('startJob', '[Details](command:workbench.action.quit)');
    assert.ok(
      titles.includes('Starting a job for workflow “[Details] (command:workbench.action.quit)”…'),
      String(titles),
    );
  });

  test('offers to open the job page if the service responds late', async () => {
    const response = Promise.withResolvers<TestResponse>();
    const service = await connected(serviceContent, { 'POST /jobs': () => response.promise });
    const { promise: openNow, resolve } = Promise.withResolvers<string>();
    const notified = onQuestion('info', () => openNow);
    const running = run('startJob', 'wf_a');
    await untilRequested(service, 'POST', /jobs/);
    advanceClock(2100);
    response.resolve(envelope({ job: startedJob }));
    await running;
    const [sentence, button] = await notified.asked;
    assert.deepEqual([sentence, button], ['Started Started here (wf_a).', 'Open']);
    assert.deepEqual(openPages(), []);
    resolve('Open');
    await untilPageOpen('Started here');
  });
});
