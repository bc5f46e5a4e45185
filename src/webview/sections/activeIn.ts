import * as l10n from '@vscode/l10n';
import type { JobPage } from '../../protocol.ts';
import { formatNumber } from '../../text/number.ts';
import { button, changingRow, element, section, word, type Child } from '../elements.ts';
import { foldedText } from '../foldedText.ts';
import type { PageContext } from '../pageContext.ts';

type Named = JobPage['workflows'][number];

const mostNames = 8;

export function activeIn({ state, workflows, steps }: JobPage, context: PageContext): HTMLElement | null {
  const none = workflows.length === 0 && steps.length === 0;
  if (state === 'unreadable' && none) return null;
  const ended = state === 'completed' ? [element('p', {}, word(l10n.t('no longer active')))] : [];
  const names = element(
    'dl',
    {},
    changingRow('workflows', l10n.t('Workflow'), namesOf('workflows', workflows, context)),
    changingRow('steps', l10n.t('Step'), namesOf('steps', steps, context)),
  );
  return section('activeIn', l10n.t('Active in'), 'card', ...ended, ...(state === 'completed' && none ? [] : [names]));
}

function namesOf(id: string, all: Named[], context: PageContext): Node {
  if (all.length === 0) return word(l10n.t('none'));
  const shown = context.memory.shownInFull.has(id) ? all.length : mostNames;
  const list = element('ul', {}, ...all.slice(0, shown).map((each, index) => item(`${id}/${index}`, each, context)));
  if (all.length > shown) {
    const rest = button({
      id: `names:${id}`,
      label: l10n.t('Show all {0}', formatNumber(all.length, context.language)),
      press: (pressed) => {
        context.memory.shownInFull.add(id);
        const added = all.slice(shown).map((each, index) => item(`${id}/${shown + index}`, each, context));
        pressed.previousElementSibling?.append(...added);
        pressed.remove();
        const first = added[0];
        if (first) first.tabIndex = -1;
        first?.focus();
      },
    });
    rest.className = 'link';
    return element('div', {}, list, rest);
  }
  return list;
}

function item(id: string, { key, name }: Named, context: PageContext): HTMLElement {
  const keyText = element('code', { class: 'small dim' }, foldedText(`${id}/key`, key, context, 80));
  const parts: Child[] = name.trim() === '' ? [keyText] : [foldedText(`${id}/name`, name, context, 200), ' ', keyText];
  return element('li', {}, ...parts);
}
