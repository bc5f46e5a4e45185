import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { inspectElements } from '../e2e/support/axe.ts';
import { testResultsFolder } from '../support/paths.ts';
import { now } from '../unit/webview/contents.ts';
import { jobPageStates, read, show, usual } from './support/jobPageStates.ts';
import { layoutProblems } from './support/misplaced.ts';
import { newPage, openPage, post, useTheme } from './support/openPage.ts';
import { overviewStates } from './support/overviewStates.ts';
import type { PageState } from './support/pageStates.ts';
import { readSurroundings, themeNames, variablesInUse } from './support/themes.ts';

/** True after `npm run test:looks -- --pictures`. */
const takesPictures = process.env['PICTURES'] !== undefined;
/** All default rules, and the minimum size of buttons and links. */
const allRules: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** Rules whose result depends on the theme or the width of the page. */
const lookRules: RunOptions = {
  runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'],
};
const states = [...jobPageStates, ...overviewStates];
const titleOf = ({ page, name }: PageState) => `${page}, ${name}`;
const stateOf = (title: string) => {
  const found = states.find((state) => titleOf(state) === title);
  if (found === undefined) throw new Error(`There is no state “${title}”.`);
  return found;
};

let page: Page;
test.beforeAll(async ({ browser }) => void (page = await newPage(browser)));

test.describe('Recorded themes', () => {
  test('contain every CSS variable that the pages use', () => {
    const { defaultStyle, variables } = readSurroundings();
    const missing = variablesInUse(defaultStyle).filter((name) => !variables.includes(name));
    expect(missing, 'npm run test:e2e -- pages/themes --update-snapshots reads them').toEqual([]);
  });
});

test.describe('Webview page', () => {
  for (const [number, state] of states.entries()) {
    test(`passes the layout and accessibility checks in the state “${titleOf(state)}”`, async () => {
      const faults = await openPage(page, state);
      for (const [place, width] of [320, 560, 800, 1200].entries()) {
        await page.setViewportSize({ width, height: 1400 });
        if (state.section !== undefined) {
          await page
            .locator(`[data-section=${state.section}]`)
            .evaluate((section) => section.scrollIntoView());
        }
        await expect
          .configure({ soft: true })
          .poll(() => page.locator('body').evaluate(layoutProblems), `${width} px`)
          .toEqual([]);
        // For each state, checks each theme at only one width. Other states use other widths.
        for (const [index, theme] of themeNames
          .filter((_, at) => takesPictures || (at + number) % 4 === place)
          .entries()) {
          await useTheme(page, theme);
          // At 560 and 800 px, only rules that depend on the look are checked, because the elements
          // are the same.
          const rules = index === 0 && [320, 1200].includes(width) ? allRules : lookRules;
          expect.soft(await accessibilityFaults(page, rules), `${theme}, ${width} px`).toEqual([]);
          if (takesPictures) await picture(page, state, theme, width);
        }
      }
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      expect
        .soft(
          await page
            .locator('a[href], button, summary, input, select, [tabindex="0"]')
            .evaluateAll(ringless),
          'forced colors',
        )
        .toEqual([]);
      if (takesPictures) await picture(page, state, 'forced', 1200);
      expect(faults).toEqual([]);
    });
  }

  for (const title of ['jobPage, changed', 'jobPage, loading']) {
    test(`stops the animations of the state “${title}” if reduced motion is on`, async () => {
      await openPage(page, stateOf(title));
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await expect.poll(moving).toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.poll(moving).toBe(0);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.locator('body').evaluate(({ classList }) => classList.add('vscode-reduce-motion'));
      await expect.poll(moving).toBe(0);
    });
  }
});

test.describe('Job page', () => {
  test('keeps the scroll position, expanded entries, and text selection during updates', async () => {
    const entries = Array.from({ length: 125 }, (_, index) => ({
      at: new Date(now - (200 - index) * 60_000).toISOString(),
      message: `Entry ${index}.`,
      by: { place: index },
    }));
    /** The content of the page when the log has this many entries, newest first. */
    const content = (count: number) =>
      show(read(usual('Logged', { logs: entries.slice(0, count).toReversed() })));
    await page.setViewportSize({ width: 800, height: 800 });
    await openPage(page, {
      ...stateOf('jobPage, active'),
      content: content(120),
      texts: ['Entry 119.'],
    });
    const entry = page.getByRole('listitem').filter({ hasText: 'Entry 40.' });
    const readTop = () => entry.evaluate((element) => element.getBoundingClientRect().top);
    await entry.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      element.querySelector('summary')?.click();
      document.getSelection()?.selectAllChildren(element.querySelector('.text') ?? element);
    });
    await expect(entry.locator('details').first()).toHaveAttribute('open', '');
    const top = await readTop();
    for (let count = 121; count <= 125; count++) {
      await post(page, content(count));
      await expect(page.getByText(`Entry ${count - 1}.`)).toBeAttached();
      expect(Math.abs((await readTop()) - top), `${count} entries`).toBeLessThanOrEqual(1);
      await expect(entry.locator('details').first()).toHaveAttribute('open', '');
      expect(await page.evaluate(() => String(document.getSelection()))).toBe('Entry 40.');
    }
  });
});

test.describe('Overview', () => {
  test('shows secondary buttons with the secondary border color of each theme', async () => {
    await openPage(page, stateOf('overview, partially read'));
    const looks = () =>
      page.locator('body').evaluate((body) => {
        const probe = body.appendChild(document.createElement('span'));
        const paint = (name: string) => (
          (probe.style.color = `var(${name}, transparent)`),
          getComputedStyle(probe).color
        );
        const [border, primary] = [
          paint('--vscode-button-secondaryBorder'),
          paint('--vscode-button-background'),
        ];
        probe.remove();
        const buttons = [...body.querySelectorAll('.secondary')].map((each) =>
          getComputedStyle(each),
        );
        return {
          hasButtons: buttons.length > 0,
          isQuiet: buttons.every(
            ({ borderColor, backgroundColor }) =>
              borderColor === border && backgroundColor !== primary,
          ),
        };
      });
    for (const theme of themeNames.filter((name) => name !== 'Default High Contrast')) {
      await useTheme(page, theme);
      expect.soft(await looks(), theme).toEqual({ hasButtons: true, isQuiet: true });
    }
    // In this theme, buttons and the page are black. Only the borders of the buttons are visible.
    await useTheme(page, 'Default High Contrast');
    await expect(page.locator('.secondary').first()).toHaveCSS(
      'border-color',
      'rgb(111, 195, 223)',
    );
  });

  test('provides a single tab stop for each table', async () => {
    await openPage(page, stateOf('overview, partially read'));
    await page.getByRole('button', { name: 'Export as CSV…: Where is it stuck?' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.locator('.stuck td :focus')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('button', { name: 'Copy as Markdown Table: Look at these first' }),
    ).toBeFocused();
  });

  test('shows the header of each age column on a narrow page', async () => {
    await page.setViewportSize({ width: 320, height: 1400 });
    await openPage(page, stateOf('overview, partially read'));
    await expect(page.locator('.stuck table').getByRole('columnheader')).toHaveText([
      'Step',
      /^under/,
      / to /,
      / to /,
      / to /,
      /^over/,
      'Active',
    ]);
  });
});

async function accessibilityFaults(page: Page, options: RunOptions): Promise<string[]> {
  const { violations, passes } = await inspectElements(page.locator('html'), options);
  if (passes.length === 0) throw new Error('Axe did not check any element.');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}

/** Returns the elements that have no visible focus ring. Runs in a page. */
function ringless(elements: (HTMLElement | SVGElement)[]): string[] {
  const shown = elements.filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const faults = shown.filter((each) => {
    each.focus({ preventScroll: true });
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return document.activeElement === each && (outlineStyle === 'none' || outlineWidth === '0px');
  });
  return faults.map(({ outerHTML }) => outerHTML);
}

async function picture(page: Page, state: PageState, theme: string, width: number): Promise<void> {
  const name = `${titleOf(state)} ${theme} ${width}`.replaceAll(/[ ,]+/g, '-').toLowerCase();
  await page.screenshot({
    path: join(testResultsFolder, 'looks/pictures', `${name}.png`),
    animations: 'disabled',
  });
}
