import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../paths.ts';

/**
 * Language code of the pseudo-translation. The language has a non-Latin script, so any plain Latin
 * word on screen is an untranslated string.
 */
export const pseudoLanguage = 'el';

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = 'áƀçđéƒğĥíĵķłɱñóþɋřšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŢÚṼŴẊÝŽ';
const accented = new Map(
  [...plainLetters].map((letter, index) => [letter, [...accentedLetters][index] ?? letter]),
);

/**
 * Matches the parts that a translator must not change: placeholders, link targets, icons, and code.
 */
const untranslatable = /(\{[^{}]*\}|\]\([a-z]+:[^)]*\)|\$\([^)]*\)|`[^`]*`)/;
/** Matches a line that consists of a single link, which VS Code shows as a button. */
const wholeLink = /^\[([^\]]*)\](\([^)]*\))$/;

/**
 * Translates a string to the pseudo-language. The result is readable, but has other letters, is a
 * third longer, and is enclosed in brackets.
 */
export function pseudo(text: string): string {
  return text.split('\n').map(pseudoLine).join('\n');
}

function pseudoLine(line: string): string {
  const [, label, target] = wholeLink.exec(line) ?? [];
  if (label !== undefined && target !== undefined) return `[${pseudoLine(label)}]${target}`;
  const parts = line.split(untranslatable);
  const letters = parts.filter((_, index) => index % 2 === 0).join('').length;
  // Does not change parts with an odd index, which are placeholders, links, icons, or code.
  const translated = parts
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[a-z]/gi, (letter) => accented.get(letter) ?? letter) : part,
    )
    .join('');
  return line === '' ? '' : `⟦${translated}${padding(Math.ceil(letters * 0.35))}⟧`;
}

/** Returns padding of the given length. Spaces divide the padding, so that it wraps like text. */
function padding(length: number): string {
  return Array.from({ length }, (_, index) => (index % 7 === 0 && length > 1 ? ' ' : 'ö')).join('');
}

/**
 * Returns the problems of a string on screen: untranslated words, or a missing bracket if the
 * string is cut off.
 */
export function flawsOf(text: string): string[] {
  const words = text.replace(languageIndependent, '').match(/[a-z]{2,}/gi) ?? [];
  const [opened, closed] = ['⟦', '⟧'].map((bracket) => text.split(bracket).length);
  return [
    ...(words.length > 0 ? [`not translated: ${words.join(' ')} (in “${text}”)`] : []),
    ...(opened === closed ? [] : [`cut off: “${text}”`]),
  ];
}

/**
 * Matches strings that are the same in every language, such as URLs, requests, error codes, field
 * types, and time zones. Also matches a hint that VS Code adds.
 */
const languageIndependent =
  /\(Press 'Enter' to confirm or 'Escape' to cancel\)|https?:\/\/\S+|\b(?:GET|POST) \/\S*|\bHTTP \d+|\bE[A-Z]{5,}\b|\b(?:dropdown|shortText|UTC)\b/g;

/** Copies the built extension to a folder, with the pseudo-language as its only translation. */
export async function copyInPseudoLanguage(folder: string): Promise<void> {
  for (const part of ['package.json', 'package.nls.json', 'l10n', 'media', 'dist']) {
    await cp(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  for (const name of ['l10n/bundle.l10n', 'package.nls']) {
    const texts = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Record<
      string,
      string
    >;
    const translated = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, pseudo(text)]),
    );
    await writeFile(join(folder, `${name}.${pseudoLanguage}.json`), JSON.stringify(translated));
  }
}
