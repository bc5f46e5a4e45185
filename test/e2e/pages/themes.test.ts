import {
  type PageSurroundings,
  type PageTheme,
  readSurroundings,
  themeNames,
  themeOf,
  variablesInUse,
  withVariables,
  writeSurroundings,
} from '../../looks/support/themes.ts';
import { expect, test } from '../support/fixtures.ts';

test.describe('Recorded themes', () => {
  test('match the CSS variables that VS Code sets in a webview @full', async ({ workbench }, {
    config,
  }) => {
    await workbench.openViewContainer();
    await workbench.openPage(workbench.sandboxRow(1));
    const html = workbench.webview.locator('html');
    const defaultStyle = await workbench.webview
      .locator('#_defaultStyles')
      .evaluate(({ textContent }) => textContent);
    const isUpdate = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
    const variables = isUpdate ? variablesInUse(defaultStyle) : readSurroundings().variables;
    const themes: Record<string, PageTheme> = {};
    for (const name of themeNames) {
      await workbench.set({ 'workbench.colorTheme': name });
      await expect(workbench.webview.locator('body')).toHaveAttribute('data-vscode-theme-id', name);
      themes[name] = withVariables(await html.evaluate(themeOf), variables);
    }
    const found: PageSurroundings = { defaultStyle, variables, themes };
    if (isUpdate) writeSurroundings(found);
    expect(found).toEqual(readSurroundings());
  });
});
