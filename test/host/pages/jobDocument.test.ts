import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setBugListener } from '../../../src/service/index.ts';
import type { Connection } from '../../../src/ui/connection/connection.ts';
import { ReadOnlyDocuments } from '../../../src/ui/documents/readOnlyDocuments.ts';
import { envelope } from '../../support/service/service.ts';
import { atEnd } from '../support/atEnd.ts';
import { firstJob, jobDocument, readText, twoJobs } from './sampleJobs.ts';
import { connected, requestsFor } from '../support/extension.ts';

suite('Job document', () => {
  test('shows all properties of the job and rejects changes @everyHost', async () => {
    const whole = { ...firstJob, logs: [{ message: 'Began' }] };
    const service = await connected(twoJobs, { 'GET /jobs/job_1': envelope({ job: whole }) });
    const uri = jobDocument('job_1', service.url);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.languageId, 'json');
    assert.equal(document.getText(), `${JSON.stringify(whole, null, 2)}\n`);
    assert.equal(vscode.workspace.fs.isWritableFileSystem('workflow-job'), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
  });

  test('shows an error if the job belongs to another service', async () => {
    const service = await connected(twoJobs);
    await assert.rejects(
      readText(jobDocument('job_1', 'https://elsewhere.example.com')),
      /no longer connected to the service of this job/,
    );
    assert.equal(requestsFor(service, 'GET', /^\/jobs\/job_/), 0);
  });

  test('sends no request if the job has no key', async () => {
    const service = await connected(twoJobs);
    await assert.rejects(
      readText(jobDocument('', service.url, 'unreadable:1:0')),
      /previous session\. Open it again/,
    );
    assert.equal(requestsFor(service, 'GET', /^\/jobs\//), 0);
  });

  test('logs an unexpected error and refers to the log in its message', async () => {
    const logged: unknown[] = [];
    setBugListener((where, fault) => logged.push(where, fault));
    atEnd(() => setBugListener(() => undefined));
    const fault = new TypeError('read is not a function');
    const service = {
      client: { baseUrl: { href: 'https://eu.example.com' } },
      signal: new AbortController().signal,
      readJob: () => Promise.reject(fault),
    };
    const documents = new ReadOnlyDocuments({ require: () => service } as unknown as Connection);
    await assert.rejects(
      async () => documents.readFile(jobDocument('job_1', 'https://eu.example.com')),
      /An unexpected error occurred in the Workflow Jobs extension\. See the log for details\./,
    );
    assert.deepEqual(logged, ['document', fault]);
    documents.dispose();
  });

  test('asks the user to reopen a document from a previous session', async () => {
    await assert.rejects(
      readText(vscode.Uri.from({ scheme: 'workflow-job', path: '/report.md' })),
      /previous session\. Open it again/,
    );
  });
});
