declare global {
  interface JSON {
    /**
     * `JSON.rawJSON` does not exist in older browsers, which also do not pass `source` to a
     * reviver.
     */
    rawJSON?(text: string): unknown;
    parse(
      text: string,
      reviver: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * JSON number that JavaScript would format differently, such as `12345678901234567890`, `1e400`, or
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

/** Matches JSON that may contain numbers that JavaScript would format differently. */
const perhapsRewritten =
  /[:,[][ \n\r\t]*-?(?:[\d.]{16}|\d+(?:\.\d+)?[eE][+-]?\d+\s*[,\]}]|\d+\.\d*0\s*[,\]}]|0\.0{6}|(?<=-)0\s*[,\]}])/;

/** String that replaces the API key in responses. */
export const maskedText = '•••';

/** Function that replaces the API key in a string with {@link maskedText}. */
export type Mask = (text: string) => string;

/**
 * Parses a response and preserves the original notation of numbers.
 * @param mask masks the API key in string values. A `key` value is masked only if the entire value
 * is the API key, because the extension needs the keys of jobs and fields.
 * @throws {SyntaxError} if the text is not JSON
 */
export function parseResponse(text: string, mask?: Mask): unknown {
  const keepsNumbers = JSON.rawJSON !== undefined && perhapsRewritten.test(text);
  // A reviver makes parsing five times slower, so a reviver is used only if necessary.
  if (!keepsNumbers && mask === undefined) return JSON.parse(text) as unknown;
  return JSON.parse(text, (name, value, context) => {
    if (typeof value === 'string') {
      const masked = mask?.(value) ?? value;
      return name === 'key' && masked !== maskedText ? value : masked;
    }
    const source = typeof value === 'number' ? context?.source : undefined;
    return source === undefined || source === String(value) ? value : new NumberLiteral(source);
  });
}

/**
 * Converts a {@link NumberLiteral} or a string of digits to a number. Returns any other value
 * unchanged.
 */
export function plainNumber(value: unknown): unknown {
  return value instanceof NumberLiteral || (typeof value === 'string' && /^\d{1,15}$/.test(value))
    ? Number(value)
    : value;
}

/**
 * Returns true for null, false, blank strings, and empty arrays, which all mean “no value”. PHP
 * encodes an empty object as an empty array.
 */
export function isNoValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === false || (typeof value === 'string' && value.trim() === '');
}
