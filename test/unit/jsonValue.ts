import fc from 'fast-check';

/**
 * Property names that do not end with a backslash. V8's `JSON.parse` returns the name `\` instead of
 * the name `"` if an earlier object has a property with the name `\`.
 */
export const memberName = fc.string().filter((name) => !name.endsWith('\\'));

/** JSON values in which no property name ends with a backslash. */
export const jsonValue = (constraints?: fc.JsonSharedConstraints) =>
  fc.jsonValue(constraints).filter((value) => !JSON.stringify(value).includes('\\\\":'));
