import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aJob, aPage } from '../support/builders.ts';
import { type Answer, envelope } from '../support/service.ts';
import { onWindow } from './replies.ts';
import { changesOf, descriptionOf, hide, messageOf, nodesOf, rowsOf, settled, show } from './rows.ts';
import { connect, noFields, onQuestion, requestsFor, reset, routes, tidyUp, withService } from './support.ts';

const view = 'workflowJobs.jobs';
const minute = 60_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Runs a command whose questions are answered in turn: by a label, by labels that are ticked, or by a text; dismissed when there is no answer left. */
async function ask(command: string, ...answers: (string | readonly string[])[]): Promise<void> {
  const restores = [
    onWindow('showQuickPick', (items) => {
      const answer = answers.shift();
      const labelled = items as { label: string }[];
      if (answer === undefined) return Promise.resolve(undefined);
      if (typeof answer !== 'string') return Promise.resolve(labelled.filter(({ label }) => answer.includes(label)));
      const found = labelled.find(({ label }) => label === answer);
      assert.ok(found, `${answer} is not among ${labelled.map(({ label }) => label).join(', ')}`);
      return Promise.resolve(found);
    }),
    onQuestion('showInputBox', () => answers.shift() as string | undefined).restore,
  ];
  try {
    await vscode.commands.executeCommand(`workflowJobs.${command}`);
  } finally {
    for (const restore of restores) restore();
  }
  assert.deepEqual(answers, [], 'not everything was asked');
}

/** Runs a command with a look at its progress, and a way to cancel it. */
async function withProgress(command: string, onProgress: (message: string, cancel: () => void) => void): Promise<void> {
  const restore = onWindow('withProgress', (options: unknown, task: unknown) => {
    const source = new vscode.CancellationTokenSource();
    const isNotification = (options as vscode.ProgressOptions).location === vscode.ProgressLocation.Notification;
    const report = ({ message = '' }: { message?: string }) => isNotification && onProgress(message, () => source.cancel());
    return (task as (progress: { report: typeof report }, token: vscode.CancellationToken) => Promise<unknown>)({ report }, source.token);
  });
  try {
    await vscode.commands.executeCommand(`workflowJobs.${command}`);
  } finally {
    restore();
  }
}

const keysShown = async () => (await nodesOf(view)).flatMap((node) => (node as { row?: { job: { key: string } } }).row?.job.key ?? []);
const labels = async () => (await rowsOf(view)).map(({ label, description }) => `${label} ${description}`.trim());

async function connected(answers: Record<string, Answer>, story: (service: Awaited<Parameters<Parameters<typeof withService>[1]>[0]>) => Promise<void>): Promise<void> {
  await withService(routes({ 'GET /fields': noFields, ...answers }), async (service) => {
    await connect(service);
    await settled(view);
    await story(service);
  });
}

suite('Browsing jobs', () => {
  teardown(async () => {
    await vscode.commands.executeCommand('workflowJobs.clearJobFilter');
    await ask('groupJobs', 'Nothing: newest first');
    await tidyUp();
  });
  suiteTeardown(reset);

  // Each but the first fails one part of the filter.
  const wanted = {
    activeWorkflows: [{ key: 'w', name: 'Alpha' }],
    activeSteps: [{ key: 's', name: 'Review' }],
    assignedTo: { key: 'u1', firstName: 'Grace', lastName: 'Hopper' },
    startedBy: { key: 'u2', firstName: 'Ada', lastName: 'Byron' },
    startedAt: ago(20 * minute),
    updatedAt: ago(10 * minute),
  };
  const parts: { part: string; set: (string | readonly string[])[]; unset: string | readonly string[]; misses: object }[] = [
    { part: 'State', set: ['active'], unset: 'any', misses: { completedAt: ago(minute) } },
    { part: 'Workflow', set: [['Alpha']], unset: [], misses: { activeWorkflows: [{ key: 'v', name: 'Beta' }] } },
    { part: 'Step', set: [['Review']], unset: [], misses: { activeSteps: [{ key: 't', name: 'Release' }] } },
    { part: 'Assigned to', set: [['Grace Hopper']], unset: [], misses: { assignedTo: null } },
    { part: 'Started by', set: [['Ada Byron']], unset: [], misses: { startedBy: { key: null, firstName: null, lastName: null } } },
    { part: 'Text in names or key', set: ['JOB_'], unset: '', misses: { key: 'another' } },
    { part: 'Started', set: ['started within 1 h'], unset: 'any', misses: { startedAt: ago(70 * minute) } },
    { part: 'Updated', set: ['updated within 1 h'], unset: 'any', misses: { updatedAt: ago(70 * minute) } },
  ];
  const jobs = [aJob({ ...wanted, key: 'job_wanted' }), ...parts.map(({ part, misses }) => aJob({ ...wanted, key: `job_${part}`, ...misses }))];

  test('a filter combines state, workflow, step, people, text and times; each part can be left out again', () =>
    connected({ 'GET /jobs?page=1': envelope(aPage(jobs, { total: 150 })) }, async () => {
      await ask('filterJobs', ...parts.flatMap(({ part, set }) => [part, ...set]), 'Done');
      assert.deepEqual(await keysShown(), ['job_wanted']);
      assert.equal(descriptionOf(view), `1 of ${jobs.length} loaded`);
      assert.equal(messageOf(view), 'Filter: Alpha, Review, active, Grace Hopper, Ada Byron, “JOB_”, started within 1 h, updated within 1 h');
      for (const { part, set, unset, misses } of parts) {
        await ask('filterJobs', part, unset, 'Done');
        assert.deepEqual(await keysShown(), ['job_wanted', (misses as { key?: string }).key ?? `job_${part}`]);
        await ask('filterJobs', part, ...set, 'Done');
      }
      await ask('filterJobs', 'Clear the filter');
      assert.equal((await keysShown()).length, jobs.length);
    }));

  test('groups by each of what there is to group by', () =>
    connected({ 'GET /jobs?page=1': envelope(aPage([aJob({ ...wanted, startedAt: '2026-10-01T12:00:00Z' }), aJob({ key: 'job_2', activeWorkflows: [], activeSteps: [], startedAt: null, completedAt: '2026-10-02T12:00:00Z' })])) }, async () => {
      for (const [by, ...expected] of [
        ['Workflow', 'Alpha 1', 'No workflow 1'],
        ['Step', 'Review 1', 'No active step 1'],
        ['State', 'active 1', 'completed 1'],
        ['Day of the start', 'Thu, Oct 1, 2026 1', 'No start time 1'],
      ] as const) {
        await ask('groupJobs', by);
        assert.deepEqual(await labels(), expected);
        assert.ok((await rowsOf(view)).every(({ startsOpen, children }) => startsOpen && children.length === 1));
      }
    }));

  test('groups that hold very many together start closed; so do sections that a load of all passes by @full', () => {
    const pages = [0, 1, 2].map((number) => Array.from({ length: 1_100 }, (_, index) => aJob({ key: `job_${number}_${index}` })));
    const held = Promise.withResolvers<void>();
    const page = (number: number) => envelope(aPage(pages[number - 1] ?? [], { currentPage: number, hasMore: number < 3, lastPage: 3, total: 3_300 }));
    return withService(routes({ 'GET /fields': noFields, 'GET /jobs?page=1': page(1), 'GET /jobs?page=2': page(2), 'GET /jobs?page=3': () => held.promise.then(() => page(3)) }), async (service) => {
      await connect(service);
      await settled(view);
      const groups = async () => (await rowsOf(view)).filter(({ children }) => children.length > 0).map(({ label, startsOpen }) => `${label} ${startsOpen ? 'open' : 'closed'}`);
      assert.deepEqual(await groups(), ['1,001 – 2,000 open'], 'the last goes on with Load more');
      await vscode.commands.executeCommand('workflowJobs.loadMoreJobs');
      assert.deepEqual(await groups(), ['1,001 – 2,000 closed', '2,001 – 3,000 open']);
      const all = vscode.commands.executeCommand('workflowJobs.loadAllJobs');
      await service.received(service.requests.length + 1);
      assert.deepEqual(await groups(), ['1,001 – 2,000 closed', '2,001 – 3,000 closed']);
      held.resolve();
      await all;
      assert.deepEqual(await groups(), ['1,001 – 2,000 closed', '2,001 – 3,000 closed', '3,001 – 4,000 closed']);
      await ask('groupJobs', 'Workflow');
      assert.deepEqual(await groups(), ['Invoice Approval closed']);
    });
  });

  test('ages are told again one by one as time passes, in groups too', () =>
    connected({ 'GET /jobs?page=1': envelope(aPage([aJob({ ...wanted, key: 'job_young', startedAt: ago(190 * minute) }), aJob({ ...wanted, key: 'job_old', startedAt: ago(30.5 * 24 * 60 * minute) })])) }, async () => {
      for (const by of ['Nothing: newest first', 'Workflow']) {
        await ask('groupJobs', by);
        await hide(view);
        const clock = replaceClock();
        const told = changesOf(view);
        try {
          await show(view);
          const [first] = await nodesOf(view);
          const young = by === 'Workflow' ? (await nodesOf(view, first))[0] : first;
          await rowsOf(view);
          told.changes.splice(0);
          clock.pass(minute);
          assert.deepEqual(told.changes, [], 'nothing reads differently yet');
          clock.pass(2 * 60 * minute);
          assert.deepEqual(told.changes, [[young]], by);
        } finally {
          told.dispose();
          clock.restore();
        }
      }
    }));
});

suite('Loading all jobs', () => {
  teardown(async () => {
    await vscode.commands.executeCommand('workflowJobs.clearJobFilter');
    await tidyUp();
  });
  suiteTeardown(reset);

  const last = 12;
  const jobsOf = (number: number) => Array.from({ length: 3 }, (_, index) => aJob({ key: `job_${number}_${index}`, ...(number % 2 === 0 ? { completedAt: ago(minute) } : {}) }));
  const pageOf = (number: number) => envelope(aPage(jobsOf(number), { currentPage: number, hasMore: number < last, lastPage: last, total: last * 3 }));
  const numberOf = (url: string) => Number(/^\/jobs\?page=(\d+)$/.exec(url)?.[1]);

  test('has four requests under way at most, tells how far it is, and keeps the order @floor', () => {
    let [open, most] = [0, 0];
    const four = Promise.withResolvers<void>();
    return withService(
      async ({ url }) => {
        if (url === '/fields') return noFields;
        most = Math.max(most, ++open);
        if (open === 4) four.resolve();
        if (numberOf(url) > 1) await four.promise;
        await new Promise((resolve) => setTimeout(resolve, 30 - numberOf(url)));
        open--;
        return pageOf(numberOf(url));
      },
      async (service) => {
        await connect(service);
        await settled(view);
        const told: string[] = [];
        await withProgress('loadAllJobs', (message) => told.push(message));
        assert.equal(most, 4);
        assert.equal(requestsFor(service, 'GET', /^\/jobs/), last);
        assert.deepEqual(told, Array.from({ length: last - 1 }, (_, index) => `${(index + 2) * 3} of ${last * 3}`));
        assert.deepEqual(await keysShown(), Array.from({ length: last }, (_, index) => jobsOf(index + 1).map(({ key }) => key)).flat());
      },
    );
  });

  test('that is cancelled keeps what came, and goes on from there', () => {
    const held = Promise.withResolvers<void>();
    return withService(
      async ({ url }) => {
        if (numberOf(url) > 5) await held.promise;
        return url === '/fields' ? noFields : pageOf(numberOf(url));
      },
      async (service) => {
        await connect(service);
        await settled(view);
        await withProgress('loadAllJobs', (message, cancel) => {
          // Of those asked ahead, some have to have left: the service is to see them end.
          if (message === '15 of 36') void service.received(7).then(cancel);
        });
        assert.equal(descriptionOf(view), '15 of 36');
        await service.abandoned(1);
        held.resolve();
        await withProgress('loadAllJobs', () => undefined);
        assert.equal(descriptionOf(view), '36 of 36');
      },
    );
  });

  test('a search that is cancelled keeps what it found, and can go on', () => {
    const held = Promise.withResolvers<void>();
    return withService(
      async ({ url }) => {
        if (numberOf(url) > 4) await held.promise;
        return url === '/fields' ? noFields : pageOf(numberOf(url));
      },
      async (service) => {
        await connect(service);
        await settled(view);
        await ask('filterJobs', 'State', 'completed');
        assert.deepEqual(await labels(), ['No match clear filter', 'Search further 33 left']);
        const told: string[] = [];
        await withProgress('searchFurther', (message, cancel) => {
          told.push(message);
          if (message.endsWith('12 of 36')) cancel();
        });
        assert.deepEqual(told, ['3 found in 6 of 36', '3 found in 9 of 36', '6 found in 12 of 36']);
        assert.equal(descriptionOf(view), '6 of 12 loaded');
        held.resolve();
        await withProgress('searchFurther', () => undefined);
        assert.equal(descriptionOf(view), '18 of 36 loaded');
        assert.deepEqual((await rowsOf(view)).filter(({ label }) => label === 'Search further'), []);
      },
    );
  });
});

/** A clock that stands, and what repeats by it, from now on. */
function replaceClock(): { pass: (milliseconds: number) => void; restore: () => void } {
  const original = { now: Date.now, setInterval: globalThis.setInterval };
  const repeated: { run: () => void; every: number; next: number }[] = [];
  let now = original.now();
  Date.now = () => now;
  globalThis.setInterval = ((run: () => void, every: number) => {
    if (every >= minute) repeated.push({ run, every, next: now + every });
    return original.setInterval(() => undefined, every);
  }) as typeof setInterval;
  return {
    pass(milliseconds) {
      now += milliseconds;
      for (const each of repeated) {
        if (each.next > now) continue;
        each.next = now + each.every;
        each.run();
      }
    },
    restore() {
      Object.assign(Date, { now: original.now });
      globalThis.setInterval = original.setInterval;
    },
  };
}
