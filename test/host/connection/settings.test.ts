import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../../src/ui/connection/settings.ts';
import { messageOf } from '../support/rows.ts';
import { disconnect, onQuestion, setting } from '../support/extension.ts';

const second = 1000;

suite('A setting', () => {
  const names = ['baseUrl', 'apiKey.header', 'apiKey.scheme', 'requestTimeout', 'environments', 'confirmStart', 'agents.canStartJobs', 'keepLastList', 'notifyWhenFinished', 'autoRefresh'];
  test('of a wrong type counts as not set, and no command fails of it', async () => {
    const read = () => [
      settings.baseUrl(), settings.apiKeyAt('https://eu.example.com').header, settings.apiKeyAt('https://eu.example.com').scheme, settings.requestTimeout(), settings.confirmStart(),
      settings.canAgentsStart(), settings.keepLastList(), settings.notifyWhenFinished(), settings.autoRefresh(),
    ];
    await disconnect();
    const asDelivered = read();
    const wrong = [7, ['X-Key'], { Bearer: 1 }, 'fast', 'Live', true, 'yes', 'no', 0, '60'];
    for (const [index, name] of names.entries()) await setting(name, wrong[index]);
    assert.deepEqual(read(), asDelivered);
    assert.deepEqual(asDelivered, ['', 'Authorization', 'Bearer', 15 * second, 'production', false, true, true, 0]);
    const error = onQuestion('showErrorMessage');
    await vscode.commands.executeCommand('workflowJobs.jobs.focus');
    await vscode.commands.executeCommand('workflowJobs.refresh');
    assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
    assert.equal(messageOf('workflowJobs.jobs'), '');
  });

  for (const [name, read, values] of [
    ['requestTimeout', settings.requestTimeout, [[-5, 1], [0, 1], [600, 600], [1e300, 600]]],
    ['autoRefresh', settings.autoRefresh, [[-5, 0], [0.1, 5], [5, 5], [1e300, 86_400]]],
  ] as const) {
    test(`${name} is kept within its range`, async () => {
      for (const [value, seconds] of values) {
        await setting(name, value);
        assert.equal(read(), seconds * second, String(value));
      }
    });
  }
});
