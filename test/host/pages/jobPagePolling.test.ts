import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Service, errorResponse } from '../../support/service/service.ts';
import { captures, onDidFillPage, serializerOf } from '../support/captures.ts';
import { advanceClock } from '../support/clock.ts';
import { hide } from '../support/rows.ts';
import {
  connect,
  connected,
  requestsFor,
  run,
  serve,
  setting,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';
import { advanceUntil, changingService, minute } from '../support/following.ts';

const polls = (service: Service) => requestsFor(service, 'GET', /^\/jobs/);

suite('Job page', () => {
  test('pauses polling while hidden', async () => {
    const { complete, handler } = changingService();
    const service = await connected(handler);
    await run('openJob', 'job_1');
    await untilPageOpen('Invoice Approval');
    await untilRequested(service, 'GET', /\/job_1$/);
    const opened = polls(service);
    await advanceUntil(untilRequested(service, 'GET', /^\/jobs/, opened + 1));

    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: 'In front of the page' }),
    );
    // Automatic refreshes require a visible view.
    await hide();
    await setting('autoRefresh', 5);
    complete('job_1');
    const hidden = polls(service);
    advanceClock(60 * minute);
    await run('refreshFields');
    assert.equal(polls(service), hidden);

    captures.pageMessages.splice(0);
    captures.pageHtml.splice(0);
    await run('openJob', 'job_1');
    advanceClock(minute);
    await until(
      () =>
        [...captures.pageMessages, ...captures.pageHtml].some((each) =>
          each.includes('"state":"completed"'),
        ),
      onDidFillPage,
    );
  });

  test('loads its job when the service recovers after a window reload @full', async () => {
    const { handler } = changingService();
    let isDown = true;
    const service = await serve((request, index) =>
      isDown ? errorResponse(500, 'Down.') : handler(request, index),
    );
    await connect(service);
    // The page contains the job in its HTML or receives the job in a message.
    const shown = (pattern: RegExp) =>
      until(
        () => [...captures.pageMessages, ...captures.pageHtml].some((each) => pattern.test(each)),
        onDidFillPage,
      );
    const forget = () => void [captures.pageMessages.splice(0), captures.pageHtml.splice(0)];
    forget();
    const panel = vscode.window.createWebviewPanel(
      'workflowJobs.job',
      'Invoice Approval',
      vscode.ViewColumn.Active,
    );
    await serializerOf('workflowJobs.job').deserializeWebviewPanel(panel, {
      key: 'job_1',
      baseUrl: service.url,
    });
    await shown(/"kind":"empty",[^<]*"name":"Invoice Approval",[^<]*"notice":\{/);
    await untilPageOpen('Invoice Approval');
    isDown = false;
    await advanceUntil(shown(/"kind":"show",[^<]*"notice":null/));

    await run('refreshJobs');
    isDown = true;
    forget();
    await advanceUntil(
      shown(/"sentence":"Details could not be loaded[^<]*"staleSince":null,"detailsAsOf":\d/),
    );
    isDown = false;
    forget();
    await advanceUntil(shown(/"notice":null,[^<]*"staleSince":null,"detailsAsOf":null/));
  });
});
