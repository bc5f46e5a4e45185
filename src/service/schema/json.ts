declare global {
  interface JSON {
    /** Older browsers do not have this function, and do not pass `source` to a reviver. */
    rawJSON?(text: string): unknown;
    parse(
      text: string,
      reviver: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number that JavaScript would spell differently: `12345678901234567890`, `1e400`, `1.10`. */
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

/**
 * Matches JSON with numbers that JavaScript may spell differently. False positives are possible.
 */
const perhapsRewritten =
  /[:,[][ \n\r\t]*-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE][+-]?\d+\s*[,\]}]|\d+\.\d*0\s*[,\]}]|0\.0{6}|(?<=-)0\s*[,\]}])/;

/** Text that replaces the API key. */
export const maskedText = '•••';

/** Replaces the API key in a text with {@link maskedText}. */
export type Mask = (text: string) => string;

/**
 * Parses a response and keeps the original spelling of numbers.
 * @param mask masks the API key in texts. Does not apply to property names and to keys that only
 * contain the API key, because the extension needs them.
 * @throws {SyntaxError} if the text is not JSON
 */
export function parseResponse(text: string, mask?: Mask): unknown {
  const keepsNumbers = JSON.rawJSON !== undefined && perhapsRewritten.test(text);
  // A reviver makes parsing five times slower.
  if (!keepsNumbers && mask === undefined) return JSON.parse(text) as unknown;
  return JSON.parse(text, (name, value, context) => {
    if (typeof value === 'string') {
      const masked = mask?.(value) ?? value;
      return name === 'key' && masked !== maskedText ? value : masked;
    }
    const source = keepsNumbers && typeof value === 'number' ? context?.source : undefined;
    return source === undefined || source === String(value) ? value : new NumberLiteral(source);
  });
}

/**
 * Converts a {@link NumberLiteral} or text that consists of digits to a number. Returns any other
 * value unchanged.
 */
export function plainNumber(value: unknown): unknown {
  return value instanceof NumberLiteral || (typeof value === 'string' && /^\d{1,15}$/.test(value))
    ? Number(value)
    : value;
}

/** True if the value means "no value". PHP encodes an empty object as `[]`. */
export function isNoValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || (typeof value === 'string' && value.trim() === '');
}
