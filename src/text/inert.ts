/**
 * The bidirectional controls and their abbreviated names (UAX #9): they are shown by name, because they
 * reorder text on screen.
 */
const bidirectional = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const bidirectionalNames = [
  'ALM',
  'LRM',
  'RLM',
  'LRE',
  'RLE',
  'PDF',
  'LRO',
  'RLO',
  'LRI',
  'RLI',
  'FSI',
  'PDI',
];
const bidirectionalControl = new RegExp(`[${bidirectional}]`, 'g');

/**
 * Service text that is safe to show: bidirectional controls become visible, lone surrogates become U+FFFD,
 * line breaks stay.
 */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(bidirectionalControl, (control) => `[${bidirectionalNames[bidirectional.indexOf(control)]}]`);
}

/** A text without the characters that take no room on screen: joiners, fillers, tags. */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * A text with its invisible characters escaped, such as `\u200b`; a variation selector after a pictograph
 * stays.
 */
export function visibleMarks(text: string): string {
  return visibleText(text).replace(
    /(?!(?<=\p{Extended_Pictographic})\ufe0f)\p{Default_Ignorable_Code_Point}/gu,
    escaped,
  );
}

/** Printable ASCII with single spaces, as most names are: needs no cleaning. */
export const plainLine = /^[!-~]+(?: [!-~]+)*$/;

// eslint-disable-next-line no-control-regex -- control characters are what it finds
const spacesAndControls = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/**
 * Service text as one line of at most `limit` UTF-16 units, for labels: `visibleText`, control characters and
 * runs of white space become one space.
 */
export function oneLine(text: string, limit = 200): string {
  if (text.length <= limit && plainLine.test(text)) return text;
  const whole = text.trim();
  const flat = visibleText(whole.slice(0, limit * 8))
    .replace(spacesAndControls, ' ')
    .trim();
  return flat.length <= limit && whole.length <= limit * 8 ? flat : `${beginning(flat, limit - 1)}…`;
}

let graphemes: Intl.Segmenter | undefined;

/**
 * The first UTF-16 units of a text, at most `limit`, without a part of what a reader takes for one character,
 * unless that is longer.
 */
export function beginning(text: string, limit: number): string {
  const { index } =
    (graphemes ??= new Intl.Segmenter()).segment(text.slice(0, limit * 2)).containing(limit) ?? {};
  return text.slice(0, index || limit).replace(/[\ud800-\udbff]$/, '');
}

/** Each UTF-16 unit as `\u2028`. */
export function escaped(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * JSON with invisible and reordering characters escaped, so that its texts stay exact, readable and string
 * literals.
 */
export function visibleJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu,
    escaped,
  );
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a text with right-to-left letters in isolates, because it would move adjacent numbers and
 * punctuation.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Service text as one line of Markdown without markup, links or mentions; escapes nothing that has a meaning
 * only at the start of a line.
 */
export function markdownText(text: string, limit?: number): string {
  return oneLine(text, limit).replace(/[\\`*_[\]<>&~|!@$]|:(?=\/)|(?<=www)\./gi, '\\$&');
}

/** Service text as a code span of Markdown. */
export function markdownCode(text: string, limit?: number): string {
  const line = oneLine(text, limit);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 && line !== '' ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Escapes the quotes and backslashes of a name or key, so that it cannot end the quotes around it. */
export function quoted(text: string): string {
  return oneLine(text, 60).replace(/["\\\u201c-\u201f]/g, '\\$&');
}
