import * as l10n from '@vscode/l10n';
import { oneLine } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import type { KeyMeaning, KnownKeys } from './knownKeys.ts';
import { type CheckedKind, checkedKinds } from './unknownKeys.ts';

/**
 * The result of a check in words. It states which kinds of keys were checked, so that it does not suggest that
 * all keys are known.
 * @param found the number of unknown keys
 */
export function checkText(known: KnownKeys, found: number): string {
  const kinds = checkedKinds(known);
  const checked = kinds.filter(({ prefixes }) => prefixes.length > 0);
  if (checked.length === 0) {
    return l10n.t(
      'No keys in this file were checked, because the keys of this service do not share prefixes.',
    );
  }
  const result =
    found === 0
      ? l10n.t('No unknown keys were found in this file.')
      : l10n.t('Unknown keys in this file: {0}. They are in the Problems view.', formatNumber(found));
  const scope = l10n.t(
    'Keys checked: {0}. Keys not checked: {1}.',
    joined(', ', ...checked.map(checkedName)),
    joined(', ', ...kinds.filter(({ isComplete }) => !isComplete).map(uncheckedName)),
  );
  return joined(' ', result, scope);
}

function checkedName({ kind, prefixes }: CheckedKind): string {
  return `${kindNames(kind).all} (${prefixes.map((begin) => `${oneLine(begin, 20)}…`).join(', ')})`;
}

function uncheckedName({ kind, prefixes }: CheckedKind): string {
  const { all, others } = kindNames(kind);
  return prefixes.length === 0 ? all : others;
}

function kindNames(kind: KeyMeaning['kind']): { readonly all: string; readonly others: string } {
  switch (kind) {
    case 'field':
      return { all: l10n.t('fields'), others: l10n.t('other fields') };
    case 'option':
      return { all: l10n.t('options'), others: l10n.t('other options') };
    case 'workflow':
      return { all: l10n.t('workflows'), others: l10n.t('other workflows') };
    case 'step':
      return { all: l10n.t('steps'), others: l10n.t('other steps') };
    case 'job':
      return { all: l10n.t('jobs'), others: l10n.t('jobs') };
  }
}
