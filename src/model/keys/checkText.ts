import * as l10n from '@vscode/l10n';
import { singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';
import type { KnownKeys } from './knownKeys.ts';
import { sharedPrefixes } from './unknownKeys.ts';

/**
 * Returns a message with the number of unknown keys in a file and the checked key prefixes.
 * @param found number of unknown keys
 */
export function checkText(known: KnownKeys, found: number): string {
  const prefixes = [...sharedPrefixes(known).keys()].map((begin) => singleLine(begin, 20));
  if (prefixes.length === 0) {
    return l10n.t('No keys were checked, because the keys of this service have no common prefix.');
  }
  const scope = l10n.t('Only keys that begin with {0} were checked.', prefixes.join(', '));
  return `${resultText(found)} ${scope}`;
}

function resultText(found: number): string {
  if (found === 0) return l10n.t('No unknown keys were found in this file.');
  if (found === 1) return l10n.t('1 unknown key in this file. See Problems.');
  return l10n.t('{0} unknown keys in this file. See Problems.', formatNumber(found));
}
