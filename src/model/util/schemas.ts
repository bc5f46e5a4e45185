import * as z from 'zod/mini';

// Parts of other schemas, each built once, because a schema takes more than a kilobyte.

export const textSchema = z.string();
export const numberSchema = z.number();
/** Epoch milliseconds that a `Date` can hold. */
export const timeSchema = numberSchema.check(z.gte(-8.64e15), z.lte(8.64e15));
export const flagSchema = z.boolean();
/** A text that is not empty. */
export const filledTextSchema = textSchema.check(z.minLength(1));
/** A text without the spaces around it, which is not empty. */
export const trimmedTextSchema = textSchema.check(z.trim(), z.minLength(1));
