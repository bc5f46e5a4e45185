import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob } from '../../support/service/builders.ts';
import { ask, onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { captured, nodesOf, rowsOf, selectFirst, selectNothing, show } from '../support/rows.ts';
import { connected, run } from '../support/extension.ts';

const view = 'workflowJobs.jobs';

suite('Row command', () => {
  test('applies to all selected rows', async () => {
    const jobs = [
      aJob({ key: 'job_1' }),
      aJob({ key: 'job_2' }),
      aJob({ key: 'job_3', completedAt: '2026-10-02T08:00:00Z' }),
    ];
    await connected({ jobs: [...jobs, { note: 'no key' }] });
    const nodes = await nodesOf();
    const runOf = (command: string, selected: readonly unknown[]) =>
      run(command, selected[0], selected);
    const watched = async () =>
      (await rowsOf()).flatMap(({ ariaLabel }, index) =>
        ariaLabel.endsWith(', watched') ? [index] : [],
      );
    const clipboard = () => vscode.env.clipboard.readText();

    await runOf('watchJob', nodes);
    assert.deepEqual(await watched(), [0, 1], 'only the active jobs are watched');
    await runOf('unwatchJob', nodes.slice(0, 2));
    assert.deepEqual(await watched(), []);

    await runOf('copyKey', nodes.slice(0, 3));
    assert.equal(await clipboard(), 'job_1\njob_2\njob_3');
    await runOf('copyJson', nodes);
    assert.deepEqual(
      (JSON.parse(await clipboard()) as object[]).map((job) => ('key' in job ? job.key : job)),
      ['job_1', 'job_2', 'job_3', { note: 'no key' }],
    );
    await run('copyKey', nodes[0], [nodes[0]]);
    assert.equal(await clipboard(), 'job_1');

    const saved: unknown[] = [];
    onWindow('showSaveDialog', ({ filters }: vscode.SaveDialogOptions) => {
      saved.push(filters);
      return Promise.resolve(undefined);
    });
    onWindow('showQuickPick', ([csv]: unknown[]) => Promise.resolve(csv));
    await runOf('exportRows', nodes.slice(0, 2));
    assert.deepEqual(saved, [{ CSV: ['csv'] }]);

    await runOf('compareJobs', nodes.slice(1, 3));
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.equal(label, 'job_2 ↔ job_3');
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const keys = [input.original, input.modified].map(
      (uri) => (JSON.parse(uri.query) as { key: string }).key,
    );
    assert.deepEqual(keys, ['job_2', 'job_3']);
  });

  test('uses the selection of the last used view when run by a keybinding', async () => {
    await connected({
      fields: [aField({ key: 'fld_1' })],
      jobs: [aJob({ key: 'job_1' }), aJob({ key: 'job_2' })],
    });
    const copied = async (command: string) => {
      await run(command);
      return vscode.env.clipboard.readText();
    };
    for (const each of ['workflowJobs.fields', view]) await selectNothing(each);
    const none = onQuestion('info');
    const shownTitles: string[] = [];
    const restore = onBox('createQuickPick', ({ title, hide }) => {
      shownTitles.push(title);
      hide();
    });
    for (const command of ['copyJson', 'startAnother']) await run(command);
    restore();
    assert.deepEqual(
      [none.sentences, shownTitles],
      [['Select a job first.', 'Select a job first.'], []],
    );

    await selectFirst();
    assert.equal(await copied('copyKey'), 'job_1');
    assert.equal((JSON.parse(await copied('copyJson')) as { key: string }).key, 'job_1');
    assert.match(await copied('copyLink'), /\/job\/job_1$/);
    await run('openJson');
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'job_1.json');
    const saved = new Promise((resolve) =>
      onWindow('showSaveDialog', ({ filters }: vscode.SaveDialogOptions) => resolve(filters)),
    );
    await ask('exportRows', 'NDJSON');
    assert.deepEqual(await saved, { NDJSON: ['ndjson'] });
    onBox('createQuickPick', ({ pick }) => pick('job_2'));
    await run('compareJob');
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'job_1 ↔ job_2');

    await selectFirst('workflowJobs.fields');
    assert.equal(await copied('copyKey'), 'fld_1');
    assert.match(await copied('copyLink'), /\/job\/job_1$/, 'only jobs have links');
    const document = await vscode.workspace.openTextDocument({ content: '' });
    await vscode.window.showTextDocument(document);
    await run('insertKey');
    assert.equal(document.getText(), 'fld_1');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('copies nothing with Ctrl+C if the focused row has no key', async () => {
    await connected({ jobs: [{ note: 'no key' }] });
    await selectFirst();
    await vscode.env.clipboard.writeText('before');
    await vscode.commands.executeCommand('_workflowJobs.copyFocusedKey', 'jobs');
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });

  test('ignores selected rows that it does not support', async () => {
    await connected({
      jobs: [aJob({ key: 'job_1', activeWorkflows: [{ key: 'wf_a', name: 'Alpha' }] })],
    });
    await show();
    const seen = captured();
    const copied = async (command: string) => {
      await run(command);
      return vscode.env.clipboard.readText();
    };
    const { sentences } = onQuestion('info');
    await ask('groupJobs', 'State');
    const [group] = await nodesOf();
    seen.selection = [group];
    for (const command of ['copyKey', 'copyJson', 'copyLink', 'openJson']) {
      await run(command);
    }
    assert.deepEqual(sentences, [
      'Select a job, a workflow, or a field first.',
      ...Array<string>(3).fill('Select a job first.'),
    ]);
    seen.selection = [group, ...(await nodesOf(view, group))];
    assert.match(await copied('copyLink'), /\/job\/job_1$/);

    await ask('groupJobs', 'Workflow');
    seen.selection = await nodesOf();
    assert.equal(await copied('copyKey'), 'wf_a');
    sentences.length = 0;
    assert.equal(await copied('copyLink'), 'wf_a', 'a workflow has no link');
    assert.deepEqual(sentences, ['Select a job first.']);
    delete seen.selection;
    await ask('groupJobs', 'None (service order)');
  });
});
