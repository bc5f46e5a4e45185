import fc from 'fast-check';

/**
 * Names of members, but for those that end in a backslash: V8's `JSON.parse` takes the name `"` for
 * the name `\` of an earlier object.
 */
export const memberName = fc.string().filter((name) => !name.endsWith('\\'));

/** JSON values with such names. */
export const jsonValue = (constraints?: fc.JsonSharedConstraints) =>
  fc.jsonValue(constraints).filter((value) => !JSON.stringify(value).includes('\\\\":'));
