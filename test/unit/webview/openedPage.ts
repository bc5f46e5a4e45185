import * as l10n from '@vscode/l10n';
import { afterEach, beforeEach, vi } from 'vitest';
import type { WebviewApi } from 'vscode-webview';
import { now } from './contents.ts';

/**
 * Stops the clock for each test in a file. After each test, removes listeners from the window and
 * document.
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

export interface OpenedPage<From, State> {
  readonly main: HTMLElement;
  /** The messages from the page, except for its time zone. */
  readonly sent: From[];
  readonly timeZones: string[];
  /** The states that the page stored with `setState`. */
  readonly states: State[];
  readonly receive: (message: unknown) => void;
}

/**
 * Opens a page from HTML like that of the extension.
 * @param boot the data in the HTML
 * @param stored the state that the page stored earlier
 */
export function openedPage<From, State>(
  open: (host: WebviewApi<unknown>) => void,
  boot: object,
  stored?: unknown,
): OpenedPage<From, State> {
  const sent: From[] = [];
  const timeZones: string[] = [];
  const states: State[] = [];
  const main = document.createElement('main');
  main.id = 'page';
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'boot';
  data.textContent = JSON.stringify({ language: 'en', translations: {}, ...boot });
  document.body.replaceChildren(main, data);
  const setState: WebviewApi<unknown>['setState'] = (next: unknown) => {
    states.push(next as State);
    return next as never;
  };
  const postMessage = (message: unknown) => {
    const { kind, name } = message as { readonly kind: string; readonly name: string };
    if (kind === 'timeZone') timeZones.push(name);
    else sent.push(message as From);
  };
  open({ postMessage, setState, getState: () => stored });
  return {
    main,
    sent,
    timeZones,
    states,
    receive: (message) => window.dispatchEvent(new MessageEvent('message', { data: message })),
  };
}
