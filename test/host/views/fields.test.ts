import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField } from '../../support/service/builders.ts';
import { type ServiceData, serveData, type Routes, text } from '../../support/service/service.ts';
import { ask, onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { clickRow, descriptionOf, hide, messageOf, rowsOf, settled } from '../support/rows.ts';
import { connect, run, serve, setting } from '../support/extension.ts';

const view = 'workflowJobs.fields';
const fields = [
  aField({ key: 'fld_title', name: 'Title' }),
  aField({
    key: 'fld_prio',
    name: 'Priority',
    type: 'dropdown',
    details: { options: [{ key: 'opt_low', label: 'Low' }] },
    required: true,
  }),
  aField({ key: 'fld_title2', name: 'Title' }),
  { key: null, name: 'Broken pride' },
];
const labels = async () => (await rowsOf(view)).map(({ label }) => label);
const withFields = async (data: ServiceData, others?: Routes) => {
  await connect(await serve(serveData(data, others)));
  await run('refreshFields');
  if ((await labels()).length === 0) await settled(view);
};

async function filter(
  typed: readonly string[],
  end: 'accept' | 'hide',
  afterEach: (prompt: string | undefined) => void = () => undefined,
): Promise<void> {
  onBox('createInputBox', (box) => {
    for (const text of typed) {
      box.type(text);
      afterEach(box.prompt);
    }
    box[end]();
  });
  await run('filterFields');
}

async function copyAs(form: string): Promise<string> {
  await ask('copyFieldsAs', form);
  return vscode.env.clipboard.readText();
}

suite('Fields view', () => {
  teardown(async () => {
    await run('clearFieldFilter');
    if (descriptionOf(view).includes('required fields first')) {
      await run('sortFields');
    }
  });

  test('filters fields while the user types @floor', async () => {
    await withFields({ fields });
    const prompts: (string | undefined)[] = [];
    await filter(['pri', 'FLD_TITLE2'], 'accept', (prompt) => prompts.push(prompt));
    assert.deepEqual(prompts, ['Showing 2 of 4', 'Showing 1 of 4']);
    assert.equal(descriptionOf(view), '1 of 4');
    assert.equal(messageOf(view), 'Filter: “FLD_TITLE2”');
    assert.deepEqual(await labels(), ['Title']);
    await run('clearFieldFilter');
    assert.equal(descriptionOf(view), '');
    assert.equal((await labels()).length, 4);
  });

  test('keeps the filter box open when the box loses focus', async () => {
    await withFields({ fields });
    const staysOpen: unknown[] = [];
    onBox('createInputBox', (box) => {
      staysOpen.push(box.ignoreFocusOut);
      box.hide();
    });
    await run('filterFields');
    assert.deepEqual(staysOpen, [true]);
  });

  test('loads the fields before the user filters them', async () => {
    await withFields({ fields });
    await hide(view);
    await setting('baseUrl', (await serve(serveData({ fields }))).url);
    const prompts: (string | undefined)[] = [];
    await filter(['pri'], 'hide', (prompt) => prompts.push(prompt));
    assert.deepEqual(prompts, ['Showing 2 of 4']);
  });

  test('restores the previous filter when the user presses Escape', async () => {
    await withFields({ fields });
    await filter(['pri'], 'accept');
    const messages: string[] = [];
    await filter(['nothing has this'], 'hide', () => messages.push(messageOf(view)));
    assert.deepEqual(messages, ['No field has “nothing has this” in its name or key.']);
    assert.equal(descriptionOf(view), '2 of 4');
    assert.equal(messageOf(view), 'Filter: “pri”');
    assert.deepEqual(await labels(), ['* Priority', 'Broken pride']);
  });

  test('shows an unreadable field as JSON, even if its value is deeply nested', async () => {
    const damaged = JSON.stringify({ key: null, name: 'Broken', deep: '…' }).replace(
      '"…"',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    );
    await withFields(
      {},
      {
        'GET /fields': text(
          200,
          `{"status":"ok","code":200,"data":{"fields":[${JSON.stringify(aField())},${damaged}]}}`,
          'application/json',
        ),
      },
    );
    assert.deepEqual(await labels(), ['Title', 'Broken']);
    await clickRow(view, (await rowsOf(view))[1]);
    assert.match(
      vscode.window.activeTextEditor?.document.getText() ?? '',
      /^\{\n {2}"key": null,\n {2}"name": "Broken",\n {2}"deep": \[/,
    );
  });

  test('sorts required fields first', async () => {
    await withFields({ fields });
    assert.deepEqual(await labels(), ['Title', '* Priority', 'Title', 'Broken pride']);
    await run('sortFields');
    assert.deepEqual(await labels(), ['* Priority', 'Title', 'Title', 'Broken pride']);
    assert.equal(descriptionOf(view), 'required fields first');
    await run('sortFields');
    assert.deepEqual(await labels(), ['Title', '* Priority', 'Title', 'Broken pride']);
  });

  test('copies the visible fields as JSON or TypeScript', async () => {
    await withFields({ fields });
    const warning = onQuestion('warning');
    assert.deepEqual(JSON.parse(await copyAs('JSON object')), {
      'Title (fld_title)': 'fld_title',
      Priority: { key: 'fld_prio', options: { Low: 'opt_low' } },
      'Title (fld_title2)': 'fld_title2',
    });
    assert.match(String((await warning.asked)[0]), /^Unreadable fields were left out: 1\.$/);
    await filter(['title2'], 'accept');
    assert.equal(
      await copyAs('TypeScript constant'),
      'export const fields = {\n  Title: "fld_title2",\n} as const;\n',
    );
  });

  test('does not copy or filter fields if the connection changes during the prompt', async () => {
    const other = await serve(serveData({ fields: [aField({ key: 'fld_other', name: 'Other' })] }));
    await withFields({ fields });
    await vscode.env.clipboard.writeText('before');
    const warning = onQuestion('warning');
    const restore = onWindow('showQuickPick', async ([form]: unknown[]) => {
      await connect(other);
      await run('refreshFields');
      return form;
    });
    await run('copyFieldsAs');
    restore();
    assert.equal((await warning.asked)[0], 'Nothing was done, because the connection has changed.');
    assert.equal(await vscode.env.clipboard.readText(), 'before');

    await filter(['other'], 'accept');
    onBox('createInputBox', async (box) => {
      await withFields({ fields });
      box.type('pri');
      box.accept();
    });
    await run('filterFields');
    assert.deepEqual([descriptionOf(view), messageOf(view)], ['', '']);
  });
});
