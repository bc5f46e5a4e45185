/** Bidirectional control characters (UAX #9). These characters can reorder visible text. */
const bidirectionalControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes a string from the service safe to display. Escapes bidirectional control characters, for
 * example as `\u202e`, and replaces lone surrogates with U+FFFD. Keeps line breaks.
 */
export function showBidiControls(text: string): string {
  return text.toWellFormed().replace(bidirectionalControl, unicodeEscape);
}

/** Removes characters that are invisible on screen, such as zero-width joiners. */
export function removeInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Escapes invisible characters, for example as `\u200b`. Keeps variation selectors after emoji. */
export function escapeInvisible(text: string): string {
  return showBidiControls(text).replace(
    /(?!(?<=\p{Extended_Pictographic})\ufe0f)\p{Default_Ignorable_Code_Point}/gu,
    unicodeEscape,
  );
}

/**
 * Matches printable ASCII with single spaces. Names that match the pattern need no normalization.
 */
export const plainLine = /^[!-~]+(?: [!-~]+)*$/;

// eslint-disable-next-line no-control-regex -- the expression finds control characters
const spacesAndControls = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * Converts a string from the service to one line of at most `limit` UTF-16 code units. Replaces
 * line breaks, control characters, and repeated spaces with one space, and makes bidirectional
 * control characters visible.
 */
export function singleLine(text: string, limit = 200): string {
  if (text.length <= limit && plainLine.test(text)) return text;
  const line = showBidiControls(text).replace(spacesAndControls, ' ').trim();
  return line.length <= limit ? line : `${truncate(line, limit - 1)}…`;
}

let graphemes: Intl.Segmenter | undefined;

/**
 * Truncates a string to at most `limit` UTF-16 code units. Splits a grapheme only if the grapheme
 * is longer than `limit`.
 */
export function truncate(text: string, limit: number): string {
  const { index } =
    (graphemes ??= new Intl.Segmenter()).segment(text.slice(0, limit * 2)).containing(limit) ?? {};
  return text.slice(0, index || limit).replace(/[\ud800-\udbff]$/, '');
}

/**
 * Shortens a string to at most `limit` graphemes by removing the middle, as in `Supplier in…nd
 * payment`.
 */
export function shortenMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const all = Array.from(
    (graphemes ??= new Intl.Segmenter()).segment(text),
    ({ segment }) => segment,
  );
  if (all.length <= limit) return text;
  const end = Math.floor((limit - 1) / 2);
  const first = all.slice(0, limit - 1 - end).join('');
  return `${first.trimEnd()}…${all.slice(-end).join('').trimStart()}`;
}

/** Escapes each UTF-16 code unit, for example as `\u2028`. */
export function unicodeEscape(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Converts data to JSON, and escapes characters that are invisible or reorder text. */
export function visibleJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu,
    unicodeEscape,
  );
}

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a string in bidirectional isolates if the string contains right-to-left letters, because
 * such letters could reorder adjacent numbers and punctuation.
 */
export function bidiIsolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Converts a string from the service to one line of Markdown without markup, links, or mentions.
 * Does not escape characters that are special only at the start of a line.
 */
export function escapeMarkdown(text: string, limit?: number): string {
  return singleLine(text, limit).replace(/[\\`*_[\]<>&~|!@$]|:(?=\/)|(?<=www)\./gi, '\\$&');
}

/** Converts a string from the service to a Markdown code span. */
export function markdownCode(text: string, limit?: number): string {
  const line = singleLine(text, limit);
  const maxRun = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(maxRun + 1);
  return maxRun === 0 && line !== '' ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Escapes quotes and backslashes, so that a name or key can be quoted in a sentence. */
export function escapeQuotes(text: string): string {
  return singleLine(text, 60).replace(/["\\\u201c-\u201f]/g, '\\$&');
}
