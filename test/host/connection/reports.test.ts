import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob, aPage } from '../../support/service/builders.ts';
import { envelope } from '../../support/service/service.ts';
import { ask, removeApiKey } from '../support/prompts.ts';
import {
  connect,
  connected,
  extensionId,
  onQuestion,
  routes,
  run,
  serve,
} from '../support/extension.ts';

const key = 'sk-for-no-report';
const host = '(?:web|local|remote \\(.+\\))';
const { version } = vscode.extensions.getExtension(extensionId)?.packageJSON as { version: string };

suite('Copy Report command', () => {
  test('copies the request and the reason for an unreadable response', async () => {
    await connected(
      routes({
        'GET /fields': envelope({ fields: null }),
        'GET /jobs?page=1': envelope({ jobs: [aJob()], pagination: { total: 'many' } }),
      }),
    );
    const help = onQuestion('error', () => 'Copy Report');
    await vscode.commands.executeCommand('_workflowJobs.moreHelp');
    help.restore();
    const report = (request: string, detail: string) =>
      new RegExp(
        `^Workflow Jobs ${version}, VS Code ${vscode.version}, extension host: ${host}\nKind: unreadable\nRequest: ${request}\nHTTP status: 200\nDetail: ${detail}$`,
      );
    assert.match(
      await vscode.env.clipboard.readText(),
      report('GET /jobs\\?page=1', 'data\\.pagination\\.total: expected number.*'),
    );

    const error = onQuestion('error', () => 'Copy Report');
    await run('copyFieldsAs');
    assert.ok((await error.asked).includes('Copy Report'));
    assert.match(
      await vscode.env.clipboard.readText(),
      report('GET /fields', 'data\\.fields: expected array'),
    );
  });
});

suite('Check Connection command', () => {
  test('opens a report without the API key @everyHost', async () => {
    const service = await serve(
      routes({
        'GET /fields': envelope({ fields: [aField(), aField({ key: 'fld_2' })] }),
        'GET /jobs?page=1': envelope(aPage([{ note: 'unreadable' }, aJob()], { total: 1234 })),
        'GET /jobs/job_1': envelope({ job: aJob() }),
      }),
    );
    await connect(service);
    await ask('setApiKey', key);
    try {
      await run('checkConnection');
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(
        input instanceof vscode.TabInputCustom,
        'the report is not shown as a Markdown preview',
      );
      assert.equal(input.viewType, 'vscode.markdown.preview.editor');
      const document = await vscode.workspace.openTextDocument(input.uri);
      const lines = document
        .getText()
        .replace(/\d+ ms/g, '… ms')
        .replace(new RegExp(`(?<=Extension host: )${host}`), '…')
        .split('\n');
      assert.deepEqual(lines, [
        '# Connection check',
        '',
        '**The response to GET /jobs?page=1 could be read only partially: data.jobs\\[0\\].key: expected string.**',
        '',
        '## Connection',
        '',
        '- Extension host: …',
        `- Versions: Workflow Jobs ${version}, VS Code ${vscode.version}`,
        `- Base URL: \`${service.url}\``,
        '- API key: stored, sent as `Authorization: Bearer …`',
        '- Request timeout: 15 s',
        '',
        '## Requests',
        '',
        ...[
          'GET /fields: OK',
          'GET /jobs?page=1: The response to GET /jobs?page=1 could be read only partially: data.jobs\\[0\\].key: expected string.',
          'GET /jobs/{key}: OK',
        ].flatMap((request) => [`- ${request}`, '  - Attempt 1: HTTP 200, … ms, ok']),
        '',
        '## Service',
        '',
        '- Fields: 2',
        '- Jobs on the first page: 2',
        '- Total jobs: 1,234',
        '- Reports whether there are more pages: yes',
        '- Supports GET /jobs/{key}: yes',
        '',
      ]);
    } finally {
      await removeApiKey();
    }
    assert.equal(
      service.requests.find(({ url }) => url === '/jobs/job_1')?.headers.authorization,
      `Bearer ${key}`,
      'the test sent no API key',
    );
  });
});
