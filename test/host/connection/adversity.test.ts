import assert from 'node:assert/strict';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import {
  type TestResponse,
  type Handler,
  type Service,
  endless,
  envelope,
  gzipped,
  inSequence,
  redirect,
  errorResponse,
  reset as broken,
  stalled,
  startService,
  text,
  truncated,
} from '../../support/service/service.ts';
import { inWorker } from '../support/needsNode.ts';
import { ask, removeApiKey } from '../support/prompts.ts';
import { descriptionOf, messageOf, moreHelp, rowsOf, settled } from '../support/rows.ts';
import { countRequests } from '../support/sentRequests.ts';
import {
  connect,
  disconnect,
  noFields,
  onQuestion,
  requestsFor,
  routes,
  run,
  setting,
} from '../support/extension.ts';

const jobsView = 'workflowJobs.jobs';
const fieldsView = 'workflowJobs.fields';
const bytes = (body: Uint8Array): TestResponse => ({ ...text(200, '', 'application/json'), body });
const onePage = (job: object): TestResponse => envelope(aPage([job]));
const fifty = () => Array.from({ length: 50 }, (_, index) => aJob({ key: `job_${index}` }));

/** Path of the job list below the base URL of a test. */
const jobsPath = /^\/\d+\/jobs/;

interface Adversity {
  readonly name: string;
  /** Responses to `GET /jobs?page=1`, in order. */
  readonly jobs: TestResponse | readonly [TestResponse, ...TestResponse[]];
  /** Text of the view, its rows, or *More Help…*. */
  readonly sees: RegExp;
  /** Text in a browser, which hides the reason of a failed request. */
  readonly seesInBrowser?: RegExp;
  /** Value of the `requestTimeout` setting, in seconds. */
  readonly requestTimeout?: number;
  /** Number of requests for the first page. */
  readonly requests: number;
}

const blocked = /could not be reached.*CORS rules/s;

const page1: Adversity[] = [
  // Temporary failures are retried at most twice.
  {
    name: 'HTTP 408 before a success',
    jobs: [text(408, ''), onePage(aJob())],
    sees: /Invoice Approval/,
    requests: 2,
  },
  // Connections that break or hang.
  {
    name: 'a connection that is always reset',
    jobs: broken(),
    sees: /closed the connection before it responded to GET \/jobs\?page=1/,
    seesInBrowser: blocked,
    requests: 3,
  },
  {
    name: 'a response that stalls once',
    jobs: [stalled(onePage(aJob()), 30), onePage(aJob())],
    requestTimeout: 1,
    sees: /Invoice Approval/,
    requests: 2,
  },
  {
    name: 'a truncated response',
    jobs: truncated(onePage(aJob()), 30),
    sees: /closed the connection/,
    seesInBrowser: blocked,
    requests: 3,
  },
  // Redirects are not followed.
  {
    name: 'a redirect to another host',
    jobs: redirect('http://elsewhere.invalid/jobs?token=x', 307),
    sees: /redirected .* to http:\/\/elsewhere\.invalid\/jobs\. Redirects are not followed/,
    seesInBrowser: /redirected .* to another address\. Redirects are not followed/,
    requests: 1,
  },
  // Invalid bodies.
  {
    name: 'an empty response with HTTP 204',
    jobs: text(204, ''),
    sees: /returned no data for GET \/jobs\?page=1 \(HTTP 204\)/,
    requests: 1,
  },
  {
    name: 'invalid UTF-8',
    jobs: bytes(Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)),
    sees: /not valid UTF-8/,
    requests: 1,
  },
  {
    name: 'a response with a byte order mark',
    jobs: bytes(Uint8Array.of(0xef, 0xbb, 0xbf, ...onePage(aJob()).body)),
    sees: /Invoice Approval/,
    requests: 1,
  },
  {
    name: 'an endless response',
    jobs: endless(' '.repeat(1 << 20)),
    // A slow machine needs a long time until the limit for the size is reached.
    requestTimeout: 600,
    sees: /because it is larger than 32 MiB/,
    requests: 1,
  },
  // Unusual but valid responses.
  {
    name: 'a compressed response',
    jobs: gzipped(onePage(aJob())),
    sees: /Invoice Approval/,
    requests: 1,
  },
];

/**
 * Returns all texts of the Jobs view: `[description] message`, rows with their tooltips and
 * children, and *More Help…*.
 */
async function seen(view: string): Promise<string> {
  const lines = (rows: Awaited<ReturnType<typeof rowsOf>>): string[] =>
    rows.flatMap((row) => [
      `${row.label} | ${row.description} | ${row.tooltip}`,
      ...lines(row.children),
    ]);
  return [
    `[${descriptionOf(view)}] ${messageOf(view)}`.trim(),
    ...lines(await rowsOf(view)),
    await moreHelp(),
  ].join('\n');
}

/**
 * Tests the responses whose effect depends on the `fetch` of the extension host. The unit tests of
 * the client cover all other responses.
 */
suite('User interface', () => {
  let service: Service;
  suiteSetup(async () => {
    service = await startService(routes({}));
    await connect(service);
    await ask('setApiKey', 'key');
  });
  suiteTeardown(async () => {
    onQuestion('info');
    await removeApiKey();
    await disconnect();
    await service.close();
  });

  /** Connects to the service at a new base URL. This handler responds to its requests. */
  const show = async (handler: Handler): Promise<void> => {
    const { length } = service.requests;
    const prefix = `/${length}/`;
    // The session of the previous test may still send a request.
    service.use((request, index) =>
      request.url.startsWith(prefix)
        ? handler({ ...request, url: request.url.slice(prefix.length - 1) }, index)
        : noFields,
    );
    await setting('baseUrl', `${service.url}/${length}`);
    while (service.requests.filter(({ url }) => url.startsWith(prefix)).length < 2) {
      await service.received(service.requests.length + 1);
    }
    await settled();
  };

  for (const { name, jobs, sees, seesInBrowser, requestTimeout, requests } of page1) {
    test(`shows rows or an error message for the service response “${name}” @full @everyHost`, async function () {
      this.timeout(120_000);
      const responses: readonly [TestResponse, ...TestResponse[]] =
        'status' in jobs ? [jobs] : jobs;
      const respond = inSequence(...responses);
      let count = 0;
      const sent = countRequests();
      await setting('requestTimeout', requestTimeout);
      const before = sent(service, 'GET', jobsPath);
      await show((request) => (request.url === '/fields' ? noFields : respond(request, count++)));
      assert.match(await seen(jobsView), inWorker ? (seesInBrowser ?? sees) : sees);
      const breaks = responses.some(({ delivery }) => delivery.kind === 'reset');
      assert.equal(breaks ? sent(service, 'GET', jobsPath) - before : count, requests);
    });
  }

  const paging: { name: string; second: TestResponse; sees: RegExp }[] = [
    {
      name: 'the service ignores the page number',
      second: envelope(aPage(fifty(), { currentPage: 1, hasMore: true, total: 51 })),
      sees: /the service returned page 1 instead of page 2/,
    },
    {
      name: 'rows have moved to the next page',
      second: envelope(
        aPage([...fifty().slice(-2), aJob({ key: 'job_a' })], { currentPage: 2, total: 53 }),
      ),
      sees: /^\[51 of 53\]\n2 newer jobs \| Refresh/,
    },
  ];
  for (const { name, second, sees } of paging) {
    test(`keeps the loaded rows after the paging problem “${name}”`, async () => {
      const first = envelope(
        aPage(fifty(), {
          hasMore: true,
          nextPage: 2,
          lastPage: 2,
          total: 51,
          nextPageUrl: 'http://internal.invalid/jobs?page=2',
        }),
      );
      const before = requestsFor(service, 'GET', /page=2$/);
      await show(
        routes({ 'GET /fields': noFields, 'GET /jobs?page=1': first, 'GET /jobs?page=2': second }),
      );
      await run('loadMoreJobs');
      assert.match(await seen(jobsView), sees);
      assert.equal(requestsFor(service, 'GET', /page=2$/) - before, 1);
    });
  }

  test('keeps the loaded rows if a refresh fails', async () => {
    await show(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': onePage(aJob()) }));
    service.use(() => text(400, 'gone mad'));
    await run('refreshJobs');
    assert.match(await seen(jobsView), /Not refreshed \| .*gone mad.*Invoice Approval/s);
  });

  test('shows the service message and Set API Key if the service rejects the API key', async () => {
    await show(() => errorResponse(401, 'Token expired.'));
    assert.match(await seen(jobsView), /rejected the API key.*Token expired\..*Set API Key…/s);
  });

  test('shows which fields are unreadable or have no options', async () => {
    await show(
      routes({
        'GET /fields': envelope({
          fields: [aField({ type: 'dropdown' }), { key: null, name: 'Broken' }],
        }),
        'GET /jobs?page=1': onePage(aJob()),
      }),
    );
    await run('refreshFields');
    assert.match(
      await seen(fieldsView),
      /Title.*0 options.*Broken \| unreadable.*could not be read.*data\.fields\\\[1\\\]\.key: expected string/s,
    );
  });

  test('shows service messages without links', async () => {
    const error = onQuestion('error');
    await show(
      routes({
        'GET /fields': noFields,
        'GET /jobs?page=1': onePage(aJob()),
        'POST /jobs': errorResponse(422, '[click me](command:workbench.action.quit)'),
      }),
    );
    await run('startJob', 'wf');
    const sentence = String((await error.asked)[0]);
    assert.match(sentence, /click me/);
    assert.doesNotMatch(sentence, /\]\(/);
  });
});
