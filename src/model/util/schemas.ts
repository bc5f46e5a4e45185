import * as z from 'zod/mini';

// Schemas to reuse throughout the extension, because each new schema takes over 1 KB of memory.

export const textSchema = z.string();
export const numberSchema = z.number();
/** Time in milliseconds since the epoch, in the range that `Date` supports. */
export const timeSchema = numberSchema.check(z.gte(-8.64e15), z.lte(8.64e15));
export const flagSchema = z.boolean();
/** Non-empty string. */
export const filledTextSchema = textSchema.check(z.minLength(1));
/** Non-empty string. Leading and trailing whitespace is removed. */
export const trimmedTextSchema = textSchema.check(z.trim(), z.minLength(1));
