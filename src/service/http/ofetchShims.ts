/**
 * Replaces what ofetch imports for options that no request here has: a base URL, a query, and an answer that
 * it parses.
 */
function notUsed(): never {
  throw new Error('ofetch gets whole addresses, and no answer to parse.');
}

export { notUsed as default, notUsed as withBase, notUsed as withQuery };
