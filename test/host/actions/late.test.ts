import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField, aJob } from '../../support/service/builders.ts';
import {
  type TestResponse,
  type Handler,
  type Routes,
  type Service,
  envelope,
  serveData,
  json,
} from '../../support/service/service.ts';
import { advanceClock } from '../support/clock.ts';
import { connected, extensionId, run, serve, setting, until } from '../support/extension.ts';
import { onBox, onQuestion, onWindow } from '../support/prompts.ts';
import { hide, nodesOf } from '../support/rows.ts';

const ada = { key: 'u_ada', firstName: 'Ada', lastName: null };
const job = aJob({ assignedTo: ada });
const data = { jobs: [job, aJob({ key: 'job_2' })], fields: [aField()] };
const otherFields = envelope({ fields: [aField({ key: 'fld_2' })] });

/** Creates a handler that responds so late that the user may be doing something else. */
function slowResponse(response: TestResponse): Handler {
  return () => {
    advanceClock(10_000);
    return response;
  };
}

/** Returns a function that lists the titles of all pickers, input boxes, and tabs that opened. */
function watchOpened(picks: readonly string[]): () => string[] {
  const [opened, left] = [[] as string[], [...picks]];
  onBox('createQuickPick', (box) => {
    opened.push(box.title);
    const picked = left.shift();
    if (picked === undefined) return box.hide();
    box.type(picked);
    box.pick(picked);
  });
  onBox('createInputBox', (box) => {
    opened.push(box.title);
    const entered = left.shift();
    if (entered === undefined) return box.hide();
    box.type(entered);
    box.accept();
  });
  onWindow('showQuickPick', (_items: unknown, { title }: vscode.QuickPickOptions) => {
    opened.push(title ?? '');
    return Promise.resolve(undefined);
  });
  const tabs = () =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
  return () => [...opened, ...tabs()];
}

interface Case {
  /** Slow responses of the connected service. Undefined if it responds immediately. */
  readonly late?: (late: (response: TestResponse) => Handler) => Routes;
  /** Slow responses of the environment “Other”. */
  readonly lateElsewhere?: (late: (response: TestResponse) => Handler) => Routes;
  /** True if the command needs a row, so that the Jobs view has to load the list first. */
  readonly isOfRow?: boolean;
  readonly run: () => PromiseLike<unknown>;
  /** Input of the user before the request is sent. */
  readonly picks?: (other: Service) => string[];
  readonly offer: string;
  /** Matches the title of the picker or tab that opens after the user accepts the offer. */
  readonly opens: RegExp;
}

const page = (jobs: readonly object[]) =>
  envelope({
    jobs,
    pagination: { currentPage: 1, lastPage: 1, hasMore: false, total: jobs.length },
  });
const row = async () => (await nodesOf())[0];

const cases: Readonly<Record<string, Case>> = {
  Watch: {
    late: (late) => ({ 'GET /jobs?page=1': late(page(data.jobs)) }),
    run: () => run('watchJob'),
    offer: 'Select Job…',
    opens: /^Watch$/,
  },
  'Select Your Name': {
    late: (late) => ({ 'GET /jobs?page=1': late(page(data.jobs)) }),
    run: () => vscode.commands.executeCommand('_workflowJobs.chooseMe'),
    offer: 'Select Your Name…',
    opens: /^Select Your Name$/,
  },
  'Copy Fields As…': {
    late: (late) => ({ 'GET /fields': late(envelope({ fields: data.fields })) }),
    run: () => run('copyFieldsAs'),
    offer: 'Select Format…',
    opens: /^Copy Fields As/,
  },
  'Open Job in another environment': {
    lateElsewhere: (late) => ({ 'GET /jobs/job_1': late(envelope({ job })) }),
    run: () => run('openJob', { key: 'job_1', environment: 'Other' }),
    offer: 'Open Job',
    opens: /^Invoice Approval/,
  },
  'Open as JSON': {
    late: (late) => ({ 'GET /jobs/job_1': late(envelope({ job })) }),
    isOfRow: true,
    run: async () => run('openJson', await row()),
    offer: 'Open',
    opens: /^job_1\.json/,
  },
  'Compare With…': {
    late: (late) => ({ 'GET /jobs/job_1': late(envelope({ job })) }),
    isOfRow: true,
    run: async () => run('compareJob', await row()),
    offer: 'Open',
    opens: /^Compare job_1 With/,
  },
  'Check Connection': {
    late: (late) => ({ 'GET /fields': late(envelope({ fields: [] })) }),
    run: () => run('checkConnection'),
    offer: 'Show Report',
    opens: /^(Preview )?Connection check/,
  },
  'Compare Fields With…': {
    lateElsewhere: (late) => ({ 'GET /fields': late(otherFields) }),
    run: () => run('compareFields'),
    picks: ({ url }) => [url],
    offer: 'Show Differences',
    opens: /^Fields: /,
  },
  'Set Base URL with an API key': {
    lateElsewhere: (late) => ({ 'GET /fields': late(json(401, {})) }),
    run: () => run('setBaseUrl'),
    picks: ({ url }) => [url],
    offer: 'Set API Key…',
    opens: /^Set API Key for/,
  },
};

suite('Command', () => {
  suiteSetup(() => vscode.extensions.getExtension(extensionId)?.activate());

  for (const [name, each] of Object.entries(cases)) {
    test(`offers to open the result of “${name}” if the response arrives late`, async () => {
      const other = await serve(serveData(data, each.lateElsewhere?.(slowResponse)));
      const handler = serveData(data, each.late?.(slowResponse));
      if (each.isOfRow === true) await connected(handler);
      else {
        await hide();
        await setting('baseUrl', (await serve(handler)).url);
      }
      await setting('environments', [{ name: 'Other', baseUrl: other.url, kind: 'development' }]);
      const picks = each.picks?.(other) ?? [];
      const opened = watchOpened(picks);
      onQuestion('error');
      onQuestion('warning');
      const before: string[][] = [];
      const buttons: unknown[] = [];
      onQuestion('info', (_sentence, button) => {
        if (button === each.offer) before.push(opened().slice(picks.length));
        buttons.push(button);
        return button === each.offer ? each.offer : undefined;
      });
      await each.run();
      assert.deepEqual(before, [[]], `nothing opens before the offer (${buttons.join()})`);
      await until(
        () =>
          opened()
            .slice(picks.length)
            .some((title) => each.opens.test(title)),
        vscode.window.tabGroups.onDidChangeTabs,
      );
    });
  }
});
