import assert from 'node:assert/strict';
import { aJob } from '../../support/service/builders.ts';
import { type Service, envelope, errorResponse } from '../../support/service/service.ts';
import { type Box, type BoxItem, onBox, onQuestion } from '../support/prompts.ts';
import { nodesOf } from '../support/rows.ts';
import { knownWorkflows, startedJob } from './sampleStart.ts';
import { connected, requestsFor, run } from '../support/extension.ts';

/** Rejects each start, because opening the page of a started job takes a second. */
const rejected = { 'POST /jobs': errorResponse(422, 'Not today.') };

function startedKeys({ requests }: Service): string[] {
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (JSON.parse(body) as { workflowKey: string }).workflowKey);
}

suite('Workflow picker', () => {
  test('starts the active or typed workflow when the user presses Enter', async () => {
    const service = await connected(
      { jobs: [aJob({ activeWorkflows: knownWorkflows })] },
      rejected,
    );
    onQuestion('error');
    let indexOfTyped = 0;
    const answers: ((box: Box) => void)[] = [
      ({ type, accept }) => {
        type('wf_new');
        accept();
      },
      (box) => {
        box.type('wf_n');
        indexOfTyped = box.items.length - 1;
        box.type('wf_newer');
        box.accept(indexOfTyped);
      },
      (box) => {
        box.type('wf_contract_revie');
        box.type('wf_contract_review');
        box.accept(indexOfTyped);
      },
      (box) => {
        const index = box.items.findIndex(({ key }) => key === knownWorkflows[0]?.key);
        box.type('onboard');
        box.accept(index);
      },
    ];
    onBox('createQuickPick', (box) => answers.shift()?.(box));
    for (let count = 0; count < 4; count++) await run('startJob');
    assert.deepEqual(startedKeys(service), [
      'wf_new',
      'wf_newer',
      'wf_contract_review',
      'wf_employee_onboarding',
    ]);
  });

  test('shows a row for the typed key after the known workflows', async () => {
    await connected({ jobs: [aJob({ activeWorkflows: knownWorkflows })] });
    const offered: (readonly BoxItem[])[] = [];
    onBox('createQuickPick', (pick) => {
      offered.push(pick.items);
      pick.type('onboard');
      offered.push(pick.items);
      pick.hide();
    });
    await run('startJob');
    const [before = [], after = []] = offered;
    assert.deepEqual(after.slice(0, -1), before);
    const { label, description, alwaysShow } = after.at(-1) ?? {};
    assert.deepEqual([label, description, alwaysShow], ['Start workflow', '“onboard”', true]);
    assert.ok(after.every((item) => item.label !== ''));
  });

  test('isolates a right-to-left name from the key next to it', async () => {
    await connected({ jobs: [aJob({ activeWorkflows: [{ key: '7', name: 'אישור' }] })] });
    let labels: (string | undefined)[] = [];
    onBox('createQuickPick', (pick) => {
      labels = pick.items
        .filter(({ key }) => key === '7')
        .flatMap(({ label, description }) => [label, description]);
      pick.hide();
    });
    await run('startJob');
    assert.deepEqual(labels, ['\u2068אישור\u2069', '7']);
  });

  test('uses the typed key unless the user selects another row', async () => {
    const service = await connected(
      {
        jobs: [
          aJob({
            activeWorkflows: [
              { key: 'wf_a_other', name: 'wf_a' },
              { key: 'wf_a', name: 'Z' },
            ],
          }),
        ],
      },
      rejected,
    );
    onQuestion('error');
    const answers: ((box: Box) => void)[] = [
      ({ pick }) => pick('wf_a_other'),
      ({ activate, pick }) => {
        for (const key of ['wf_a_other', 'wf_a', 'wf_a_other']) activate(key);
        pick('wf_a_other');
      },
    ];
    onBox('createQuickPick', (box) => {
      box.type('wf_a');
      answers.shift()?.(box);
    });
    for (let count = 0; count < 2; count++) await run('startJob');
    assert.deepEqual(startedKeys(service), ['wf_a', 'wf_a_other']);
  });

  test('suggests the workflow of the selected job', async () => {
    const service = await connected(
      { jobs: [aJob({ activeWorkflows: [knownWorkflows[0]!, knownWorkflows[1]!] })] },
      { 'POST /jobs': envelope({ job: startedJob }) },
    );
    const suggested: unknown[] = [];
    const answers: ((box: Box) => void)[] = [
      ({ hide }) => hide(),
      ({ type, pick }) => {
        type('wf_contract_review');
        pick('wf_contract_review');
      },
    ];
    onBox('createQuickPick', (box) => {
      suggested.push(
        box.activeItems.map(({ key }) => key),
        requestsFor(service, 'POST', /./),
      );
      answers.shift()?.(box);
    });
    const [row] = await nodesOf();
    for (const picked of [undefined, startedJob.key]) {
      assert.equal(await run('startAnother', row), picked);
    }
    assert.deepEqual(suggested, [['wf_employee_onboarding'], 0, ['wf_employee_onboarding'], 0]);
    assert.deepEqual(startedKeys(service), ['wf_contract_review']);
  });
});
