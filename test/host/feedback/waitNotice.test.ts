import assert from 'node:assert/strict';
import { aJob, aPage } from '../../support/service/builders.ts';
import { envelope, json, withHeaders } from '../../support/service/service.ts';
import { connected, noFields, routes, run } from '../support/extension.ts';
import { onProgress } from '../support/prompts.ts';
import { rowsOf } from '../support/rows.ts';

suite('The notification of a wait', () => {
  test('shows when a refresh continues, and cancels the refresh', async () => {
    const service = await connected(
      routes({ 'GET /fields': noFields, 'GET /jobs?page=1': envelope(aPage([aJob()])) }),
    );
    service.use(() => withHeaders(json(429, {}), { 'retry-after': '20' }));
    const messages: string[] = [];
    onProgress((message, cancel) => {
      messages.push(message);
      cancel();
    });
    await run('refreshJobs');
    assert.match(messages[0] ?? '', /^retrying in 1\d s…$/);
    const [failure] = await rowsOf();
    assert.deepEqual([failure?.label, failure?.description], ['Not refreshed', 'too many requests']);
    assert.match(failure?.tooltip ?? '', /Waiting was canceled/);
  });
});
