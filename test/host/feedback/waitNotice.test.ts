import assert from 'node:assert/strict';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope, json, withHeaders } from '../../support/service/service.ts';
import { connected, noFields, routes, run } from '../support/extension.ts';
import { advanceUntil } from '../support/following.ts';
import { onProgress } from '../support/prompts.ts';
import { rowsOf } from '../support/rows.ts';

/** Connects to a service that then requests a delay for each request. */
async function connectBusyService(): Promise<void> {
  const service = await connected(
    routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) }),
  );
  service.use(() => withHeaders(json(429, {}), { 'retry-after': '20' }));
}

suite('Retry notification', () => {
  for (const [loading, command, ...args] of [
    ['a refresh', 'refreshJobs'],
    ['the overview', 'openOverview'],
    ['a job page', 'openJob', 'job_1'],
  ] as const) {
    test(`shows the seconds until the next request for ${loading} @full`, async () => {
      await connectBusyService();
      const { promise: shown, resolve } = Promise.withResolvers<string>();
      onProgress((message, cancel) => {
        if (!message.startsWith('retrying')) return;
        resolve(message);
        cancel();
      });
      const running = run(command, ...args);
      assert.match(await advanceUntil(shown), /^retrying in 1\d s…$/);
      await running;
    });
  }

  test('keeps the loaded rows if the user cancels the wait @full', async () => {
    await connectBusyService();
    onProgress((_, cancel) => cancel());
    await advanceUntil(run('refreshJobs'));
    const [failure, row] = await rowsOf();
    assert.deepEqual(
      [failure?.label, failure?.description],
      ['Not refreshed', 'too many requests'],
    );
    assert.match(failure?.tooltip ?? '', /Waiting was canceled/);
    assert.equal(row?.label, 'Invoice Approval');
  });
});
