import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { flawsOf, pseudo } from '../../support/pseudoLocale.ts';

async function allTexts(): Promise<string[]> {
  const files = ['l10n/bundle.l10n.json', 'package.nls.json'].map((path) =>
    readFile(join(projectFolder, path), 'utf8'),
  );
  return (await Promise.all(files)).flatMap((text) =>
    Object.values(JSON.parse(text) as Record<string, string>),
  );
}

describe('the pseudo-language', () => {
  it('keeps placeholders, targets of links, icons and code', () => {
    expect(pseudo('{0} of {name}')).toMatch(/^⟦\{0\} óƒ \{name\}.*⟧$/);
    expect(pseudo('$(key) Set `Bearer` or [more](command:workflowJobs.setApiKey).')).toMatch(
      /^⟦\$\(key\) Šéţ `Bearer` óř \[ɱóřé\]\(command:workflowJobs\.setApiKey\)\..*⟧$/,
    );
  });

  it('has a flawless translation of every text, at least 30 % longer', async () => {
    const texts = await allTexts();
    expect(texts.length).toBeGreaterThan(300);
    for (const text of texts) {
      const translated = pseudo(text);
      expect(translated.match(/\{\w+\}/g)?.sort(), text).toEqual(text.match(/\{\w+\}/g)?.sort());
      const shown = translated.replace(/\{\w+\}|`[^`]*`|\]\(command:[^)]*\)/g, '');
      expect(flawsOf(shown), text).toEqual([]);
      expect(translated.length, text).toBeGreaterThanOrEqual(
        text.replace(/\{\w+\}|`[^`]*`|\]\(command:[^)]*\)/g, '').length * 1.3,
      );
    }
  });
});

describe('what is seen in the pseudo-language', () => {
  it('is flawed where a word was not translated, or an end is missing', () => {
    expect(flawsOf('⟦Łóáđ⟧ more')).toEqual([expect.stringContaining('not translated: more')]);
    expect(flawsOf('⟦Łóá')).toEqual([expect.stringContaining('cut off')]);
  });

  it('is flawless with values, addresses and requests in it', () => {
    expect(
      flawsOf('⟦{⟦ñóö⟧} 12 · Щёт, http://127.0.0.1:8080/api, GET /jobs?page=1, HTTP 422, ECONNREFUSED⟧'),
    ).toEqual([]);
  });
});
