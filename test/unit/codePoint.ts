import fc from 'fast-check';

/**
 * Any code point that is not half of a pair. The unit `binary` of fast-check is the same, and takes a second
 * to build.
 */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));

/** An address without query and fragment. fast-check's `webUrl` takes a second to build, too. */
export const webUrl = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'HTTPS://'),
    fc.stringMatching(/^[a-z0-9]{1,9}(\.[a-z]{2,5}){1,2}$/),
    fc.constantFrom('', ':8080', ':443'),
    fc.stringMatching(/^(\/[\w.~%!$&'()*+,;=:@-]{0,8}){0,3}$/),
  )
  .map((parts) => parts.join(''));
