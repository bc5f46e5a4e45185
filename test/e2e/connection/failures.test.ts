import { once } from 'node:events';
import { createServer } from 'node:net';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { expect, test } from '../support/fixtures.ts';

test('a service that goes away is a row that says so, below it what helps, and loaded rows stay until it is back', async ({
  workbench,
  sandbox,
}) => {
  await workbench.openViewContainer('Workflow Jobs');
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  const failure = workbench.row(
    'Jobs',
    /^Jobs not refreshed\. Nothing answers at 127\.0\.0\.1:\d+: the connection was refused\./,
  );
  const jobsFailure = workbench.row('Jobs', /^Jobs not refreshed/);
  const fieldsFailure = workbench.row(
    'Fields',
    /^Fields not refreshed\. Nothing answers at 127\.0\.0\.1:\d+/,
  );

  await sandbox.close();
  await workbench.runCommand('Workflow Jobs: Refresh');
  await expect(failure).toBeVisible();
  await expect(fieldsFailure).toBeVisible();
  await expect
    .poll(async () => (await workbench.labels('Jobs')).slice(0, 2))
    .toEqual(['Jobs not refreshed', 'Try again']);
  await expect(workbench.row('Jobs', /^Show Log$/)).toBeVisible();
  await expect(workbench.row('Jobs', /^Set Base URL…$/)).toBeVisible();
  await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
  await expect(workbench.row('Fields', /^Title, shortText, required$/)).toBeVisible();
  await expect(workbench.viewDescription('Jobs')).toHaveText('50 of 4,213');
  const lefts = await workbench
    .rows('Jobs')
    .locator('.monaco-icon-label')
    .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().left)));
  expect(
    new Set(lefts).size,
    `the rows of the failure begin where those of jobs do: ${lefts.join(', ')}`,
  ).toBe(1);

  await test.step('Show Log opens it', async () => {
    const log = workbench.page.locator('.part.panel .view-lines');
    await workbench.row('Jobs', /^Show Log$/).click();
    await expect(log).toContainText(/GET.\/jobs\?page=1.—.\d+.ms.unreachable/);
  });

  await test.step('Try again asks again, and says what is wrong now', async () => {
    const rude = createServer((socket) => socket.destroy()).listen(sandbox.port, '127.0.0.1');
    await once(rude, 'listening');
    const closed = workbench.row('Jobs', /^Jobs not refreshed\. 127\.0\.0\.1:\d+ closed the connection/);
    await workbench.row('Jobs', /^Try again$/).click();
    await expect(closed).toBeVisible();
    rude.close();
    await once(rude, 'close');
  });

  await test.step('the service is back', async () => {
    const again = await startSandbox({ port: sandbox.port });
    try {
      await workbench.row('Jobs', /^Try again$/).click();
      await expect(jobsFailure).toBeHidden();
      await expect(workbench.row('Jobs', /, 1 of 4,213$/)).toBeVisible();
      await workbench.row('Fields', /^Try again$/).click();
      await expect(fieldsFailure).toBeHidden();
    } finally {
      await again.close();
    }
  });
});
