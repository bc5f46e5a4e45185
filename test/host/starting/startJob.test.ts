import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, minutesAgo } from '../../support/service/builders.ts';
import {
  envelope,
  serveData,
  json,
  delayed,
  redirect,
  errorResponse,
  reset as broken,
  stalled,
  truncated,
  withHeaders,
} from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { type Box, type BoxItem, onBox, onProgress, onQuestion, onWindow } from '../support/prompts.ts';
import { captured, hide, isVisible, nodesOf } from '../support/rows.ts';
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

const started = aJob({ key: 'job/new?1', activeWorkflows: [{ key: 'wf_a', name: 'Started here' }] });
const serviceContent = { jobs: [aJob()] };
const known = [
  { key: 'wf_employee_onboarding', name: 'Employee Onboarding' },
  { key: 'wf_contract_review', name: 'Contract Review' },
];

suite('Start Job', () => {
  test('sends the key in its argument once as JSON, and opens the page of the new job @floor @everyHost', async () => {
    const service = await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    const notified = onQuestion('info');
    await run('startJob', 'wf_a');
    await untilPageOpen('Started here');
    assert.deepEqual(notified.sentences, []);
    const posts = service.requests.filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 1);
    assert.match(posts[0]?.headers['content-type'] ?? '', /^application\/json/);
    assert.deepEqual(JSON.parse(posts[0]?.body ?? ''), { workflowKey: 'wf_a' });
  });

  test('opens the page and reports no error if the row of the new job cannot be revealed', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    const { view } = captured();
    const original = Object.getOwnPropertyDescriptor(view, 'reveal');
    const unknown = () => Promise.reject(new Error('TreeError [workflowJobs.jobs] Data tree node not found'));
    Object.defineProperty(view, 'reveal', { value: unknown, configurable: true });
    atEnd(() => Object.defineProperty(view, 'reveal', original ?? {}));
    const errors = onQuestion('error');
    await run('startJob', 'wf_a');
    await untilPageOpen('Started here');
    assert.deepEqual(errors.sentences, []);
  });

  test('starts the active row on Enter, or the typed key if no row is active', async () => {
    const service = await connected(
      { jobs: [aJob({ activeWorkflows: known })] },
      { 'POST /jobs': envelope({ job: started }) },
    );
    let indexOfTyped = 0;
    const answers: ((box: Box) => void)[] = [
      ({ type, accept }) => {
        type('wf_new');
        accept();
      },
      (box) => {
        box.type('wf_n');
        indexOfTyped = box.items.length - 1;
        box.type('wf_newer');
        box.accept(indexOfTyped);
      },
      (box) => {
        box.type('wf_contract_revie');
        box.type('wf_contract_review');
        box.accept(indexOfTyped);
      },
      (box) => {
        const index = box.items.findIndex(({ key }) => key === known[0]?.key);
        box.type('onboard');
        box.accept(index);
      },
    ];
    onBox('createQuickPick', (box) => answers.shift()?.(box));
    for (let count = 0; count < 4; count++) await run('startJob');
    const posts = service.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as unknown);
    assert.deepEqual(
      posts,
      ['wf_new', 'wf_newer', 'wf_contract_review', 'wf_employee_onboarding'].map((workflowKey) => ({
        workflowKey,
      })),
    );
  });

  test('always shows a row for the typed key after the known workflows', async () => {
    await connected({ jobs: [aJob({ activeWorkflows: known })] });
    const offered: (readonly BoxItem[])[] = [];
    onBox('createQuickPick', (pick) => {
      offered.push(pick.items);
      pick.type('onboard');
      offered.push(pick.items);
      pick.hide();
    });
    await run('startJob');
    const [before = [], after = []] = offered;
    assert.deepEqual(after.slice(0, -1), before);
    const { label, description, alwaysShow } = after.at(-1) ?? {};
    assert.deepEqual([label, description, alwaysShow], ['Start workflow', '“onboard”', true]);
    assert.ok(after.every((item) => item.label !== ''));
  });

  test('isolates a right-to-left name from its key', async () => {
    await connected({ jobs: [aJob({ activeWorkflows: [{ key: '7', name: 'אישור' }] })] });
    let labels: (string | undefined)[] = [];
    onBox('createQuickPick', (pick) => {
      labels = pick.items
        .filter(({ key }) => key === '7')
        .flatMap(({ label, description }) => [label, description]);
      pick.hide();
    });
    await run('startJob');
    assert.deepEqual(labels, ['\u2068אישור\u2069', '7']);
  });

  test('starts a fully typed key unless the person makes another row active', async () => {
    const service = await connected(
      {
        jobs: [
          aJob({
            activeWorkflows: [
              { key: 'wf_a_other', name: 'wf_a' },
              { key: 'wf_a', name: 'Z' },
            ],
          }),
        ],
      },
      { 'POST /jobs': envelope({ job: started }) },
    );
    const answers: ((box: Box) => void)[] = [
      ({ pick }) => pick('wf_a_other'),
      ({ activate, pick }) => {
        for (const key of ['wf_a_other', 'wf_a', 'wf_a_other']) activate(key);
        pick('wf_a_other');
      },
    ];
    onBox('createQuickPick', (box) => {
      box.type('wf_a');
      answers.shift()?.(box);
    });
    for (let count = 0; count < 2; count++) await run('startJob');
    const posts = service.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as unknown);
    assert.deepEqual(posts, [{ workflowKey: 'wf_a' }, { workflowKey: 'wf_a_other' }]);
  });

  test('returns the key of the new job to scripts, and does not open a hidden Jobs view', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    await hide();
    assert.equal(await run('startJob', 'wf_a'), started.key);
    await untilPageOpen('Started here');
    assert.equal(isVisible(), false);
  });

  test('accepts and returns plain JSON, and waits for the job if `wait` is true', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': envelope({ job: started }),
      'GET /jobs/job%2Fnew%3F1': envelope({ job: { ...started, completedAt: minutesAgo(0) } }),
    });
    assert.deepEqual(await run('startJob', { workflowKey: 'wf_a' }), {
      key: started.key,
    });
    assert.deepEqual(
      await run('startJob', {
        workflowKey: 'wf_a',
        wait: true,
        timeout: 60,
      }),
      { key: started.key, outcome: 'completed' },
    );
    assert.equal(requestsFor(service, 'POST', /./), 2);
    assert.equal(await run('openJob', { key: 'job_1' }), 'job_1');
    assert.deepEqual(await run('watchJob', 'job_1'), ['job_1']);
    await run('unwatchJob', {
      kind: 'job',
      row: { kind: 'job', job: aJob() },
    });
  });

  test('rejects an object with an unknown member, and lists the valid members', async () => {
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

  test('asks in production with one button, and starts no job if the person cancels', async () => {
    const service = await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    await setting('environments', [{ name: 'Live', baseUrl: service.url, kind: 'production' }]);
    const warning = onQuestion('warning');
    onBox('createQuickPick', ({ type, accept }) => {
      type('wf_a');
      accept();
    });
    await run('startJob');
    assert.deepEqual((await warning.asked).slice(1), [{ modal: true }, 'Start in Production']);
    assert.equal(requestsFor(service, 'POST', /./), 0);
  });

  test('shows no command link in its progress', async () => {
    await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    const { titles } = onProgress();
    await run('startJob', '[Details](command:workbench.action.quit)');
    assert.ok(
      titles.includes('Starting a job of workflow “[Details] (command:workbench.action.quit)”…'),
      String(titles),
    );
  });

  test('shows the message of the service if it rejects the start, and does not retry', async () => {
    const service = await connected(serviceContent, {
      'POST /jobs': errorResponse(422, 'No workflow wf_b.'),
    });
    const error = onQuestion('error');
    await run('startJob', 'wf_b');
    assert.match(String((await error.asked)[0]), /No workflow wf_b\./);
    assert.equal(requestsFor(service, 'POST', /./), 1);
    assert.deepEqual(openPages(), []);
  });

  test('offers new jobs of the workflow after a start without a response', async () => {
    const ofWorkflow = { activeWorkflows: [{ key: 'wf_a', name: 'Appeared' }] };
    const updated = aJob({ key: 'job_old', ...ofWorkflow, updatedAt: minutesAgo(0) });
    const list = { jobs: [aJob()] };
    const service = await connected(list, {
      'POST /jobs': () => {
        const startedAt = minutesAgo(0);
        const appeared = aJob({ key: 'job_2', ...ofWorkflow, startedAt });
        const elsewhere = aJob({
          key: 'job_3',
          activeWorkflows: [{ key: 'wf_other', name: 'Another workflow' }],
          startedAt,
        });
        list.jobs = [updated, appeared, elsewhere, aJob()];
        return broken();
      },
    });
    const warning = onQuestion('warning', (_sentence, firstButton) => String(firstButton));
    await run('startJob', 'wf_a');
    const [sentence, ...buttons] = await warning.asked;
    assert.match(String(sentence), /The job list shows one new job of this workflow\.$/);
    assert.deepEqual(buttons, ['Open Appeared (job_2)', 'Start Again…']);
    await untilPageOpen('Appeared');
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('offers the new job but no second start if an accepted start returned no job', async () => {
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
      /^The service accepted the request but did not return a job \(HTTP 202\)\. .*shows one new job of this workflow/,
    );
    assert.deepEqual([buttons, errors.sentences], [['Open Appeared (job_2)'], []]);
    await untilPageOpen('Appeared');
    assert.equal(requestsFor(service, 'POST', /./), 1);
  });

  test('cannot repeat a start without a response on another service', async () => {
    const other = await serve(serveData(serviceContent));
    await connected(serviceContent, { 'POST /jobs': broken() });
    const warning = onQuestion('warning', async () => {
      await setting('baseUrl', other.url);
      return 'Start Again…';
    });
    await run('startJob', 'wf_a');
    assert.match(warning.sentences[0] ?? '', /may or may not have started/);
    assert.deepEqual(warning.sentences.slice(1), ['Nothing was done, because the connection has changed.']);
    assert.equal(requestsFor(other, 'POST', /./), 0);
  });

  test('can try a rejected start again after the settings were corrected', async () => {
    let isKnown = false;
    const service = await connected(serviceContent, {
      'POST /jobs': () => (isKnown ? envelope({ job: started }) : json(401, {})),
    });
    onQuestion('error', async () => {
      isKnown = true;
      await setting('apiKey.header', 'X-Api-Key');
      return 'Try Again';
    });
    onBox('createQuickPick', ({ pick }) => pick('wf_a'));
    await run('startJob', 'wf_a');
    await untilPageOpen('Started here');
    assert.equal(requestsFor(service, 'POST', /./), 2);
  });

  test('sends nothing while the service asks to wait, and offers to try again', async () => {
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

  test('offers the page of the job instead of opening it if the service responds late', async () => {
    await connected(serviceContent, { 'POST /jobs': delayed(envelope({ job: started }), 2100) });
    const { promise: openNow, resolve } = Promise.withResolvers<string>();
    const notified = onQuestion('info', () => openNow);
    await run('startJob', 'wf_a');
    const [sentence, button] = await notified.asked;
    assert.deepEqual([sentence, button], ['Started Started here (wf_a).', 'Open']);
    assert.deepEqual(openPages(), []);
    resolve('Open');
    await untilPageOpen('Started here');
  });

  test('waits for the job of a start that was tried again with other settings', async () => {
    let isKnown = false;
    const over = { ...started, completedAt: minutesAgo(0) };
    await connected(serviceContent, {
      'POST /jobs': () => (isKnown ? envelope({ job: started }) : json(401, {})),
      'GET /jobs/job%2Fnew%3F1': envelope({ job: over }),
    });
    onQuestion('error', async () => {
      isKnown = true;
      await setting('apiKey.header', 'X-Api-Key');
      return 'Try Again';
    });
    onBox('createQuickPick', ({ pick }) => pick('wf_a'));
    assert.deepEqual(await run('startJob', { workflowKey: 'wf_a', wait: true }), {
      key: started.key,
      outcome: 'completed',
    });
  });

  test('reports an unknown outcome and does not retry if the response is incomplete or redirects @everyHost', async () => {
    await setting('requestTimeout', 1);
    let answer = broken();
    const service = await connected(serviceContent, { 'POST /jobs': () => answer });
    const sent = countRequests();
    for (const [index, each] of [
      broken(),
      truncated(envelope({ job: started }), 20),
      stalled(envelope({ job: started }), 20),
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

  test('searches for the new job in a list that was requested after the start', async () => {
    const now = { jobs: [aJob()] };
    const service = await connected(now);
    const [asked, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const list = serveData(now);
    service.use(
      serveData(now, {
        'GET /jobs?page=1': async (request, index) => {
          const answer = await list(request, index);
          asked.resolve();
          await failed.promise;
          return answer;
        },
        'POST /jobs': () => {
          now.jobs = [{ ...started, startedAt: minutesAgo(0) }, ...now.jobs];
          return broken();
        },
      }),
    );
    const refreshed = run('refreshJobs');
    await asked.promise;
    type Task = (progress: object, token: vscode.CancellationToken) => Promise<unknown>;
    onWindow('withProgress', (_: unknown, task: Task) => {
      const start = task({ report: () => undefined }, new vscode.CancellationTokenSource().token);
      // The answer comes once the extension has asked for the list, or joined what was asked before.
      const answer = () => void setTimeout(failed.resolve);
      start.then(answer, answer);
      return start;
    });
    const warning = onQuestion('warning');
    await run('startJob', 'wf_a');
    assert.match(String((await warning.asked)[0]), /shows one new job of this workflow/);
    await refreshed;
  });
});

suite('Start Another Like This', () => {
  test('suggests the workflow of the row, and starts no job before the person selects a workflow', async () => {
    const service = await connected(
      { jobs: [aJob({ activeWorkflows: [known[0]!, known[1]!] })] },
      { 'POST /jobs': envelope({ job: started }) },
    );
    const suggested: unknown[] = [];
    const answers: ((box: Box) => void)[] = [
      ({ hide }) => hide(),
      ({ type, pick }) => {
        type('wf_contract_review');
        pick('wf_contract_review');
      },
    ];
    onBox('createQuickPick', (box) => {
      suggested.push(
        box.activeItems.map(({ key }) => key),
        requestsFor(service, 'POST', /./),
      );
      answers.shift()?.(box);
    });
    const [row] = await nodesOf();
    for (const picked of [undefined, started.key]) {
      assert.equal(await run('startAnother', row), picked);
    }
    assert.deepEqual(suggested, [['wf_employee_onboarding'], 0, ['wf_employee_onboarding'], 0]);
    const posts = service.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as unknown);
    assert.deepEqual(posts, [{ workflowKey: 'wf_contract_review' }]);
  });
});

suite('Start Job, if another service is connected meanwhile,', () => {
  /** Connects to another service in the middle of a start, which is then not sent. */
  const between = async (
    start: (change: () => Promise<void>) => Thenable<void>,
    reply?: (change: () => Promise<void>) => Promise<string>,
  ): Promise<void> => {
    const other = await serve(serveData(serviceContent, { 'POST /jobs': envelope({ job: started }) }));
    const firstService = await connected(serviceContent, { 'POST /jobs': envelope({ job: started }) });
    const change = () => setting('baseUrl', other.url);
    const { sentences } = onQuestion('warning', () => reply?.(change));
    await start(change);
    assert.equal(sentences.at(-1), 'Nothing was sent because another service was connected.');
    assert.deepEqual(
      [requestsFor(firstService, 'POST', /./), requestsFor(other, 'POST', /./), openPages()],
      [0, 0, []],
    );
  };

  test('starts no job on a service that the person did not confirm', async () => {
    await setting('confirmStart', 'always');
    await between(
      () => run('startJob', 'wf_a'),
      async (change) => {
        await change();
        return 'Start';
      },
    );
  });

  test('starts no job with a key that was selected for the previous service', () =>
    between((change) => {
      onBox('createQuickPick', ({ pick }) => change().then(() => pick('wf_a')));
      return run('startAnother', {
        kind: 'job',
        row: { kind: 'job', job: started },
      });
    }));
});
