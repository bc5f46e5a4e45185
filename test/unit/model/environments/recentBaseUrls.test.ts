import { expect, it } from 'vitest';
import { readRecentBaseUrls, withRecentBaseUrl } from '../../../../src/model/environments/recentBaseUrls.ts';
import { baseUrlOf } from '../../service/harness.ts';

const hrefs = (all: readonly { href: string }[]) => all.map(({ href }) => href);

it('recent base URLs are kept newest first, each once, the last ten', () => {
  const used = Array.from({ length: 12 }, (_, index) => baseUrlOf(`https://${index}.example.com/api/`));
  const recent = [...used, used[5]].reduce((before, each) => withRecentBaseUrl(before, each ?? baseUrlOf('https://none')), [] as ReturnType<typeof readRecentBaseUrls>);
  expect(hrefs(recent)).toEqual([5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((index) => `https://${index}.example.com/api`));
});

it('what VS Code kept is read as base URLs, and what is none is left out', () => {
  expect(hrefs(readRecentBaseUrls(['https://a.example.com/', 7, 'ftp://b', 'https://user:pass@c', 'http://d']))).toEqual(['https://a.example.com', 'http://d']);
  expect(readRecentBaseUrls({})).toEqual([]);
});
