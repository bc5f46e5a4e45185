import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { suiteVariables } from '../../support/vscode/suiteVariables.ts';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope } from '../../support/service/service.ts';
import { Credentials } from '../../../src/ui/connection/credentials.ts';
import { settings } from '../../../src/ui/connection/settings.ts';
import { ownStores, sharedSecrets } from '../support/kept.ts';
import { needsNode } from '../support/needsNode.ts';
import { onQuestion } from '../support/prompts.ts';
import {
  connected,
  disconnect,
  inWorkspace,
  requestsFor,
  run,
  setting,
  until,
} from '../support/extension.ts';

/**
 * Replaces the settings of the remote machine, as a dev container does, and waits until VS Code has read
 * them.
 */
async function onMachine(values: Readonly<Record<string, unknown>>): Promise<void> {
  const file = vscode.Uri.joinPath(
    vscode.Uri.file(process.env[suiteVariables.dataFolder] ?? assert.fail()),
    'data/Machine/settings.json',
  );
  const entries = Object.entries({
    'workflowJobs.requestTimeout': Object.keys(values).length === 0 ? undefined : 60,
    ...values,
  });
  const isRead = () =>
    entries.every(([name, value]) => JSON.stringify(remoteValue(name)) === JSON.stringify(value)) &&
    (Object.keys(values).length > 0 || remoteValue('workflowJobs.environments') === undefined);
  await vscode.workspace.fs.writeFile(
    file,
    new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries))),
  );
  await until(isRead, vscode.workspace.onDidChangeConfiguration);
}

function remoteValue(name: string): unknown {
  return (
    vscode.workspace.getConfiguration().inspect(name) as { readonly globalRemoteValue?: unknown } | undefined
  )?.globalRemoteValue;
}

const posts = (service: Service) => requestsFor(service, 'POST', /./);
const startWith = () => run('startJob', 'wf_a');

suite('Settings that a repository can write', () => {
  teardown(() => onMachine({}));

  const own = (name: string, url: string) => [{ name, baseUrl: url, kind: 'development', readOnly: false }];

  needsNode('writes the settings of the machine')(
    'remove no guard of the user, of a remote machine or of a workspace',
    async () => {
      const service = await connected(
        { jobs: [aJob()] },
        { 'POST /jobs': envelope({ job: aJob({ key: 'job_new' }) }) },
      );
      await setting('environments', [
        { name: 'Live', baseUrl: service.url, kind: 'staging', readOnly: true },
      ]);
      await setting('confirmStart', 'always');
      await inWorkspace('environments', own('Theirs', service.url));
      await inWorkspace('confirmStart', 'never');
      await onMachine({
        'workflowJobs.environments': own('Container', service.url),
        'workflowJobs.confirmStart': 'never',
      });
      const errors = onQuestion('error');
      await startWith();
      assert.match(
        errors.sentences.join(),
        /^Jobs cannot be started in Live \(.*: the environment is read-only/,
      );
      assert.equal(settings.confirmStart(), 'always');

      await onMachine({});
      await setting('environments', own('Live', service.url));
      await setting('confirmStart', 'never');
      await inWorkspace('confirmStart', undefined);
      await onMachine({
        'workflowJobs.environments': [
          { name: 'Container', baseUrl: service.url, kind: 'development', readOnly: 'yes' },
        ],
        'workflowJobs.confirmStart': 'always',
      });
      await startWith();
      assert.equal(errors.sentences.length, 2, 'a remote machine can tighten');
      assert.equal(settings.confirmStart(), 'always');
      assert.equal(posts(service), 0);
    },
  );

  needsNode('writes the settings of the machine')(
    'send no key to an address that only a remote machine names, before the person agrees',
    async () => {
      const origin = 'https://container.workflow-jobs.invalid';
      await disconnect();
      await onMachine({ 'workflowJobs.environments': own('Container', `${origin}/api`) });
      const secrets = sharedSecrets();
      await secrets.store(`apiKey:${origin}`, 'sk-not-for-a-container');
      const credentials = new Credentials({ secrets, ...ownStores() });
      const answers = [undefined, 'Send It'];
      const { sentences } = onQuestion('warning', () => answers.shift());
      await assert.rejects(
        credentials.header(origin),
        /only the settings of the remote machine name that address/,
      );
      await secrets.store(`apiKey:${origin}`, 'sk-set-again');
      assert.ok(await credentials.header(origin));
      const question = `The settings of the remote machine connect to ${origin}. Send your API key for it there?`;
      assert.deepEqual(sentences, [question, question]);
      credentials.dispose();
    },
  );
});
