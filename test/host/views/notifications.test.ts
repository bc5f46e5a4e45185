import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { rowContexts } from '../../../src/ui/feedback/contexts.ts';
import { aJob } from '../../support/service/builders.ts';
import { captures } from '../support/captures.ts';
import { onQuestion, onWindow } from '../support/prompts.ts';
import { nodesOf } from '../support/rows.ts';
import {
  connectAndLoad,
  connected,
  openPages,
  requestsFor,
  run,
  serve,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';
import { advanceUntil, changingService, contextOf } from '../support/following.ts';

suite('Notifications about watched jobs', () => {
  setup(() => void captures.notifications.splice(0));

  test('combine several completed jobs in one message', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
    const data = {
      jobs: names.map((name) =>
        aJob({ key: `job_${name}`, activeWorkflows: [{ key: name, name }] }),
      ),
    };
    await connected(data);
    for (const node of await nodesOf()) await run('watchJob', node);
    const picks: { items: unknown; title: string | undefined }[] = [];
    onWindow('showQuickPick', (items: unknown, options: unknown) => {
      const choices = items as (vscode.QuickPickItem & { key: string })[];
      picks.push({
        items: choices.map(({ label, description }) => [label, description]),
        title: (options as vscode.QuickPickOptions).title,
      });
      return Promise.resolve(choices[1]);
    });
    const notice = onQuestion('info', () => 'Open');
    data.jobs = data.jobs.map((job) => ({ ...job, completedAt: '2026-10-02T08:00:00Z' }));
    await run('refreshJobs');
    assert.deepEqual(await notice.asked, [
      '4 watched jobs completed: Alpha, Beta, Gamma, and 1 more',
      'Open',
    ]);
    await untilPageOpen('Beta');
    assert.deepEqual(picks, [
      { items: names.map((name) => [name, `job_${name}`]), title: 'Open Job' },
    ]);
    assert.deepEqual(openPages(), ['Beta']);
  });

  test('report a deleted job after three HTTP 404 responses @full', async () => {
    const { data, handler } = changingService();
    const service = await connected(handler);
    const nodes = await nodesOf();
    for (const node of nodes) await run('watchJob', node);
    const notices: unknown[][] = [];
    const warning = onQuestion('warning', (...args) => void notices.push(args));
    data.jobs = data.jobs.slice(1);
    // One 404 is not enough, because the service may not find a new job yet.
    for (const round of [1, 2, 3]) {
      assert.deepEqual(notices, []);
      await advanceUntil(untilRequested(service, 'GET', /\/job_2$/, round));
      // The first 404 counts only after an existing job was read.
      await untilRequested(service, 'GET', /\/job_1$/);
      // The response arrives after the poll.
      await run('refreshFields');
    }
    await warning.asked;
    assert.equal(requestsFor(service, 'GET', /\/job_2$/), 3);
    assert.deepEqual(notices, [['Job “job_2” was deleted and is no longer watched']]);
    assert.deepEqual(nodes.map(contextOf), [rowContexts.unwatchedJob, rowContexts.watchedJob]);
  });

  test('ignore the button “Open” after the window connects to another service', async () => {
    const other = await serve(changingService().handler);
    const { complete, handler } = changingService();
    await connectAndLoad(await serve(handler));
    await run('watchJob', (await nodesOf())[0]);
    const warning = onQuestion('warning');
    onQuestion('info', async () => {
      await connectAndLoad(other);
      return 'Open';
    });
    complete('job_2');
    await run('refreshJobs');
    assert.equal((await warning.asked)[0], 'Nothing was done, because the connection has changed.');
    assert.deepEqual(openPages(), []);
  });
});
