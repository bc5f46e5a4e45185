import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JobFilter } from '../../../src/model/browsing/jobFilter.ts';
import type { OverviewContent, PanelId, ShownReport } from '../../../src/model/overview/report.ts';
import type { FromOverview } from '../../../src/protocol/overview.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { aJob, minutesAgo } from '../../support/service/builders.ts';
import {
  type TestResponse,
  type Service,
  serveData,
  errorResponse,
} from '../../support/service/service.ts';
import { captures, onDidFillPage, serializerOf } from '../support/captures.ts';
import { onQuestion, onWindow } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { mountSmallDisk } from '../support/smallDisk.ts';
import { descriptionOf, messageOf, onDidSet, rowsOf } from '../support/rows.ts';
import {
  connect,
  connected,
  openPages,
  requestsFor,
  run,
  serve,
  until,
  untilPageOpen,
  untilRequested,
} from '../support/extension.ts';

const overviewType = 'workflowJobs.overview';
const hour = 60;

/** Jobs of three pages. Every fifth job is active. */
const jobs = Array.from({ length: 130 }, (_, index) => {
  const isActive = index % 5 === 0;
  const times = {
    startedAt: minutesAgo((index + 1) * hour),
    updatedAt: minutesAgo((index + 1) * hour - 30),
    completedAt: isActive ? null : minutesAgo((index + 1) * hour - 30),
  };
  return aJob({
    key: `job_${130 - index}`,
    activeSteps: isActive
      ? [{ key: 'stp', name: index < 60 ? 'Approve amount' : 'Check bank details' }]
      : [],
    ...times,
  });
});
const data = { jobs, perPage: 50 };
const stuckInApproval: JobFilter = { state: 'active', steps: ['Approve amount'] };

const labels = async () =>
  (await rowsOf()).map(
    ({ node }) => (node as { row?: { job?: { key: string } } }).row?.job?.key ?? '',
  );

/** Returns the content that the HTML of a page contains. */
const contentIn = (html: string) => {
  const [, json = '{}'] = /<script [^>]*id="boot">(.*?)<\/script>/s.exec(html) ?? [];
  return (JSON.parse(json) as { content?: object }).content;
};

const tableOf = ({ panels }: ShownReport, id: PanelId) =>
  panels?.find((panel) => panel.id === id)?.table ?? assert.fail(`${id} has no table.`);
/** Returns the steps of the report with their numbers of active jobs. */
const stepsOf = (report: ShownReport) =>
  tableOf(report, 'stuck').rows.map(({ cells }) => {
    const active = cells.at(-1);
    return [cells[0], typeof active === 'object' ? active?.value : active];
  });

/** Opens the overview. */
async function openOverview() {
  const reader = readPages<FromOverview, ToPage<OverviewContent>>();
  const filled = { messages: captures.pageMessages.length, html: captures.pageHtml.length };
  await run('openOverview');
  await untilPageOpen('Overview');
  /** Waits for a report that is not loading and that has the wanted properties. */
  const report = async (isWanted: (report: ShownReport) => boolean): Promise<ShownReport> => {
    const find = () =>
      [
        ...captures.pageHtml.slice(filled.html).map(contentIn),
        ...captures.pageMessages
          .slice(filled.messages)
          .map((message) => JSON.parse(message) as object),
      ].find(
        (content): content is ShownReport =>
          content !== undefined &&
          'reading' in content &&
          (content as ShownReport).reading.state === 'settled' &&
          (content as ShownReport).panels !== null &&
          isWanted(content as ShownReport),
      );
    await until(() => find() !== undefined, onDidFillPage);
    return find() ?? assert.fail();
  };
  /** Waits for a complete report of a service, by default of any service. */
  const whole = (of?: Service) =>
    report(
      ({ connection, reading }) =>
        reading.isWhole && (of === undefined || of.url.endsWith(connection)),
    );
  return { ...reader, report, whole };
}

suite('Overview', () => {
  teardown(() => run('clearJobFilter'));

  test('filters the Jobs view when the user clicks a job count @floor', async () => {
    await connected(data);
    const sent = captures.pageMessages.length;
    const { press, whole } = await openOverview();
    const report = await whole();
    assert.match(report.connection, /^127\.0\.0\.1:\d+$/);
    assert.deepEqual(report.reading.remarks, []);
    assert.deepEqual(stepsOf(report), [
      ['Check bank details', 14],
      ['Approve amount', 12],
    ]);
    await run('openOverview');
    assert.deepEqual(openPages(), ['Overview']);

    const loaded = await labels();
    press({ kind: 'filter', filter: stuckInApproval });
    await until(() => messageOf().includes('Filter: '), onDidSet());
    assert.match(messageOf(), /Filter: Approve amount, active$/);
    assert.equal(descriptionOf(), '12 of 130 read');
    assert.deepEqual(
      await labels(),
      jobs.filter((_, index) => index % 5 === 0 && index < 60).map(({ key }) => key),
    );
    await run('clearJobFilter');
    assert.deepEqual(await labels(), loaded);
    assert.ok(captures.pageMessages.slice(sent).every((message) => message.length <= 64 * 1024));
    assert.deepEqual(
      captures.pageMessages.slice(sent).filter((message, index, all) => message === all[index - 1]),
      [],
      'no message is sent twice',
    );
  });

  test('loads all jobs and limits the report to a period when the user asks for it', async () => {
    // The overview initially loads 100 pages.
    await connected({ jobs: jobs.slice(0, 102), perPage: 1 });
    const { press, report, whole } = await openOverview();
    await report(({ reading }) => !reading.isWhole);
    press({ kind: 'readAll' });
    assert.equal((await whole()).period, 'all');
    press({ kind: 'setPeriod', period: 'week' });
    await report(({ period }) => period === 'week');
  });

  test('opens a job that the Jobs view has not loaded', async () => {
    await connected(
      data,
      Object.fromEntries(jobs.map(({ key }) => [`GET /jobs/${key}`, errorResponse(404, 'No.')])),
    );
    const { press, whole } = await openOverview();
    const oldest = 'job:job_5';
    assert.ok(tableOf(await whole(), 'first').rows.some(({ job }) => job?.id === oldest));
    press({ kind: 'filter', filter: { state: 'active' } });
    press({ kind: 'openJob', id: oldest });
    const { tabGroups } = vscode.window;
    await until(
      () => tabGroups.activeTabGroup.activeTab?.label === 'Invoice Approval',
      tabGroups.onDidChangeTabs,
    );
    const untilShown = (key: string) =>
      until(
        () =>
          [...captures.pageHtml, ...captures.pageMessages].some(
            (shown) =>
              shown.includes(`"page":{"key":"${key}"`) && shown.includes('Check bank details'),
          ),
        onDidFillPage,
      );
    await untilShown('job_5');
    await run('previousJob');
    await untilShown('job_10');
  });

  test('copies a table as Markdown and exports it as CSV', async () => {
    await connected(data);
    const { press, posted, whole } = await openOverview();
    const { columns } = tableOf(await whole(), 'stuck');
    press({ kind: 'copyTable', panel: 'stuck' });
    await posted((message) => message.kind === 'copied' && message.sentence === 'Table copied');
    const [head = '', rule = '', ...rows] = (await vscode.env.clipboard.readText())
      .trimEnd()
      .split('\n');
    assert.equal(head.split(' | ').length, columns.length);
    assert.match(rule, /^\| --- \| .*---:/);
    assert.ok(
      rows.some((row) => row.startsWith('| Approve amount | ')),
      rows.join('\n'),
    );

    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const target = vscode.Uri.joinPath(folder, 'stuck.csv');
    let suggested: string | undefined;
    onWindow('showSaveDialog', ({ defaultUri }: vscode.SaveDialogOptions) => {
      suggested = defaultUri?.path;
      return Promise.resolve(target);
    });
    const { asked } = onQuestion('info');
    press({ kind: 'exportTable', panel: 'stuck' });
    assert.equal((await asked)[0], 'Exported the table to stuck.csv.');
    assert.match(suggested ?? '', /\/overview-stuck\.csv$/);
    assert.match(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(target)),
      /^Step,.*,As of,Jobs read\r\n(.*\r\n)?Approve amount,[\d,]+,2\d{3}-[\d-]+T[\d:.]+Z,130\r\n/,
    );
    await vscode.workspace.fs.delete(target);
  });

  test('shows an error if an exported table is written only partially', async () => {
    await connected(data);
    const { press, whole } = await openOverview();
    await whole();
    const target = vscode.Uri.joinPath(mountSmallDisk(16), 'stuck.csv');
    onWindow('showSaveDialog', () => Promise.resolve(target));
    const success = onQuestion('info');
    const failure = onQuestion('error');
    press({ kind: 'exportTable', panel: 'stuck' });
    const [text] = await Promise.race([success.asked, failure.asked]);
    assert.match(
      String(text),
      /^stuck\.csv could not be written: Only 16 of \d+ bytes were written\./,
    );
  });

  test('removes the job counts of the previous service after a switch', async () => {
    const second = await serve(
      serveData({
        jobs: jobs.slice(0, 3).map((job) => ({
          ...job,
          activeSteps: [{ key: 'stp', name: 'Elsewhere' }],
          completedAt: null,
        })),
      }),
    );
    await connected(data);
    const { press, whole } = await openOverview();
    await whole();
    press({ kind: 'filter', filter: stuckInApproval });
    await until(() => messageOf().includes('Filter: '), onDidSet());
    const sent = captures.pageMessages.length;
    await connect(second);
    assert.deepEqual(stepsOf(await whole(second)), [['Elsewhere', 3]]);
    const named = captures.pageMessages
      .slice(sent)
      .filter((message) => message.includes(`127.0.0.1:${second.port}`));
    assert.deepEqual(
      named.filter((message) => message.includes('Approve amount')),
      [],
    );
    assert.doesNotMatch(messageOf(), /Filter: /);
  });

  test('finishes loading while its tab is hidden', async () => {
    const answer = Promise.withResolvers<TestResponse>();
    const service = await connected(data, { 'GET /jobs?page=3': () => answer.promise });
    const { press, whole } = await openOverview();
    await untilRequested(service, 'GET', /page=3$/);
    const hide = async () =>
      vscode.window.showTextDocument(await vscode.workspace.openTextDocument());
    await hide();
    answer.resolve(
      serveData(data)({ method: 'GET', url: '/jobs?page=3', headers: {}, body: '' }, 0),
    );
    await whole();
    service.use(serveData(data));
    await run('openOverview');
    await hide();
    await run('openOverview');
    await run('refreshFields');
    assert.equal(requestsFor(service, 'GET', /page=3$/), 1);
    press({ kind: 'refresh' });
    await untilRequested(service, 'GET', /page=3$/, 2);
  });

  test('closes a second tab that VS Code restores', async () => {
    await connected(data);
    const restore = (panel: vscode.WebviewPanel) =>
      serializerOf(overviewType).deserializeWebviewPanel(panel, {});
    const makePanel = () =>
      vscode.window.createWebviewPanel(overviewType, 'Overview', vscode.ViewColumn.Active);
    captures.pageHtml.splice(0);
    await restore(makePanel());
    await until(() => captures.pageHtml.some((html) => html.includes('127.0.0.1')), onDidFillPage);
    await restore(makePanel());
    await until(() => openPages().length === 1, vscode.window.tabGroups.onDidChangeTabs);
  });

  test('offers to set an API key if the service requires one', async () => {
    await connected({ jobs: [aJob()] }, {});
    const { posted, press } = await openOverview();
    const refused = await serve(() => errorResponse(401, 'No.'));
    await connect(refused);
    const unread = await posted((message) => message.kind === 'empty' && message.notice !== null);
    assert.ok(unread.kind === 'empty' && unread.notice?.actions.includes('setApiKey'));
    refused.use(serveData(data));
    press({ kind: 'refresh' });
    await posted((message) => message.kind === 'show');
  });
});
