import * as l10n from '@vscode/l10n';
import { afterEach, beforeEach, vi } from 'vitest';
import type { WebviewApi } from 'vscode-webview';
import { now } from './contents.ts';

/**
 * Stops the clock in the tests of a file, and takes the listeners of each off the shared window and document
 * again.
 */
export function isolatePages(): void {
  const removals: (() => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ now });
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target);
      vi.spyOn(target, 'addEventListener').mockImplementation(
        (type: string, listener: EventListenerOrEventListenerObject) => {
          add(type, listener);
          removals.push(() => target.removeEventListener(type, listener));
        },
      );
    }
  });
  afterEach(() => {
    for (const remove of removals.splice(0)) remove();
    l10n.config({ contents: {} });
  });
}

export interface OpenedPage<From, Kept> {
  readonly main: HTMLElement;
  /** The messages of the page, apart from its time zone. */
  readonly sent: From[];
  readonly timeZones: string[];
  /** What the page kept with `setState`. */
  readonly states: Kept[];
  readonly receive: (message: unknown) => void;
}

/**
 * Opens a page as the extension host builds it, with members of what it boots from, or a text in place of
 * that.
 */
export function openedPage<From, Kept>(
  open: (host: WebviewApi<unknown>) => void,
  boot: object | string,
  kept?: unknown,
): OpenedPage<From, Kept> {
  const sent: From[] = [];
  const timeZones: string[] = [];
  const states: Kept[] = [];
  const main = document.createElement('main');
  main.id = 'page';
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'boot';
  data.textContent =
    typeof boot === 'string'
      ? boot
      : JSON.stringify({ language: 'en', translations: {}, id: 'html-1', ...boot });
  document.body.replaceChildren(main, data);
  const setState: WebviewApi<unknown>['setState'] = (next: unknown) => {
    states.push(next as Kept);
    return next as never;
  };
  const postMessage = (message: unknown) => {
    const { kind, name } = message as { readonly kind: string; readonly name: string };
    if (kind === 'timeZone') timeZones.push(name);
    else sent.push(message as From);
  };
  open({ postMessage, setState, getState: () => kept });
  return {
    main,
    sent,
    timeZones,
    states,
    receive: (message) => window.dispatchEvent(new MessageEvent('message', { data: message })),
  };
}
