import { expect, it } from 'vitest';
import { pageHtml } from '../../../../src/ui/webview/pageHtml.ts';

it.each([
  ['tr', { Log: 'Günlük' }],
  ['en', {}],
])('pageHtml sets the page language to “%s”', (lang, translations) => {
  expect(
    pageHtml({ script: '', style: '' }, 'Page', { language: 'tr', translations, content: null }),
  ).toContain(`<html lang="${lang}">`);
});
