import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../../../src/ui/webview/pageHtml.ts';

describe('pageHtml', () => {
  it.each([
    ['tr', { Log: 'Günlük' }],
    ['en', {}],
  ])('sets the page language to “%s”', (lang, translations) => {
    expect(
      pageHtml({ script: '', style: '' }, 'Page', { language: 'tr', translations, content: null }),
    ).toContain(`<html lang="${lang}">`);
  });
});
