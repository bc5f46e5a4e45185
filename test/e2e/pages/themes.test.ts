import { writeFile } from 'node:fs/promises';
import {
  type PageSurroundings,
  type PageTheme,
  readSurroundings,
  surroundingsFile,
  themeNames,
  themeOf,
} from '../../looks/support/themes.ts';
import { expect, test } from '../support/fixtures.ts';

test('the style sheet and the themes in which the pages are looked at are those that VS Code gives a page @full', async ({
  workbench,
}, { config }) => {
  await workbench.openViewContainer('Workflow Jobs');
  await workbench.openPage(workbench.row('Jobs', /, 1 of 4,213$/));
  const html = workbench.webview.locator('html');
  const themes: Record<string, PageTheme> = {};
  for (const name of themeNames) {
    await workbench.set({ 'workbench.colorTheme': name });
    await expect(workbench.webview.locator('body')).toHaveAttribute('data-vscode-theme-id', name);
    themes[name] = await html.evaluate(themeOf);
  }
  const found: PageSurroundings = {
    defaultStyle: await workbench.webview
      .locator('#_defaultStyles')
      .evaluate(({ textContent }) => textContent),
    themes,
  };

  if (config.updateSnapshots !== 'missing') {
    await writeFile(surroundingsFile, `${JSON.stringify(found, null, 1)}\n`);
  }
  const known = readSurroundings();
  expect(found.defaultStyle).toBe(known.defaultStyle);
  expect(Object.keys(known.themes)).toEqual(themeNames);
  const inLines = (theme: PageTheme | undefined) => ({ ...theme, style: theme?.style.split('; ').sort() });
  for (const name of themeNames) {
    expect(inLines(found.themes[name]), name).toEqual(inLines(known.themes[name]));
  }
});
