import fc from 'fast-check';

/** Any code point that is not half of a pair. The unit `binary` of fast-check is the same, and takes a second to build. */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - 0x800 }).map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));
