import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob } from '../../support/service/builders.ts';
import { refusal } from '../../support/service/service.ts';
import { connected, serve, setting } from '../support/extension.ts';
import { onQuestion } from '../support/prompts.ts';
import { hide } from '../support/rows.ts';

const run = (name: string, ...given: unknown[]) => vscode.commands.executeCommand(`workflowJobs.${name}`, ...given);
const held = { jobs: [aJob()], fields: [aField({ key: 'fld_title', name: 'Title' }), aField({ key: 'fld_prio', name: 'Priority' })] };

suite('A command that is interrupted', () => {
  test('tells why no job can be offered for watching', async () => {
    await connected(held);
    await hide('workflowJobs.jobs');
    await setting('baseUrl', (await serve(() => refusal(400, 'Broken.'))).url);
    const error = onQuestion('showErrorMessage');
    await run('watchJob');
    assert.match(error.sentences.join(), /refused GET \/jobs\?page=1/);
  });

  for (const command of ['refresh', 'loadAllJobs', 'loadMoreJobs']) {
    test(`tells its failure where no view shows it: ${command}`, async () => {
      await connected(held);
      await hide('workflowJobs.jobs');
      await setting('baseUrl', (await serve(() => refusal(400, 'Broken.'))).url);
      const error = onQuestion('showErrorMessage');
      await run(command);
      assert.match(error.sentences.join(), /^[^,]+ refused GET \/jobs\?page=1[^,]+$/);
    });
  }
});
