import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { pageHtml } from '../../../src/ui/webview/pageHtml.ts';
import { projectFolder } from '../../support/paths.ts';
import { now } from '../../unit/webview/contents.ts';
import type { PageState } from './pageStates.ts';
import { readSurroundings, applyTheme } from './themes.ts';

export const { defaultStyle, themes } = readSurroundings();
const address = 'http://page.test/';

/** The HTML of the page, and the errors that the page reported. */
let html = '';
let faults: string[] = [];

/** Script that replaces the API that VS Code provides to a page. */
const host =
  'globalThis.acquireVsCodeApi = () => { let state; return { getState: () => state, setState: (next) => (state = next), postMessage: () => undefined }; };';

/** Opens a browser page. All tests share it, because opening a page is slow. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.clock.setFixedTime(now);
  await page.addInitScript(axe.source);
  return page;
}

/**
 * Opens the HTML of a page like VS Code does, but with a stopped clock and without animations.
 * Resolves with a list to which errors of the page are added.
 */
export async function openPage(
  page: Page,
  { page: name, content, texts, messages = [], prepare = [] }: PageState,
): Promise<readonly string[]> {
  faults = [];
  const [script = '', style = ''] = await Promise.all(
    ['js', 'css'].map((kind) =>
      readFile(join(projectFolder, 'dist/page', `${name}.${kind}`), 'utf8'),
    ),
  );
  const written = pageHtml({ script, style }, 'Page', {
    language: 'en',
    translations: {},
    content,
  });
  // Like VS Code, inserts the styles and the script before the content security policy.
  html = written
    .replace(
      '<head>',
      () =>
        `<head><meta charset="UTF-8"><style id="_defaultStyles">${defaultStyle}</style><script>${host}</script>`,
    )
    .replace('<body>', '<body role="document">');
  await page.emulateMedia({
    media: null,
    forcedColors: null,
    colorScheme: null,
    reducedMotion: 'reduce',
  });
  await page.goto(address);
  await useTheme(page, 'Light 2026');
  for (const message of messages) await post(page, message);
  for (const text of texts) await expect(page.locator('main')).toContainText(text);
  for (const step of prepare) await page.evaluate(step);
  return faults;
}

/** Sends a message to the page, as the extension does. */
export async function post(page: Page, message: object): Promise<void> {
  await page.evaluate((data) => window.postMessage(data, '*'), message);
}

export async function useTheme(page: Page, name: string): Promise<void> {
  const theme = themes[name];
  if (theme === undefined) throw new Error(`The theme ${name} is not recorded.`);
  await page.locator('html').evaluate(applyTheme, theme);
}
