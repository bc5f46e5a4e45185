declare global {
  interface JSON {
    /**
     * Missing in browsers before Firefox 135 and Safari 18.4; such a browser does not tell `parse` the source
     * of a value either.
     */
    rawJSON?(text: string): unknown;
    parse(
      text: string,
      reviver: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * A number as the service wrote it, where JavaScript would write another: `12345678901234567890`, `1e400`,
 * `1.10`.
 */
export class NumberLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return JSON.rawJSON?.(this.text);
  }
}

/** Matches numbers that JavaScript may write differently; some matches are false. */
const perhapsRewritten =
  /[:,[][ \n\r\t]*-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE][+-]?\d+\s*[,\]}]|\d+\.\d*0\s*[,\]}]|0\.0{6}|(?<=-)0\s*[,\]}])/;

/** What is read in place of the API key. */
export const hidden = '•••';

/** Puts {@link hidden} in place of the API key in a text. */
export type Mask = (text: string) => string;

/**
 * Parses an answer and keeps the spelling of numbers; the mask applies to string values. Numbers are rounded
 * in a text that nests thousands of levels deep, because a reviver cannot follow it.
 * @param mask leaves names of members, and each `key` unless all of it is hidden, because the extension needs
 * both
 * @throws {SyntaxError} for a text that is no JSON.
 */
export function parseAnswer(text: string, mask?: Mask): unknown {
  const keepsNumbers = JSON.rawJSON !== undefined && perhapsRewritten.test(text);
  // A reviver makes parsing five times slower.
  if (!keepsNumbers && mask === undefined) return JSON.parse(text) as unknown;
  try {
    return JSON.parse(text, (name, value, context) => {
      if (typeof value === 'string') {
        const masked = mask?.(value) ?? value;
        return name === 'key' && masked !== hidden ? value : masked;
      }
      const source = keepsNumbers && typeof value === 'number' ? context?.source : undefined;
      return source === undefined || source === String(value) ? value : new NumberLiteral(source);
    });
  } catch (thrown) {
    if (thrown instanceof RangeError) return JSON.parse(mask?.(text) ?? text) as unknown;
    throw thrown;
  }
}

/**
 * A number in another spelling, a {@link NumberLiteral} or a text of digits, as a number; anything else
 * unchanged.
 */
export function plainNumber(value: unknown): unknown {
  return value instanceof NumberLiteral || (typeof value === 'string' && /^\d{1,15}$/.test(value))
    ? Number(value)
    : value;
}

/** Whether a value is one of the spellings of no value. PHP encodes an empty object as `[]`. */
export function isNoValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || (typeof value === 'string' && value.trim() === '');
}
