import * as z from 'zod/mini';

// The extension reuses these schemas, because each new schema takes more than 1 KB of memory.

export const textSchema = z.string();
export const numberSchema = z.number();
/** Schema for times in milliseconds since the epoch, in the range that `Date` supports. */
export const timeSchema = numberSchema.check(z.gte(-8.64e15), z.lte(8.64e15));
export const flagSchema = z.boolean();
/** Schema for non-empty strings. */
export const filledTextSchema = textSchema.check(z.minLength(1));
/** Schema for non-empty strings. Removes leading and trailing whitespace. */
export const trimmedTextSchema = textSchema.check(z.trim(), z.minLength(1));
