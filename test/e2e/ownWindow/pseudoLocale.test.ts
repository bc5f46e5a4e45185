import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { aField, aJob, minutesAgo } from '../../support/service/builders.ts';
import { projectFolder } from '../../support/paths.ts';
import {
  copyInPseudoLanguage,
  flawsOf,
  pseudo,
  pseudoLanguage,
} from '../../support/package/pseudoLocale.ts';
import { envelope, type Handler, serveData } from '../../support/service/service.ts';
import { expect, test as base } from '../support/fixtures.ts';

const test = base.extend({
  page: async ({ page }, use) => {
    // VS Code's page sets this variable if a language pack is installed.
    await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${pseudoLanguage}'`);
    await use(page);
  },
  extensionFolders: async ({ folder }, use) => {
    // The folder is next to the workspace, so that both are deleted together.
    const extension = join(folder, '../extension');
    await copyInPseudoLanguage(extension);
    await use([extension]);
  },
});

test.use({ settings: { 'workbench.view.alwaysShowHeaderActions': true } });

test.describe('User interface', () => {
  test('shows every string translated and without truncation @full', async ({
    workbench,
    page,
    serve,
  }) => {
    const service = await serve(inAnotherScript());
    const nls = JSON.parse(
      await readFile(join(projectFolder, 'package.nls.json'), 'utf8'),
    ) as Record<string, string>;
    const title = (key: string) => pseudo(nls[key] ?? key);
    const command = (id: string) => `${title('displayName')}: ${title(`command.${id}.title`)}`;
    const [fields, jobs] = [title('view.fields'), title('view.jobs')];
    const { quickInput, webview } = workbench;
    const question = quickInput.widget.locator(
      '.quick-input-title, .label-name, .label-description, .quick-input-list-separator, .quick-input-message, .quick-input-box input',
    );
    const asks = async (text: string) => {
      await expect(quickInput.title).toHaveText(pseudo(text));
      await expectFlawless(question, text);
    };
    const choose = (text: string) =>
      workbench.quickInput.acceptRow(
        quickInput.rows
          .filter({ has: page.locator('.label-name', { hasText: pseudo(text) }) })
          .first(),
      );
    const notices = page
      .locator('.notifications-center')
      .locator('.notification-list-item-message *, .notification-list-item-buttons-container *');

    await workbench.set({ 'workflowJobs.baseUrl': service.url });
    await workbench.openViewContainer(title('displayName'));
    await expect(workbench.row(jobs, /Оплата/)).toHaveCount(2);

    await test.step('translates views, rows, tooltips, and menus', async () => {
      await workbench.expandRow(workbench.row(fields, /^Важность/));
      for (const view of [fields, jobs])
        await expectFlawless(workbench.view(view).locator(viewTexts), view);
      await expectFlawless(
        (await workbench.hover(workbench.rows(jobs).first().locator('.label-name'))).locator('*'),
        'tooltip of a job',
      );
      await expectFlawless(
        (await workbench.hover(workbench.row(fields, /^Важность/).locator('.label-name'))).locator(
          '*',
        ),
        'tooltip of a field',
      );
      await workbench.rows(jobs).first().click({ button: 'right' });
      await expect(workbench.menu).toBeVisible();
      await expectFlawless(workbench.menu.locator('.action-label'), 'menu of a job');
      await page.keyboard.press('Escape');
      await expect(workbench.menu).toBeHidden();
    });

    await test.step('translates the prompts for filtering and grouping', async () => {
      await workbench.runCommand(command('filterJobs'));
      await asks('Filter Jobs');
      await choose('Started');
      await asks('Started');
      await choose('Any');
      await asks('Filter Jobs');
      await choose('State');
      await asks('State');
      await choose('active');
      await asks('Filter Jobs');
      await choose('Done');
      await expectFlawless(workbench.view(jobs).locator(viewTexts), 'filtered jobs');
      await workbench.runCommand(command('clearJobFilter'));
      await workbench.runCommand(command('groupJobs'));
      await asks('Group Jobs By');
      await choose('Start date');
      await expectFlawless(workbench.view(jobs).locator(viewTexts), 'grouped jobs');
      await workbench.runCommand(command('filterFields'));
      await asks('Filter Fields');
      await workbench.quickInput.cancel();
    });

    await test.step('translates the prompts for starting a job', async () => {
      await workbench.runCommand(command('startJob'));
      await workbench.quickInput.box.fill('  ');
      await asks('Start Job');
      await workbench.quickInput.box.fill('99');
      await asks('Start Job');
      await workbench.quickInput.box.fill('');
      await workbench.quickInput.acceptRow(quickInput.rows.filter({ hasText: '71' }).first());
      await expect(webview.getByRole('heading', { level: 1 })).toHaveText('Оплата счёта');
    });

    await test.step('shows translated strings in full on a narrow job page', async () => {
      await page.keyboard.press('Escape');
      await workbench.page.setViewportSize({ width: 320 + 48 + 300 + 6, height: 800 });
      await expect(webview.locator('[data-section=log]')).toContainText('Задание начато');
      const html = webview.locator('html');
      await expect
        .poll(() => html.evaluate(({ clientWidth }) => clientWidth))
        .toBeLessThanOrEqual(320);
      await webview
        .locator('details')
        .evaluateAll((found) => found.forEach((each) => each.setAttribute('open', '')));
      await expectFlawless(webview.locator('body *:not(script, style)'), 'page');
      await expect
        .poll(() => webview.locator('html, body *').evaluateAll(cutOffElements))
        .toEqual([]);
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
    });

    await test.step('translates error messages if the service is unavailable', async () => {
      await service.close();
      await workbench.runCommand(command('refresh'));
      await expect(workbench.rows(jobs).filter({ hasText: pseudo('Not refreshed') })).toBeVisible();
      await expect(
        workbench.rows(fields).filter({ hasText: pseudo('Not refreshed') }),
      ).toBeVisible();
      for (const view of [fields, jobs]) {
        await expectFlawless(workbench.view(view).locator(viewTexts), `${view} without a service`);
      }
      await workbench.runCommand(command('startJob'));
      await workbench.quickInput.acceptRow(quickInput.rows.filter({ hasText: '71' }).first());
      await workbench.notifications.single(pseudo('Try Again'));
      await expectFlawless(notices, 'notification of a failed start');
    });
  });
});

/** The texts of a view, without VS Code's own buttons. */
const viewTexts = [
  '.pane-header .title',
  '.pane-header .description',
  '.pane-header .action-label:not(.codicon-collapse-all, .codicon-tree-collapse-all, .codicon-toolbar-more)',
  '.message',
  '[role=treeitem]',
  '.label-name',
  '.label-description',
  '[role=treeitem] .action-label',
].join(', ');

/** Waits until the elements show texts that are all translated and complete. */
async function expectFlawless(elements: Locator, where: string): Promise<void> {
  await expect
    .poll(async () => {
      const texts = await textsOf(elements);
      return texts.length === 0 ? ['nothing is shown'] : texts.flatMap(flawsOf);
    }, where)
    .toEqual([]);
}

/** Returns the visible texts and the accessible names of elements. */
function textsOf(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((found) =>
    found
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .flatMap((element) => {
        const hasOwnWords = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        );
        return [
          hasOwnWords ? element.textContent : null,
          ...['aria-label', 'title', 'placeholder', 'alt'].map((name) =>
            element.getAttribute(name),
          ),
        ];
      })
      .filter((text) => text !== null && text !== ''),
  ) as Promise<string[]>;
}

/** Returns the elements whose text is cut off and cannot be scrolled. */
function cutOffElements(elements: Element[]): string[] {
  return elements
    .filter(({ textContent }) => textContent.trim() !== '')
    .filter(
      (element) =>
        element.checkVisibility() &&
        element.clientWidth > 0 &&
        element.scrollWidth > element.clientWidth,
    )
    .filter(
      (element) =>
        // An element without text is graphical, such as the track of the timeline.
        element.textContent.trim() !== '' &&
        !element.closest('.visually-hidden') &&
        !/auto|scroll/.test(getComputedStyle(element).overflowX),
    )
    .map(
      (element) =>
        `${element.tagName}.${element.className}: ${element.scrollWidth} of ${element.clientWidth} px: ${element.textContent}`,
    );
}

/** A service without Latin letters. All Latin letters in the window come from the extension. */
function inAnotherScript(): Handler {
  const workflow = { key: '71', name: 'Оплата счёта' };
  const step = { key: '81', name: 'Проверка документов' };
  const person = { key: '5', firstName: 'Иван', lastName: 'Петров' };
  const all = [
    aJob({
      key: '3',
      activeWorkflows: [workflow],
      activeSteps: [step],
      assignedTo: person,
      startedAt: minutesAgo(190),
      updatedAt: minutesAgo(20),
    }),
    aJob({
      key: '2',
      activeWorkflows: [workflow],
      activeSteps: [],
      startedBy: person,
      startedAt: minutesAgo(4000),
      updatedAt: minutesAgo(3900),
      completedAt: minutesAgo(3900),
    }),
    aJob({
      key: '1',
      activeWorkflows: [],
      activeSteps: [],
      startedAt: 'никогда',
      updatedAt: minutesAgo(5000),
      Цех: { Этаж: [1, true, null], Имя: '' },
    }),
  ];
  const content = {
    fields: [
      { key: '11', value: '22' },
      { key: '12', value: null },
    ],
  };
  const logs = [{ at: minutesAgo(190), message: 'Задание начато' }, { at: minutesAgo(20) }];
  const definitions = [
    {
      key: '11',
      name: 'Важность',
      type: 'dropdown',
      required: true,
      details: {
        options: [
          { key: '21', label: 'Высокая' },
          { key: '22', label: 'Низкая' },
        ],
      },
    },
    aField({ key: '12', name: 'Название' }),
    { key: '13', type: 'dropdown', name: '', required: false, details: { options: [] } },
  ];
  const started = aJob({
    key: '4',
    activeWorkflows: [workflow],
    activeSteps: [step],
    startedAt: minutesAgo(0),
    updatedAt: minutesAgo(0),
  });
  const inFull = (job: object) => envelope({ job: { ...all[0], ...job, content, logs } });
  return serveData(
    { fields: definitions, jobs: all, total: 6, perPage: 3 },
    {
      'POST /jobs': envelope({ job: started }),
      'GET /jobs/3': inFull({}),
      'GET /jobs/4': inFull({ key: '4' }),
    },
  );
}
