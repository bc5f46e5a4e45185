import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob } from '../../support/service/builders.ts';
import {
  type ServiceData,
  type Service,
  envelope,
  serveData,
  errorResponse,
} from '../../support/service/service.ts';
import {
  connect,
  connectAndLoad,
  disconnect,
  onQuestion,
  run,
  serve,
  setting,
  sharedService,
} from '../support/extension.ts';
import { captures, closePages } from '../support/captures.ts';
import { descriptionOf, hide, onDidSet, settled } from '../support/rows.ts';
import { until } from '../support/until.ts';

const priority = (key: string, low: string) =>
  aField({
    key,
    name: 'Priority',
    type: 'dropdown',
    details: {
      options: [
        { key: low, label: 'Low' },
        { key: `${low}2`, label: 'High' },
      ],
    },
    required: true,
  });
const serviceContent = {
  fields: [
    priority('fld_p', 'opt_p'),
    aField({ key: 'fld_t', name: 'Title' }),
    aField({ key: 'fld_"; run()', name: 'No key for a string' }),
  ],
  jobs: [
    aJob({
      key: 'job_1',
      activeWorkflows: [{ key: 'wf_a', name: 'Approval' }],
      activeSteps: [{ key: 'stp_1', name: 'Review' }],
    }),
  ],
};

async function hoverAt(document: vscode.TextDocument, text: string): Promise<string[]> {
  const place = document.positionAt(document.getText().indexOf(text) + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    place,
  );
  return hovers.flatMap(({ contents }) =>
    contents.map((each) => (typeof each === 'string' ? each : each.value)),
  );
}

/** Connects to a service and waits until its fields and jobs are loaded. */
async function read(all: ServiceData): Promise<Service> {
  const service = await serve(serveData(all));
  await connect(service);
  await run('refreshFields');
  await settled();
  return service;
}

/**
 * Opens a document in an editor. VS Code would otherwise open an editor later, when the document
 * changes.
 */
async function open(content: string, language = 'plaintext'): Promise<vscode.TextDocument> {
  const editor = await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language }),
  );
  // VS Code reuses the names of closed documents, and may restore the backup of a closed document.
  const { document } = editor;
  if (document.getText() !== content) {
    const restored = new vscode.Range(0, 0, document.lineCount, 0);
    await editor.edit((builder) => builder.replace(restored, content));
  }
  return document;
}
const problemsOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Workflow Jobs');

suite('Editor', () => {
  const service = sharedService(serveData(serviceContent));

  test('explains a key on hover without sending a request @everyHost @floor', async () => {
    await run('refreshFields');
    const sent = service().requests.length;
    const document = await open(
      `const job = { 'fld_p': 'opt_p', workflow: wf_a, step: stp_1, key: job_1 }; // fld_x Title`,
    );
    const place = new URL(service().url).host;
    assert.deepEqual(await hoverAt(document, 'fld_p'), [
      'Priority, dropdown, required, 2 options\n- Low `opt_p`\n- High `opt_p2`',
      place,
    ]);
    assert.deepEqual(await hoverAt(document, 'opt_p'), ['Low, option of Priority', place]);
    assert.deepEqual(await hoverAt(document, 'wf_a'), ['Approval, workflow', place]);
    assert.deepEqual(await hoverAt(document, 'stp_1'), ['Review, step', place]);
    // The link target is in angle brackets, because a key may contain parentheses.
    assert.match(
      (await hoverAt(document, 'job_1'))[0] ?? '',
      /^Approval, active at Review, .+ · \[Open\]\(<command:workflowJobs\.openJob\?[^>]+>\)$/,
    );
    assert.deepEqual(await hoverAt(document, 'fld_x'), []);
    assert.deepEqual(await hoverAt(document, 'Title'), []);
    assert.equal(service().requests.length, sent);
  });

  test('suggests keys in strings if the setting `completeKeys` is on', async () => {
    await run('refreshFields');
    const document = await open(`x = "fld" + fld`);
    const suggested = async (column: number) => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        new vscode.Position(0, column),
      );
      return items
        .filter(({ kind }) => kind === vscode.CompletionItemKind.Value)
        .map(
          ({ label, detail }) =>
            `${typeof label === 'string' ? label : label.label}: ${detail ?? ''}`,
        );
    };
    assert.deepEqual(await suggested(8), []);
    await setting('completeKeys', true);
    assert.deepEqual(await suggested(8), [
      'fld_p: Priority, dropdown, required, 2 options',
      'fld_t: Title, shortText',
      'opt_p: Low, option of Priority',
      'opt_p2: High, option of Priority',
      'stp_1: Review, step',
      'wf_a: Approval, workflow',
    ]);
    assert.deepEqual(await suggested(15), []);
  });

  test('inserts the selected keys at each cursor', async () => {
    await closePages();
    await run('insertKey', { kind: 'option', key: 'opt_p' });
    assert.match(captures.notifications.at(-1) ?? '', /Open a file first/);
    const notified = captures.notifications.length;
    for (const given of [null, 7, 'opt_p', {}]) {
      await run('insertKey', given);
    }
    assert.deepEqual(
      captures.notifications
        .slice(notified)
        .map((text) => text.includes('Select a job, a workflow, or a field first.')),
      [true, true, true, true],
    );
    const editor = await vscode.window.showTextDocument(await open('a = ;\nb = ;'));
    editor.selections = [0, 1].map((line) => new vscode.Selection(line, 4, line, 4));
    const nodes = ['opt_p', 'opt_p2'].map((key) => ({ kind: 'option', key }));
    await run('insertKey', nodes[0], nodes);
    const inserted = 'a = opt_p\nopt_p2;\nb = opt_p\nopt_p2;';
    assert.equal(editor.document.getText(), inserted);
    await run('insertKey', { kind: 'option', key: `opt'; run()` });
    assert.equal(editor.document.getText(), inserted);
    assert.match(
      captures.notifications.at(-1) ?? '',
      /The key opt'; run\(\) was not inserted because it contains a quote/,
    );
  });

  test('offers a quick fix for a key that belongs to another environment @full', async () => {
    const staging = await read({
      ...serviceContent,
      fields: [priority('fld_s', 'opt_s'), aField({ key: 'fld_s2', name: 'Gone' })],
    });
    await setting('environments', [{ name: 'Staging', baseUrl: staging.url, kind: 'staging' }]);
    const production = await read(serviceContent);
    const document = await open(`"fld_s": "opt_s2", "fld_p": "fld_s2" job_9`, 'javascript');
    await run('checkKeys');
    const host = new URL(production.url).host;
    const notified = () =>
      problemsOf(document).map(({ range, message }) => `${document.getText(range)}: ${message}`);
    assert.deepEqual(
      notified(),
      ['fld_s', 'opt_s2', 'fld_s2'].map(
        (key) => `${key}: ${host} has no field or option with this key.`,
      ),
    );
    assert.match(
      captures.notifications.at(-1) ?? '',
      /3 unknown keys in this file\. See Problems\. Only keys that begin with fld_, opt_ were checked\./,
    );
    const fixesOf = async (index: number) =>
      vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        problemsOf(document)[index]?.range,
        vscode.CodeActionKind.QuickFix.value,
      );
    assert.deepEqual(
      (await fixesOf(2)).map(({ title }) => title),
      [],
    );
    for (const [index, title] of [
      'Replace the key of Staging with fld_p',
      'Replace the key of Staging with opt_p2',
    ].entries()) {
      const fixes = await fixesOf(index);
      assert.deepEqual(
        fixes.map((fix) => fix.title),
        [title],
      );
    }
    const [fix] = await fixesOf(0);
    assert.ok(fix?.edit !== undefined && (await vscode.workspace.applyEdit(fix.edit)));
    await until(() => notified().length === 2, vscode.languages.onDidChangeDiagnostics);
    assert.match(document.getText(), /^"fld_p": "opt_s2"/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(() => problemsOf(document).length === 0, vscode.languages.onDidChangeDiagnostics);
  });

  test('offers one quick fix for each environment that contains the key @full', async () => {
    const services = [
      await read({ ...serviceContent, fields: [priority('fld_s', 'opt_s')] }),
      await read({ ...serviceContent, fields: [aField({ key: 'fld_s', name: 'Title' })] }),
    ];
    const environments = services.map(({ url }, index) => ({
      name: `Staging ${index}`,
      baseUrl: url,
      kind: 'staging',
    }));
    await setting('environments', environments);
    await read(serviceContent);
    const document = await open('"fld_s"');
    await run('checkKeys');
    const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problemsOf(document)[0]?.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.deepEqual(fixes.map((fix) => fix.title).sort(), [
      'Replace the key of Staging 0 with fld_p',
      'Replace the key of Staging 1 with fld_t',
    ]);
  });

  test('shows at most 20 options of a field on hover', async () => {
    const details = {
      options: Array.from({ length: 21 }, (_, index) => ({
        key: `opt_${index}`,
        label: `Option ${index}`,
      })),
    };
    await read({
      ...serviceContent,
      fields: [aField({ key: 'fld_many', type: 'dropdown', details })],
    });
    const [text = ''] = await hoverAt(await open('fld_many'), 'fld_many');
    const options = text.split('\n- ').slice(1);
    assert.deepEqual([options.length, options[19], options[20]], [21, 'Option 19 `opt_19`', '…']);
  });

  test('shows an error for a key check if no service is connected', async () => {
    await disconnect();
    await open('fld_p');
    const error = onQuestion('error');
    await run('checkKeys');
    assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
  });

  test('checks keys even if the Jobs view was never visible @full', async () => {
    const service = await serve(
      serveData({
        ...serviceContent,
        jobs: [
          aJob({
            activeWorkflows: [
              { key: 'wf_a', name: 'A' },
              { key: 'wf_b', name: 'B' },
            ],
          }),
        ],
      }),
    );
    await hide();
    await setting('baseUrl', service.url);
    const document = await open('start wf_none');
    const notified = captures.notifications.length;
    await run('checkKeys');
    assert.deepEqual(
      problemsOf(document).map(({ range }) => document.getText(range)),
      ['wf_none'],
    );
    assert.match(
      captures.notifications.slice(notified).join('\n'),
      /1 unknown key in this file\. See Problems\./,
    );
  });

  test('checks field keys even if the jobs could not be loaded', async () => {
    await connect(
      await serve(serveData(serviceContent, { 'GET /jobs?page=1': errorResponse(400, 'Down.') })),
    );
    const document = await open('fld_x wf_none');
    const [error, info] = [onQuestion('error'), onQuestion('info')];
    await run('checkKeys');
    assert.match(String((await error.asked)[0]), /rejected GET \/jobs\?page=1 \(HTTP 400\)/);
    assert.match(info.sentences.join(), /^1 unknown key in this file\./);
    assert.deepEqual(
      problemsOf(document).map(({ range }) => document.getText(range)),
      ['fld_x'],
    );
  });

  test('recognizes a workflow key after a job with this workflow is loaded', async () => {
    const running = (key: string) => ({
      activeWorkflows: [{ key, name: key.toUpperCase().replace('_', ' ') }],
    });
    await read({
      ...serviceContent,
      jobs: [
        ...Array.from({ length: 50 }, (_, index) =>
          aJob({ key: `job_${index}`, ...running(`wf_${index % 2}`) }),
        ),
        aJob({ key: 'job_last', ...running('wf_late') }),
      ],
    });
    const document = await open('start wf_late');
    await run('checkKeys');
    assert.match(
      problemsOf(document)[0]?.message ?? '',
      /^No loaded job of .+ has a workflow or step with this key\.$/,
    );
    assert.deepEqual(await hoverAt(document, 'wf_late'), []);
    await run('loadMoreJobs');
    assert.equal((await hoverAt(document, 'wf_late'))[0], 'WF LATE, workflow');
    await until(() => problemsOf(document).length === 0, vscode.languages.onDidChangeDiagnostics);
  });

  test('shows the time of cached fields on hover @full', async () => {
    let isDown = false;
    const first = await serve(
      serveData(serviceContent, {
        'GET /fields': () =>
          isDown ? errorResponse(400, 'Down.') : envelope({ fields: serviceContent.fields }),
      }),
    );
    await connectAndLoad(first);
    await run('refreshFields');
    await disconnect();
    isDown = true;
    await connect(first);
    const view = 'workflowJobs.fields';
    await until(() => descriptionOf(view).includes('as of'), onDidSet(view));
    await run('refresh');
    assert.match((await hoverAt(await open('fld_p'), 'fld_p'))[1] ?? '', / · as of /);
  });

  test('explains a key on hover in a notebook cell', async () => {
    await read(serviceContent);
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([
        new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "row['fld_t']", 'python'),
      ]),
    );
    assert.match(
      (await hoverAt(notebook.cellAt(0).document, 'fld_t'))[0] ?? '',
      /^Title, shortText/,
    );
  });
});
