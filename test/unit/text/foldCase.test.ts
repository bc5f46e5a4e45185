import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../src/text/foldCase.ts';
import { singleLine } from '../../../src/text/untrustedText.ts';

const graphemes = new Intl.Segmenter();
const piece = fc.constantFrom(
  ...['a', 'B', 'İ', 'ı', 'i', 'ß', 'ẞ', 'Σ', 'ς', 'ΟΔΟΣ', 'é', 'e\u0301', 'ﬁ', 'Ｌ', 'ガ'],
  ...[
    '한',
    '\u1112\u1161\u11ab',
    '👨‍👩‍👧',
    '🇩🇪',
    'क्ष',
    'א',
    'م',
    '7',
    ' ',
    '  ',
    '\n',
    '\0',
    '\u200b',
    '\u00ad',
  ],
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('foldCase', () => {
  it.each([
    ['İstanbul', 'istanbul'],
    ['ısparta', 'ISPARTA'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['Τμήμα Ελέγχου ΟΔΟΣΑ', 'ΟΔΟΣ'],
    ['Mu\u0308ller', 'MÜLLER'],
    ['Rechnungs\u00adfreigabe', 'rechnungsfreigabe'],
    ['Cost  centre\nEurope', 'cost centre europe'],
  ])('makes the text %j match the search string %j', (text, typed) => {
    expect(foldCase(text)).toContain(foldCase(typed));
  });

  it('lets a search find any displayed part of a string', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.nat(20), (text, from, to) => {
        const shown = [...graphemes.segment(singleLine(text))]
          .slice(from, to)
          .map(({ segment }) => segment)
          .join('');
        expect(foldCase(text)).toContain(foldCase(shown));
        expect(foldCase(text.normalize('NFD'))).toBe(foldCase(text.normalize('NFC')));
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
      }),
      { numRuns: 500 },
    );
  });
});
