import assert from 'node:assert/strict';
import { aJob, minutesAgo } from '../../support/service/builders.ts';
import { serveData, errorResponse } from '../../support/service/service.ts';
import { onBox, onProgress, onQuestion } from '../support/prompts.ts';
import { hide, nodesOf, rowsOf, watchedGroup } from '../support/rows.ts';
import { connected, disconnect, openPages, run, serve, setting } from '../support/extension.ts';

const data = { jobs: [aJob()] };

suite('Open Job command', () => {
  test('opens no page if the connection changes before the user selects a job', async () => {
    const other = await serve(serveData(data));
    await connected(data);
    const warning = onQuestion('warning');
    onBox('createQuickPick', ({ pick }) => setting('baseUrl', other.url).then(() => pick('job_1')));
    await run('openJob');
    assert.equal((await warning.asked)[0], 'Nothing was done, because the connection has changed.');
    assert.deepEqual(openPages(), []);
  });
});

suite('Watch command', () => {
  test('suggests only active jobs that are not watched yet', async () => {
    await connected({
      jobs: [
        aJob({ key: 'a' }),
        aJob({ key: 'b' }),
        aJob({ key: 'done', completedAt: minutesAgo(1) }),
      ],
    });
    const offered: string[][] = [];
    onBox('createQuickPick', ({ items, pick, type }) => {
      const keys = items.flatMap(({ key }) => key ?? []);
      offered.push(keys);
      if (keys[0] === undefined) type('typed');
      pick(keys[0] ?? 'typed');
    });
    for (const key of ['a', 'b', 'typed']) {
      assert.deepEqual(await run('watchJob'), [key]);
    }
    assert.deepEqual(offered, [['a', 'b'], ['b'], []]);
    assert.deepEqual(
      (await rowsOf()).map(({ ariaLabel }) => ariaLabel.endsWith(', watched')),
      [true, true, false],
    );
    assert.equal((await watchedGroup())?.children.length, 3);
  });

  test('shows the reason if loading the jobs fails', async () => {
    await connected({}, { 'GET /jobs?page=1': errorResponse(400, 'Down.') });
    const error = onQuestion('error');
    await run('watchJob');
    assert.match(String((await error.asked)[0]), /rejected GET \/jobs\?page=1 \(HTTP 400\)/);
  });
});

suite('Compare With command', () => {
  test('suggests at most 10,000 other jobs', async () => {
    const others = Array.from({ length: 10_001 }, (_, index) => aJob({ key: `b${index}` }));
    await connected({ jobs: [aJob({ key: 'a' }), ...others], perPage: 10_002 });
    let offered: unknown[] = [];
    onBox('createQuickPick', ({ items, hide: dismiss }) => {
      offered = items.flatMap(({ key }) => key ?? []);
      dismiss();
    });
    // On a slow machine, a notification asks before the picker opens.
    onQuestion('info', (_message, button) => String(button));
    const { titles } = onProgress();
    const [row] = await nodesOf();
    await run('compareJob', row);
    assert.deepEqual([offered.length, offered[0]], [10_000, 'b0']);
    assert.ok(titles.includes('Loading jobs…'), String(titles));
  });
});

suite('Jobs view', () => {
  for (const command of ['loadMoreJobs', 'loadAllJobs']) {
    test(`shows an error for the command ${command} if no service is connected`, async () => {
      await disconnect();
      const error = onQuestion('error');
      await run(`${command}`);
      assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
    });
  }
});

suite('Load More Jobs command', () => {
  test('loads the first page if no jobs are loaded', async () => {
    const service = await serve(serveData(data));
    await hide();
    await setting('baseUrl', service.url);
    await run('loadMoreJobs');
    assert.deepEqual(
      service.requests.map(({ url }) => url),
      ['/jobs?page=1'],
    );
  });
});
