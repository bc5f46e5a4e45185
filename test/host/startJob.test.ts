import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../support/builders.ts';
import { type Answer, envelope, json, redirect, reset as broken, stalled, text, truncated } from '../support/service.ts';
import { onWindow } from './replies.ts';
import { hide } from './rows.ts';
import { countRequests } from './sentRequests.ts';
import { connect, noFields, onQuestion, openPages, requestsFor, reset, routes, setting, tidyUp, untilPageOpen, withService } from './support.ts';

const started = aJob({ key: 'job/new?1', activeWorkflows: [{ key: 'wf_a', name: 'Started here' }] });
const list = { 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) };

suite('Start Job', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  test('takes its key as an argument, sends it once as JSON, and opens the page of the new job @floor', () =>
    withService(routes({ ...list, 'POST /jobs': envelope({ job: started }) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
      await untilPageOpen('Started here');
      const posts = service.requests.filter(({ method }) => method === 'POST');
      assert.equal(posts.length, 1);
      assert.match(posts[0]?.headers['content-type'] ?? '', /^application\/json/);
      assert.deepEqual(JSON.parse(posts[0]?.body ?? ''), { workflowKey: 'wf_a' });
    }));

  test('while it is sent, its key is no link to a command', () =>
    withService(routes({ ...list, 'POST /jobs': envelope({ job: started }) }), async (service) => {
      await connect(service);
      const titles: unknown[] = [];
      const restore = onWindow('withProgress', (options: unknown, task: unknown) => {
        titles.push((options as vscode.ProgressOptions).title);
        return (task as (progress: unknown, token: vscode.CancellationToken) => unknown)({}, new vscode.CancellationTokenSource().token);
      });
      try {
        await vscode.commands.executeCommand('workflowJobs.startJob', '[Details](command:workbench.action.quit)');
      } finally {
        restore();
      }
      assert.ok(titles.includes('Starting a job of workflow “[Details] (command:workbench.action.quit)”…'), String(titles));
    }));

  test('a refused start says what the service said, and is not sent again', () =>
    withService(
      routes({ ...list, 'POST /jobs': json(422, { status: 'error', code: 422, errors: [{ type: 'invalid', message: 'No workflow wf_b.' }] }) }),
      async (service) => {
        await connect(service);
        const error = onQuestion('showErrorMessage', () => undefined);
        try {
          await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_b');
          assert.match(String((await error.asked)[0]), /No workflow wf_b\./);
        } finally {
          error.restore();
        }
        assert.equal(requestsFor(service, 'POST', /./), 1);
        assert.deepEqual(openPages(), []);
      },
    ));

  test('after a start without an answer, the jobs that appeared since are offered before starting again', () => {
    const appeared = aJob({ key: 'job_2', activeWorkflows: [{ key: 'wf_a', name: 'Appeared' }] });
    const elsewhere = aJob({ key: 'job_3', activeWorkflows: [{ key: 'wf_other', name: 'Another workflow' }] });
    let sent = false;
    const service = routes({
      'GET /fields': noFields,
      'GET /jobs?page=1': () => envelope(aPage(sent ? [appeared, elsewhere, aJob()] : [aJob()])),
      'GET /jobs/job_2': envelope({ job: appeared }),
      'POST /jobs': () => {
        sent = true;
        return broken();
      },
    });
    return withService(service, async (running) => {
      await connect(running);
      await running.received(2);
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      const warning = onQuestion('showWarningMessage', (_sentence, firstButton) => String(firstButton));
      const sent = countRequests();
      try {
        await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
        const [sentence, ...buttons] = await warning.asked;
        assert.match(String(sentence), /One job of this workflow appeared since\./);
        assert.deepEqual(buttons, ['Open Appeared (job_2)', 'Start again…']);
        await untilPageOpen('Appeared');
      } finally {
        warning.restore();
        sent.restore();
      }
      assert.equal(sent.to(running, 'POST', /./), 1);
    });
  });

  test('a start without an answer cannot be repeated on a service that is connected by then', () =>
    withService(routes({ ...list, 'POST /jobs': broken() }), (one) =>
      withService(routes(list), async (other) => {
        await connect(one);
        const said: string[] = [];
        const warning = onQuestion('showWarningMessage', async (sentence) => {
          said.push(String(sentence));
          await setting('baseUrl', other.url);
          return 'Start again…';
        });
        try {
          await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
        } finally {
          warning.restore();
        }
        assert.match(said[0] ?? '', /not known whether/);
        assert.deepEqual(said.slice(1), ['The connection has changed since: nothing was done.']);
        assert.equal(requestsFor(other, 'POST', /./), 0);
      }),
    ));

  test('a refused start can be tried again once the same service has got what it wants', () => {
    let isKnown = false;
    return withService(routes({ ...list, 'POST /jobs': () => (isKnown ? envelope({ job: started }) : json(401, {})) }), async (service) => {
      await connect(service);
      const error = onQuestion('showErrorMessage', async () => {
        isKnown = true;
        await setting('apiKey.header', 'X-Api-Key');
        return 'Try again';
      });
      const restore = onWindow('createQuickPick', () => pickAfter(() => Promise.resolve()));
      try {
        await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
        await untilPageOpen('Started here');
      } finally {
        error.restore();
        restore();
      }
      assert.equal(requestsFor(service, 'POST', /./), 2);
    });
  });

  const unanswered: Record<string, Answer> = {
    'a broken connection': broken(),
    'a server fault': text(502, '<html>Bad gateway</html>', 'text/html'),
    'a truncated answer': truncated(envelope({ job: started }), 20),
    'an answer that stalls': stalled(envelope({ job: started }), 20),
    'a redirect': redirect('http://127.0.0.1:1/elsewhere', 307),
    'an unreadable success': text(200, '{"status":"ok","code":200,"data":{"job":{"key":7}}}', 'application/json'),
  };
  for (const [name, answer] of Object.entries(unanswered)) {
    test(`${name} leaves the outcome unknown: said so, and sent only once`, () =>
      withService(routes({ ...list, 'POST /jobs': answer }), async (service) => {
        await setting('requestTimeout', 1);
        await connect(service);
        const warning = onQuestion('showWarningMessage', () => undefined);
        const sent = countRequests();
        try {
          await vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a');
          assert.match(String((await warning.asked)[0]), /not known whether the job of workflow “wf_a” was started/);
        } finally {
          warning.restore();
          sent.restore();
        }
        assert.equal(sent.to(service, 'POST', /./), 1);
      }));
  }
});

suite('Start Job, where the connection changes before it is sent,', () => {
  teardown(async () => {
    await setting('confirmStart', undefined);
    await tidyUp();
  });
  suiteTeardown(reset);

  /** Connects to another service in the middle of a start; resolves with what was said at the end. */
  const between = async (start: (change: () => Promise<void>) => Promise<void>, reply: (change: () => Promise<void>) => Promise<string | undefined>): Promise<void> =>
    withService(routes({ ...list, 'POST /jobs': envelope({ job: started }) }), (one) =>
      withService(routes({ ...list, 'POST /jobs': envelope({ job: started }) }), async (other) => {
        await connect(one);
        const change = () => setting('baseUrl', other.url);
        const said: string[] = [];
        const warning = onQuestion('showWarningMessage', (sentence) => {
          said.push(String(sentence));
          return reply(change);
        });
        try {
          await start(change);
        } finally {
          warning.restore();
        }
        assert.equal(said.at(-1), 'The connection changed: no job was started.');
        assert.deepEqual([requestsFor(one, 'POST', /./), requestsFor(other, 'POST', /./), openPages()], [0, 0, []]);
      }),
    );

  test('starts none on a service that nobody confirmed', async () => {
    await setting('confirmStart', 'always');
    await between(
      async () => vscode.commands.executeCommand('workflowJobs.startJob', 'wf_a'),
      async (change) => {
        await change();
        return 'Start';
      },
    );
  });

  test('starts none with a key that was picked for the service before', () =>
    between(
      async (change) => {
        const restore = onWindow('createQuickPick', () => pickAfter(change));
        try {
          await vscode.commands.executeCommand('workflowJobs.startJob', { suggested: 'wf_a' });
        } finally {
          restore();
        }
      },
      () => Promise.resolve(undefined),
    ));
});

/** A quick pick whose first key is picked once something else was done. */
function pickAfter(first: () => Promise<void>): object {
  const accepted = new vscode.EventEmitter<void>();
  const ignore = () => new vscode.Disposable(() => undefined);
  const pick = { items: [] as { key?: string }[], selectedItems: [] as { key?: string }[], onDidChangeValue: ignore, onDidHide: ignore, onDidAccept: accepted.event, hide: () => undefined, dispose: () => undefined, show };
  function show() {
    void first().then(() => {
      pick.selectedItems = pick.items.filter(({ key }) => key !== undefined).slice(0, 1);
      accepted.fire();
    });
  }
  return pick;
}

suite('Open Job', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  test('shows a job that the service can be asked for, its key one path segment whatever it holds', () =>
    withService(routes({ ...list, 'GET /jobs/job%2Fnew%3F1': envelope({ job: started }) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job/new?1');
      await untilPageOpen('Started here');
    }));

  test('a second call reveals the page instead of opening another', () =>
    withService(routes({ ...list, 'GET /jobs/job_1': envelope({ job: aJob() }) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job_1');
      await untilPageOpen('Invoice Approval');
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job_1');
      assert.deepEqual(openPages(), ['Invoice Approval']);
    }));

  test('copes with a service that offers no single jobs: the list knows it', () =>
    withService(routes({ ...list, 'GET /jobs/job_1': json(405, { message: 'Method not allowed' }) }), async (service) => {
      await connect(service);
      await vscode.commands.executeCommand('workflowJobs.openJob', 'job_1');
      await untilPageOpen('Invoice Approval');
    }));

  test('opens none of the service that is connected by the time a job of another is picked', () =>
    withService(routes(list), (one) =>
      withService(routes({ ...list, 'GET /jobs/job_1': envelope({ job: aJob() }) }), async (other) => {
        await connect(one);
        await vscode.commands.executeCommand('workflowJobs.refresh');
        const warning = onQuestion('showWarningMessage', () => undefined);
        const restore = onWindow('createQuickPick', () => pickAfter(() => setting('baseUrl', other.url)));
        try {
          await vscode.commands.executeCommand('workflowJobs.openJob');
          assert.deepEqual((await warning.asked)[0], 'The connection has changed since: nothing was done.');
        } finally {
          restore();
          warning.restore();
        }
        assert.deepEqual(openPages(), []);
      }),
    ));
});

suite('Load More Jobs', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  for (const command of ['loadMoreJobs', 'loadAllJobs']) {
    test(`${command} says what is missing where no service is connected`, async () => {
      const error = onQuestion('showErrorMessage', () => undefined);
      try {
        await vscode.commands.executeCommand(`workflowJobs.${command}`);
        assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
      } finally {
        error.restore();
      }
    });
  }

  test('loads the first page where no view did', () =>
    withService(routes(list), async (service) => {
      await hide('workflowJobs.jobs');
      await setting('baseUrl', service.url);
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      assert.deepEqual(service.requests.map(({ url }) => url), ['/jobs?page=1']);
    }));

  test('asks for the next page by number, once however often it is called', () => {
    const first = Array.from({ length: 50 }, (_, index) => aJob({ key: `job_${index}` }));
    const pages = {
      'GET /fields': noFields,
      'GET /jobs?page=1': envelope(aPage(first, { hasMore: true, nextPage: 2, lastPage: 2, total: 51, nextPageUrl: 'http://internal.invalid/jobs?page=2' })),
      'GET /jobs?page=2': envelope(aPage([aJob({ key: 'job_last' })], { currentPage: 2, lastPage: 2, total: 51 })),
    };
    return withService(routes(pages), async (service) => {
      await connect(service);
      await service.received(2);
      // The first page has arrived once refreshing it is over.
      await vscode.commands.executeCommand('workflowJobs.refreshJobs');
      await Promise.all([1, 2, 3].map(() => vscode.commands.executeCommand('workflowJobs.loadMoreJobs')));
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      assert.equal(requestsFor(service, 'GET', /page=2$/), 1);
    });
  });
});
