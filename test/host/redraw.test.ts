import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob, aPage } from '../support/builders.ts';
import { envelope } from '../support/service.ts';
import { changesOf, nodesOf, rowsOf, settled } from './rows.ts';
import { connect, noFields, reset, routes, tidyUp, withService } from './support.ts';

const [fields, jobs] = ['workflowJobs.fields', 'workflowJobs.jobs'];

suite('What VS Code is told', () => {
  teardown(tidyUp);
  suiteTeardown(reset);

  test('another connection takes the rows away before its service has answered', () => {
    const page = envelope(aPage([aJob()]));
    return withService(routes({ 'GET /fields': envelope({ fields: [aField()] }), 'GET /jobs?page=1': page }), async (first) => {
      await connect(first);
      await Promise.all([settled(jobs), vscode.commands.executeCommand('workflowJobs.refreshFields')]);
      assert.deepEqual([(await nodesOf(jobs)).length, (await nodesOf(fields)).length], [1, 1]);
      const held = Promise.withResolvers<void>();
      await withService(async () => {
        await held.promise;
        return page;
      }, async (second) => {
        await connect(second);
        await second.received(1);
        assert.deepEqual([await nodesOf(jobs), await nodesOf(fields)], [[], []]);
        held.resolve();
        await settled(jobs);
        assert.equal((await nodesOf(jobs)).length, 1);
      });
    });
  });

  test('a refresh that brings nothing new tells of no row in either view, and one that does tells of that row alone', () => {
    let second = aJob({ key: 'job_2' });
    const page = () => envelope(aPage([aJob({ key: 'job_1' }), second], { hasMore: true, total: 90, nextPage: 2, lastPage: 2 }));
    const dropdown = aField({ key: 'fld_prio', type: 'dropdown', details: { options: [{ key: 'opt_low', label: 'Low' }] } });
    const service = routes({ 'GET /fields': envelope({ fields: [dropdown] }), 'GET /jobs?page=1': page });
    return withService(service, async (running) => {
      await connect(running);
      await Promise.all([settled(jobs), vscode.commands.executeCommand('workflowJobs.refreshFields')]);
      const [jobNodes, fieldNodes] = [await nodesOf(jobs), await nodesOf(fields)];
      assert.deepEqual([jobNodes.length, fieldNodes.length], [3, 1]);
      const told = [changesOf(jobs), changesOf(fields)];
      try {
        await vscode.commands.executeCommand('workflowJobs.refresh');
        assert.deepEqual(told.map(({ changes }) => changes), [[], []]);
        second = aJob({ key: 'job_2', completedAt: '2026-10-02T08:00:00Z' });
        await vscode.commands.executeCommand('workflowJobs.refresh');
        assert.deepEqual(told.map(({ changes }) => changes), [[[jobNodes[1]]], []]);
      } finally {
        for (const each of told) each.dispose();
      }
      const again = [...(await nodesOf(jobs)), ...(await nodesOf(fields))];
      assert.ok([...jobNodes, ...fieldNodes].every((node, index) => node === again[index]), 'nodes that VS Code knows stay');
    });
  });

  test('where only the number of all jobs is another, rows say it, and the tree is not sent again', () => {
    let total = 90;
    const rows = Array.from({ length: 3 }, (_, index) => aJob({ key: `job_${index}` }));
    const service = routes({ 'GET /fields': noFields, 'GET /jobs?page=1': () => envelope(aPage(rows, { hasMore: true, total, nextPage: 2, lastPage: 2 })) });
    return withService(service, async (running) => {
      await connect(running);
      await settled(jobs);
      assert.match((await rowsOf(jobs))[1]?.spoken ?? '', /, 2 of 90$/);
      const nodes = await nodesOf(jobs);
      const told = changesOf(jobs);
      try {
        total = 89;
        await vscode.commands.executeCommand('workflowJobs.refreshJobs');
        assert.deepEqual(told.changes.flat(), [nodes[3], ...nodes.slice(0, 3)]);
        assert.match((await rowsOf(jobs))[1]?.spoken ?? '', /, 2 of 89$/);
        await vscode.commands.executeCommand('workflowJobs.refreshJobs');
        assert.deepEqual(told.changes.flat().length, 4);
      } finally {
        told.dispose();
      }
    });
  });
});
