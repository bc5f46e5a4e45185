import { l10n } from 'vscode';
import type { EnvironmentKind } from '../../model/environments/environment.ts';

/** Codicons of the kinds. */
export const kindIcons: Readonly<Record<EnvironmentKind, string>> = { development: 'tools', staging: 'beaker', production: 'flame' };

/** A kind in a word: `Production`. */
export function kindWord(kind: EnvironmentKind): string {
  switch (kind) {
    case 'development':
      return l10n.t('Development');
    case 'staging':
      return l10n.t('Staging');
    case 'production':
      return l10n.t('Production');
  }
}
