import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './paths.ts';

/**
 * A language whose script is not Latin: what `Intl` writes for it holds no Latin letter either, so that any
 * such letter was never translated.
 */
export const pseudoLanguage = 'el';

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accentedLetters = 'áƀçđéƒğĥíĵķłɱñóþɋřšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓÞɊŘŠŢÚṼŴẊÝŽ';
const accented = new Map(
  [...plainLetters].map((letter, index) => [letter, [...accentedLetters][index] ?? letter]),
);

/** What a translator must leave as it is: placeholders, the targets of links, icons and code. */
const kept = /(\{[^{}]*\}|\]\([a-z]+:[^)]*\)|\$\([^)]*\)|`[^`]*`)/;
/** A line that is nothing but a link becomes a button, and only then. */
const wholeLink = /^\[([^\]]*)\](\([^)]*\))$/;

/**
 * The text as a translation would leave it: readable, in other letters, a third longer, and in brackets,
 * which tell where it begins and ends.
 */
export function pseudo(text: string): string {
  return text.split('\n').map(pseudoLine).join('\n');
}

function pseudoLine(line: string): string {
  const [, label, target] = wholeLink.exec(line) ?? [];
  if (label !== undefined && target !== undefined) return `[${pseudoLine(label)}]${target}`;
  const parts = line.split(kept);
  const letters = parts.filter((_, index) => index % 2 === 0).join('').length;
  // Every other part is one that was found.
  const translated = parts
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[a-z]/gi, (letter) => accented.get(letter) ?? letter) : part,
    )
    .join('');
  return line === '' ? '' : `⟦${translated}${padding(Math.ceil(letters * 0.35))}⟧`;
}

/** So many characters, as words of the usual length: they wrap as words do. */
function padding(length: number): string {
  return Array.from({ length }, (_, index) => (index % 7 === 0 && length > 1 ? ' ' : 'ö')).join('');
}

/**
 * What is wrong with a text that a person sees in the pseudo-language: a word that was not translated, or a
 * translation that lost an end.
 */
export function flawsOf(text: string): string[] {
  const words = text.replace(notOurs, '').match(/[a-z]{2,}/gi) ?? [];
  const [opened, closed] = ['⟦', '⟧'].map((bracket) => text.split(bracket).length);
  return [
    ...(words.length > 0 ? [`not translated: ${words.join(' ')} (in “${text}”)`] : []),
    ...(opened === closed ? [] : [`cut off: “${text}”`]),
  ];
}

/**
 * Addresses, requests, codes, the documented types and the name of a time zone, which are the same in every
 * language; and what VS Code adds to a prompt.
 */
const notOurs =
  /\(Press 'Enter' to confirm or 'Escape' to cancel\)|https?:\/\/\S+|\b(?:GET|POST) \/\S*|\bHTTP \d+|\bE[A-Z]{5,}\b|\b(?:dropdown|shortText|UTC)\b/g;

/** Copies the built extension into a folder, with the pseudo-language as its only translation. */
export async function copyInPseudoLanguage(folder: string): Promise<void> {
  for (const part of ['package.json', 'package.nls.json', 'l10n', 'media', 'dist']) {
    await cp(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  for (const name of ['l10n/bundle.l10n', 'package.nls']) {
    const texts = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Record<string, string>;
    const translated = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
    await writeFile(join(folder, `${name}.${pseudoLanguage}.json`), JSON.stringify(translated));
  }
}
