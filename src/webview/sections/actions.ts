import * as l10n from '@vscode/l10n';
import type { PageContent } from '../../protocol.ts';
import { button, element } from '../elements.ts';
import { icon } from '../icons.ts';
import type { PageContext } from '../pageContext.ts';

export function actions({ job, enriching, notice, watched, isConnected }: Extract<PageContent, { kind: 'show' }>, context: PageContext): HTMLElement {
  return bar(
    ...(watched === null ? [] : [watch(watched, context)]),
    button({ id: 'refresh', icon: 'refresh', label: l10n.t('Refresh'), press: () => context.send({ kind: 'refresh' }) }),
    ...(job.state === 'unreadable' || !isConnected ? [] : [button({ id: 'startAnother', icon: 'play', label: l10n.t('Start another'), press: () => context.send({ kind: 'startAnother' }) })]),
    button({ id: 'openJson', icon: 'json', label: l10n.t('Open as JSON'), press: () => context.send({ kind: 'openJson' }) }),
    ...(notice === null ? [] : [showLog(context)]),
    ...moreActions(job.key !== null, isConnected, context),
    ...(enriching ? [element('span', { class: 'dim loading' }, icon('loading'), l10n.t('Loading details…'))] : []),
  );
}

export function emptyActions({ key, problem }: Extract<PageContent, { kind: 'empty' }>, context: PageContext): HTMLElement {
  const copy = key === null ? [] : [copyKey(context)];
  if (problem === null) return bar(...copy);
  const again = button({ id: 'refresh', icon: 'refresh', label: l10n.t('Try again'), primary: true, press: () => context.send({ kind: 'refresh' }) });
  return bar(again, ...copy, showLog(context));
}

function bar(...children: HTMLElement[]): HTMLElement {
  return element('div', { 'data-section': 'actions', class: 'actions' }, ...children);
}

function watch(watched: boolean, context: PageContext): HTMLElement {
  return button({
    id: 'watch',
    icon: watched ? 'eye-closed' : 'eye',
    label: watched ? l10n.t('Stop watching') : l10n.t('Watch'),
    primary: !watched,
    press: () => context.send({ kind: 'toggleWatch' }),
  });
}

/** The less used ones: they come where the button was pressed, so that nothing covers the page. */
function moreActions(hasKey: boolean, isConnected: boolean, context: PageContext): HTMLElement[] {
  const id = 'moreActions';
  const offered = [
    ...(isConnected ? [button({ id: 'compare', icon: 'diff', label: l10n.t('Compare with…'), press: () => context.send({ kind: 'compare' }) })] : []),
    ...(hasKey ? [copyKey(context)] : []),
    ...(isConnected && hasKey ? [button({ id: 'copyLink', icon: 'link', label: l10n.t('Copy link'), press: () => context.send({ kind: 'copyLink' }) })] : []),
  ];
  if (offered.length === 0) return [];
  const rest = element('span', { class: 'more-actions' }, ...offered);
  const show = (toggle: HTMLElement, hidden: Element | null) => {
    const isOpen = context.memory.open.has(id);
    hidden?.toggleAttribute('hidden', !isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const toggle = button({
    id,
    icon: 'ellipsis',
    name: l10n.t('More actions'),
    press: (pressed) => {
      if (!context.memory.open.delete(id)) context.memory.open.add(id);
      show(pressed, pressed.nextElementSibling);
    },
  });
  toggle.className = 'secondary ellipsis';
  show(toggle, rest);
  return [toggle, rest];
}

function copyKey(context: PageContext): HTMLElement {
  return button({ id: 'copyKey', icon: 'copy', label: l10n.t('Copy key'), press: () => context.send({ kind: 'copyKey' }) });
}

function showLog(context: PageContext): HTMLElement {
  return button({ id: 'showLog', icon: 'list-flat', label: l10n.t('Show log'), press: () => context.send({ kind: 'showLog' }) });
}
