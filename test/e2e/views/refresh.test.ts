import { expect, test } from '../support/fixtures.ts';

const asked: string[] = [];
const held = { path: '', time: 0, until: Promise.resolve() };
/**
 * Holds back the answer to a page that is asked for this many times, until the returned function is called.
 */
function hold(page: number, time: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(held, { path: `/jobs?page=${page}`, time, until: promise });
  return resolve;
}
const onRequest = ({ path }: { path: string }) => {
  asked.push(path);
  return path.endsWith(held.path) && asked.filter((each) => each === path).length === held.time
    ? held.until
    : undefined;
};
test.use({ sandboxOptions: { clockSpeed: 0, jobs: 1_300, onRequest } });

test('a refresh waits for Load All, then counts and can be cancelled; what an automatic one leaves out says from when it is @full', async ({
  workbench,
  page,
}) => {
  const count = workbench.viewDescription('Jobs');
  const rest = workbench.row('Jobs', /^Jobs after 1,000, as of \d+:\d+/);
  await workbench.openViewContainer('Workflow Jobs');
  await expect(count).toHaveText('50 of 1,300');

  await test.step('a refresh that is asked for during Load All does not end it, and reads all pages after it', async () => {
    const letPass = hold(15, 1);
    await workbench.runCommand('Workflow Jobs: Load All Jobs');
    await workbench.notification(/Loading all jobs: 700 of 1,300/);
    await page.keyboard.press('Control+Alt+R');
    const letRefreshPass = hold(24, 2);
    letPass();
    await expect(count).toHaveText('1,300 of 1,300');
    const progress = await workbench.notification(/Refreshing jobs: 1,150 of 1,300/);
    await expect(progress.getByRole('button', { name: 'Cancel' })).toBeVisible();
    letRefreshPass();
    await expect(progress).toHaveCount(0);
    await expect(rest).toHaveCount(0);
  });

  await test.step('cancelled, it keeps all rows', async () => {
    const letPass = hold(24, 3);
    await page.keyboard.press('Control+Alt+R');
    const progress = await workbench.notification(/Refreshing jobs: 1,150 of 1,300/);
    await progress.getByRole('button', { name: 'Cancel' }).click();
    await expect(progress).toHaveCount(0);
    await expect(count).toHaveText('1,300 of 1,300');
    letPass();
  });

  await test.step('an automatic one reads 20 pages; a row says from when the others are, and reads them when it is opened', async () => {
    await workbench.set({ 'workflowJobs.autoRefresh': 5 });
    await workbench.hasRows('Jobs', 1002);
    await workbench.focusView('Jobs');
    await workbench.moveTo(rest, 'End');
    await workbench.set({ 'workflowJobs.autoRefresh': 0 });
    await rest.click();
    await expect(rest).toHaveCount(0);
    await expect(count).toHaveText('1,300 of 1,300');
  });
});
