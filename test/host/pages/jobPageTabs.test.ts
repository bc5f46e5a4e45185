import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FromPage } from '../../../src/protocol/jobPage.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { aJob } from '../../support/service/builders.ts';
import { captures, closePages } from '../support/captures.ts';
import { onBox, onWindow } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { firstJob, twoJobs } from './sampleJobs.ts';
import { clickRow, rowsOf } from '../support/rows.ts';
import { connected, openPages, run, untilPageOpen } from '../support/extension.ts';

const jobsView = 'workflowJobs.jobs';

suite('Job page', () => {
  test('stays open after a double click on a row', async () => {
    const { posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected(twoJobs);
    const [row, other] = await rowsOf();
    const isAt = (key: string) =>
      posted((message) => message.kind === 'show' && message.page.key === key);
    await Promise.all([clickRow(jobsView, row), clickRow(jobsView, row)]);
    await isAt('job_1');
    await clickRow(jobsView, other);
    await isAt('job_2');
    assert.equal(openPages().length, 2);
  });

  test('shows the next or previous job in the same tab', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    // Screen readers do not announce messages in the status bar.
    const isConfirmed = (sentence: string) =>
      posted((message) => message.kind === 'copied' && message.sentence === sentence);
    await connected(twoJobs);
    await run('openJob', 'job_1');
    const isAt = (key: string, previous: boolean, next: boolean) =>
      posted(
        (message) =>
          message.kind === 'show' &&
          message.job.key === key &&
          message.neighbours.previous === previous &&
          message.neighbours.next === next,
      );
    await isAt('job_1', false, true);
    await run('previousJob');
    await isConfirmed('No previous job in the list');
    press({ kind: 'nextJob' });
    await isAt('job_2', true, false);
    assert.deepEqual(openPages(), ['Invoice Approval']);
    await run('nextJob');
    await isConfirmed('No next job in the list');
    await run('previousJob');
    await isAt('job_1', false, true);
    assert.deepEqual(openPages(), ['Invoice Approval']);
  });

  test('reuses its tab for a clicked job until the user keeps the tab open @full', async () => {
    let listeners = 0;
    const { createWebviewPanel } = vscode.window;
    onWindow('createWebviewPanel', (...args: Parameters<typeof createWebviewPanel>) => {
      const panel = createWebviewPanel(...args);
      const { onDidDispose } = panel;
      Object.defineProperty(panel, 'onDidDispose', {
        value: (listener: () => void) => {
          listeners++;
          return onDidDispose(listener);
        },
      });
      return panel;
    });
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    await connected({
      jobs: names.map((name) =>
        aJob({ key: `job_${name}`, activeWorkflows: [{ key: `wf_${name}`, name }] }),
      ),
    });
    const rows = await rowsOf();
    const node = (name: string) => rows[names.indexOf(name)];
    const isAt = (name: string) =>
      posted((message) => message.kind === 'show' && message.page.key === `job_${name}`);
    const click = async (name: string) => {
      await clickRow(jobsView, node(name));
      await isAt(name);
      await untilPageOpen(name);
    };
    for (const name of ['D', 'E', 'F']) await click(name);
    assert.deepEqual([openPages(), listeners], [['F'], 2]);
    await run('previousJob');
    await isAt('E');
    await untilPageOpen('E');
    press({ kind: 'keepOpen' });
    await click('A');
    press({ kind: 'toggleWatch' });
    await posted((message) => message.kind === 'show' && message.watched === true);
    await click('B');
    assert.deepEqual(openPages().sort(), ['A', 'B', 'E']);
    await run('openInNewTab', node('C')?.node);
    await isAt('C');
    await untilPageOpen('C');
    await run('keepOpen', node('D')?.node);
    await untilPageOpen('D');
    assert.deepEqual(openPages().sort(), ['A', 'C', 'D', 'E']);
    await clickRow(jobsView, node('G'));
    await untilPageOpen('G');
    assert.deepEqual(openPages().sort(), ['A', 'C', 'D', 'E', 'G']);
  });

  test('does not update its HTML while hidden if only the neighboring jobs change', async () => {
    const { press, posted } = readPages<FromPage, ToPage<PageContent>>();
    await connected({
      jobs: [
        firstJob,
        aJob({ key: 'job_2', activeWorkflows: [{ key: 'wf_other', name: 'Other' }] }),
      ],
    });
    const isAt = (key: string, ...around: boolean[]) =>
      posted(
        (message) =>
          message.kind === 'show' &&
          message.job.key === key &&
          [message.neighbours.previous, message.neighbours.next].join() === around.join(),
      );
    await run('openJob', 'job_1');
    await isAt('job_1', false, true);
    await run('openJob', 'job_2');
    await isAt('job_2', true, false);
    const written = captures.pageHtml.length;
    press({ kind: 'filterJobs', by: 'workflows' });
    await isAt('job_2', false, false);
    assert.equal(captures.pageHtml.length, written);
    await run('openJob', 'job_1');
    await isAt('job_1', false, false);
    await run('clearJobFilter');
  });

  test('appears as recently closed in Open Job until the user reopens it', async () => {
    await connected(twoJobs);
    const offered: string[][] = [];
    onBox('createQuickPick', ({ items, hide }) => {
      offered.push(items.map(({ label }) => label));
      hide();
    });
    const offer = () => run('openJob');
    const open = async (key: string) => {
      await run('openJob', key);
      await untilPageOpen('Invoice Approval');
    };
    await open('job_2');
    await closePages();
    await offer();
    await open('job_2');
    await offer();
    assert.deepEqual(
      offered.map((labels) => labels.includes('recently closed')),
      [true, false],
    );
  });
});
