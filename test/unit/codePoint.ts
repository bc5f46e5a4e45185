import fc from 'fast-check';

/**
 * Any code point that is not a surrogate. Replaces the unit `binary` of fast-check, which takes a
 * second to build.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));

/**
 * Strings that may contain line breaks, bidirectional control characters, lone surrogates, and the
 * given parts.
 */
export const hostileText = (...parts: string[]) =>
  fc.oneof(
    fc.string({ unit: codePoint }),
    fc
      .array(
        fc.constantFrom(
          ...'a \n\r\t\0\u0085\u2028\u200f\u202e\u2066\u2069\u061c📏\u00a0\ufeff',
          '\ud83d',
          '\udcc5',
          ...parts,
        ),
        { maxLength: 40 },
      )
      .map((all) => all.join('')),
  );

/**
 * URLs without a query or fragment. Replaces `webUrl` of fast-check, which takes a second to build.
 */
export const webUrl = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'HTTPS://'),
    fc.stringMatching(/^[a-z0-9]{1,9}(\.[a-z]{2,5}){1,2}$/),
    fc.constantFrom('', ':8080', ':443'),
    fc.stringMatching(/^(\/[\w.~%!$&'()*+,;=:@-]{0,8}){0,3}$/),
  )
  .map((parts) => parts.join(''));
