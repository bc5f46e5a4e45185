import * as l10n from '@vscode/l10n';
import type { Json } from '../protocol.ts';
import { formatNumber } from '../text/number.ts';
import { disclosure } from './disclosure.ts';
import { word } from './elements.ts';
import { jsonTree } from './jsonTree.ts';
import type { PageContext } from './pageContext.ts';

/** What an element of a list holds beyond what its row shows. */
export function restMembers(rest: Record<string, Json>, id: string, context: PageContext): HTMLElement[] {
  const count = Object.keys(rest).length;
  if (count === 0) return [];
  const summary = count === 1 ? l10n.t('1 more member') : l10n.t('{0} more members', formatNumber(count, context.language));
  return [disclosure(id, [word(summary)], () => jsonTree(rest, id, context), context.memory)];
}
