import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { pageHtml } from '../../../src/ui/webview/pageHtml.ts';
import { projectFolder } from '../../support/paths.ts';
import { now } from '../../unit/webview/contents.ts';
import type { PageState } from './pageStates.ts';
import { readSurroundings, wearTheme } from './themes.ts';

export const { defaultStyle, themes } = readSurroundings();
const address = 'http://page.test/';

/** Stands in for the API that VS Code gives a page. */
const host = 'globalThis.acquireVsCodeApi = () => { let state; return { getState: () => state, setState: (next) => (state = next), postMessage: () => undefined }; };';

/** Opens the page as the extension writes it, in the surroundings that VS Code gives it, at a time that stands still. Resolves with what it reports as wrong until the end of the test. */
export async function openPage(page: Page, { page: name, content, says, messages = [], prepare = [] }: PageState): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  const [script, style] = await Promise.all(['js', 'css'].map((kind) => readFile(join(projectFolder, 'dist/page', `${name}.${kind}`), 'utf8')));
  const html = pageHtml({ script: script ?? '', style: style ?? '' }, 'Page', { state: 'page' in content ? content.page : {}, language: 'en', translations: {}, content });
  // Where VS Code inserts both: before the page's own policy.
  const surrounded = html.replace('<head>', () => `<head><meta charset="UTF-8"><style id="_defaultStyles">${defaultStyle}</style><script>${host}</script>`).replace('<body>', '<body role="document">');
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: surrounded }));
  await page.clock.setFixedTime(now);
  await page.goto(address);
  await useTheme(page, 'Light 2026');
  for (const message of messages) await page.evaluate((data) => window.postMessage(data, '*'), message);
  for (const words of says) await expect(page.locator('main')).toContainText(words);
  for (const step of prepare) await page.evaluate(step);
  return faults;
}

export async function useTheme(page: Page, name: string): Promise<void> {
  const theme = themes[name];
  if (theme === undefined) throw new Error(`There are no colours of ${name}.`);
  await page.locator('html').evaluate(wearTheme, theme);
}
