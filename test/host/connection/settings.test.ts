import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { settings } from '../../../src/ui/connection/settings.ts';
import { messageOf } from '../support/rows.ts';
import { disconnect, inWorkspace, onQuestion, setting } from '../support/extension.ts';

const second = 1000;

suite('A setting', () => {
  test('of a wrong type counts as not set, and no command fails of it', async () => {
    const read = () => [
      settings.baseUrl(),
      settings.apiKeyAt('https://eu.example.com').header,
      settings.apiKeyAt('https://eu.example.com').scheme,
      settings.requestTimeout(),
      settings.confirmStart(),
      settings.canAgentsStart(),
      settings.keepLastList(),
      settings.notifyWhenFinished(),
      settings.autoRefresh(),
      settings.completeKeys(),
    ];
    await disconnect();
    const asDelivered = read();
    assert.deepEqual(asDelivered, [
      '',
      'Authorization',
      'Bearer',
      15 * second,
      'production',
      false,
      true,
      true,
      0,
      false,
    ]);
    const wrong = {
      baseUrl: 7,
      'apiKey.header': ['X-Key'],
      'apiKey.scheme': 1,
      requestTimeout: 'fast',
      environments: 'Live',
      confirmStart: true,
      'agents.canStartJobs': 'yes',
      keepLastList: 0,
      notifyWhenFinished: 'no',
      autoRefresh: '30',
      completeKeys: 1,
    };
    const removed = Object.fromEntries(Object.keys(wrong).map((name) => [name, null]));
    // A guard that cannot be read is the strictest.
    for (const [values, confirmation] of [
      [wrong, 'always'],
      [removed, 'production'],
    ] as const) {
      for (const [name, value] of Object.entries(values)) await setting(name, value);
      assert.deepEqual(read(), asDelivered.with(4, confirmation));
    }
    const error = onQuestion('showErrorMessage');
    await vscode.commands.executeCommand('workflowJobs.jobs.focus');
    await vscode.commands.executeCommand('workflowJobs.refresh');
    assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
    assert.equal(messageOf('workflowJobs.jobs'), '');
  });

  test('of the person that keeps no list on disk is one that no workspace turns on', async () => {
    await setting('keepLastList', false);
    await inWorkspace('keepLastList', true);
    assert.equal(settings.keepLastList(), false);
    await setting('keepLastList', true);
    await inWorkspace('keepLastList', false);
    assert.equal(settings.keepLastList(), false);
  });

  for (const [name, read, values] of [
    [
      'requestTimeout',
      settings.requestTimeout,
      [
        [-5, 1],
        [1e300, 600],
      ],
    ],
    [
      'autoRefresh',
      settings.autoRefresh,
      [
        [-5, 0],
        [0.1, 5],
        [1e300, 86_400],
      ],
    ],
  ] as const) {
    test(`${name} is kept within its range`, async () => {
      for (const [value, seconds] of values) {
        await setting(name, value);
        assert.equal(read(), seconds * second, String(value));
      }
    });
  }
});
