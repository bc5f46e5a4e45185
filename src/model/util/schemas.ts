import * as z from 'zod/mini';

// Shared schemas. Each schema is created once, because it takes more than a kilobyte of memory.

export const textSchema = z.string();
export const numberSchema = z.number();
/** Epoch milliseconds in the range of `Date`. */
export const timeSchema = numberSchema.check(z.gte(-8.64e15), z.lte(8.64e15));
export const flagSchema = z.boolean();
/** A text of at least one character. */
export const filledTextSchema = textSchema.check(z.minLength(1));
/** A text of at least one character, without leading and trailing spaces. */
export const trimmedTextSchema = textSchema.check(z.trim(), z.minLength(1));
