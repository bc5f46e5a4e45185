import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { pageHtml } from '../../../src/ui/webview/pageHtml.ts';
import { projectFolder } from '../../support/paths.ts';
import { now } from '../../unit/webview/contents.ts';
import type { PageState } from './pageStates.ts';
import { readSurroundings, wearTheme } from './themes.ts';

export const { defaultStyle, themes } = readSurroundings();
const address = 'http://page.test/';

/** What the page holds, and what it has reported as wrong. */
let html = '';
let faults: string[] = [];

/** Stands in for the API that VS Code gives a page. */
const host =
  'globalThis.acquireVsCodeApi = () => { let state; return { getState: () => state, setState: (next) => (state = next), postMessage: () => undefined }; };';

/** A page for all states, one after another: a new one takes longer than most of them. */
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
 * Opens the page as the extension writes it, in the surroundings that VS Code gives it, at a time that stands
 * still, without motion. Resolves with what it reports as wrong until the next one.
 */
export async function openPage(
  page: Page,
  { page: name, content, says, messages = [], prepare = [] }: PageState,
): Promise<readonly string[]> {
  faults = [];
  const [script = '', style = ''] = await Promise.all(
    ['js', 'css'].map((kind) => readFile(join(projectFolder, 'dist/page', `${name}.${kind}`), 'utf8')),
  );
  const written = pageHtml({ script, style }, 'Page', { language: 'en', translations: {}, content });
  // Where VS Code inserts both: before the page's own policy.
  html = written
    .replace(
      '<head>',
      () =>
        `<head><meta charset="UTF-8"><style id="_defaultStyles">${defaultStyle}</style><script>${host}</script>`,
    )
    .replace('<body>', '<body role="document">');
  await page.emulateMedia({ media: null, forcedColors: null, colorScheme: null, reducedMotion: 'reduce' });
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
