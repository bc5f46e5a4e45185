import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bidiIsolate,
  markdownCode,
  escapeMarkdown,
  singleLine,
  escapeQuotes,
  showBidiControls,
} from '../../../src/text/untrustedText.ts';
import { hostileText } from '../codePoint.ts';

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
// eslint-disable-next-line no-control-regex -- the expression finds control characters
const breaksOrControls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const hostile = hostileText();

describe('showBidiControls', () => {
  it('keeps line breaks in a string', () => {
    expect(showBidiControls('invoice\u202efdp.exe\nnext\u2066x\u2069')).toBe(
      'invoice\\u202efdp.exe\nnext\\u2066x\\u2069',
    );
  });

  it('makes each bidirectional control character visible', () => {
    expect(
      showBidiControls('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
    ).toBe(String.raw`\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069`);
  });

  it('leaves text in any script unchanged', () => {
    expect(showBidiControls('שלום مرحبا 你好 📏 é')).toBe('שלום مرحبا 你好 📏 é');
  });

  it('replaces lone surrogates', () => {
    expect(showBidiControls('a\ud83d')).toBe('a\ufffd');
  });

  it('removes all bidirectional control characters from any string', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = showBidiControls(text);
        expect(shown).not.toMatch(bidirectional);
        expect(shown.isWellFormed()).toBe(true);
        expect(showBidiControls(shown)).toBe(shown);
      }),
      { numRuns: 300 },
    );
  });
});

describe('singleLine', () => {
  it.each([
    ['plain', 'plain'],
    ['  two \r\n\t lines\u2028here\0 ', 'two lines here'],
    ['\u202e\n', '\\u202e'],
    ['\n\n', ''],
    [`${' '.repeat(5000)}late`, 'late'],
    [' '.repeat(5000), ''],
    [`a${' '.repeat(5000)}b`, 'a b'],
  ])('converts the string %j to %j', (text, line) => {
    expect(singleLine(text)).toBe(line);
  });

  it('shortens a long string with an ellipsis', () => {
    expect(singleLine('x'.repeat(200))).toBe('x'.repeat(200));
    expect(singleLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
    expect(singleLine('abcdef', 4)).toBe('abc…');
  });

  it.each(['🚀', '👨‍👩‍👧', '🇩🇪', 'e\u0301', 'क्ष', '\u1112\u1161\u11ab'])(
    'does not split the grapheme %s',
    (grapheme) => {
      expect(singleLine(`abc${grapheme}def`, 5)).toBe('abc…');
      expect(singleLine(grapheme.repeat(300))).toMatch(new RegExp(`^(?:${grapheme})+…$`));
    },
  );

  it('splits a grapheme that exceeds the length limit', () => {
    expect(singleLine(`e${'\u0301'.repeat(300)}`, 10)).toBe(`e${'\u0301'.repeat(8)}…`);
    expect(singleLine('👨‍👩‍👧', 3)).toBe('👨…');
    expect(singleLine('👨‍👩‍👧', 2)).toBe('…');
  });

  it('returns a single line within the length limit for any string', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const line = singleLine(text, limit);
        expect(line.length).toBeLessThanOrEqual(limit);
        expect(line).not.toMatch(bidirectional);
        expect(line).not.toMatch(breaksOrControls);
        expect(line.isWellFormed()).toBe(true);
        expect(line.startsWith(' ')).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('bidiIsolate', () => {
  it.each(['אישור', 'اعتماد 7', 'A אישור B', '\u{1e900}'])(
    'isolates the right-to-left string %s',
    (text) => {
      expect(bidiIsolate(text)).toBe(`\u2068${text}\u2069`);
    },
  );

  it.each(['', 'Invoice Approval', 'Überprüfung', '批准 📏'])(
    'leaves the string %j unchanged',
    (text) => {
      expect(bidiIsolate(text)).toBe(text);
    },
  );
});

describe('escapeQuotes', () => {
  it.each([
    ['Approval', 'Approval'],
    ['a "b" \u201cc\u201d', 'a \\"b\\" \\\u201cc\\\u201d'],
    ['a\\', 'a\\\\'],
    ['a\\"', 'a\\\\\\"'],
  ])('escapes quotes and backslashes in the string %j', (text, expected) => {
    expect(escapeQuotes(text)).toBe(expected);
  });
});

describe('escapeMarkdown', () => {
  it.each([
    ['**bold** _it_ ~~no~~', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~'],
    ['[a](command:x) ![b](c)', '\\[a\\](command:x) \\!\\[b\\](c)'],
    ['<img src=x> &amp; | `c` \\', '\\<img src=x\\> \\&amp; \\| \\`c\\` \\\\'],
    ['https://evil.example a@b.c $(flame)', 'https\\://evil.example a\\@b.c \\$(flame)'],
    ['www.evil.example (WWW.evil.example) www', 'www\\.evil.example (WWW\\.evil.example) www'],
    ['one\n# two', 'one # two'],
    ['Cost centre 4,100-B (EU): 1.5', 'Cost centre 4,100-B (EU): 1.5'],
  ])('escapes the string %j as %j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });
});

describe('markdownCode', () => {
  it.each([
    ['fld_1', '`fld_1`'],
    ['', '`  `'],
    ['`', '`` ` ``'],
    ['a``b`c', '``` a``b`c ```'],
    ['a\n## b', '`a ## b`'],
  ])('formats the string %j as %j', (text, expected) => {
    expect(markdownCode(text)).toBe(expected);
  });
});
