import * as l10n from '@vscode/l10n';
import { button, element } from '../elements.ts';
import type { PageContext } from '../pageContext.ts';
import type { PageContent } from '../renderPage.ts';

export function actions({ enriching, notice }: Extract<PageContent, { kind: 'show' }>, context: PageContext): HTMLElement {
  return bar(
    button({ id: 'refresh', icon: 'refresh', label: l10n.t('Refresh'), press: () => context.send({ kind: 'refresh' }) }),
    button({ id: 'startAnother', icon: 'play', label: l10n.t('Start another'), press: () => context.send({ kind: 'startAnother' }) }),
    copyKey(context),
    ...(notice === null ? [] : [showLog(context)]),
    ...(enriching ? [element('span', { class: 'dim' }, l10n.t('Loading details…'))] : []),
  );
}

export function emptyActions({ problem }: Extract<PageContent, { kind: 'empty' }>, context: PageContext): HTMLElement {
  if (problem === null) return bar(copyKey(context));
  const again = button({ id: 'refresh', icon: 'refresh', label: l10n.t('Try again'), primary: true, press: () => context.send({ kind: 'refresh' }) });
  return bar(again, copyKey(context), showLog(context));
}

function bar(...children: HTMLElement[]): HTMLElement {
  return element('div', { 'data-section': 'actions', class: 'actions' }, ...children);
}

function copyKey(context: PageContext): HTMLElement {
  return button({ id: 'copyKey', icon: 'copy', label: l10n.t('Copy key'), press: () => context.send({ kind: 'copyKey' }) });
}

function showLog(context: PageContext): HTMLElement {
  return button({ id: 'showLog', icon: 'output', label: l10n.t('Show log'), press: () => context.send({ kind: 'showLog' }) });
}
