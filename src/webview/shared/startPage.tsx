import * as l10n from '@vscode/l10n';
import { Fragment, render, type ComponentChildren } from 'preact';
import type { WebviewApi } from 'vscode-webview';
import type { FromEveryPage, PageBoot, StoredView, ToPage } from '../../protocol/page.ts';
import { setLanguage } from '../../text/language.ts';
import { trackScroll, readView, storedView } from './storedView.ts';
import {
  initialState,
  nextTick,
  PageProvider,
  reduce,
  type Change,
  type Spoken,
  type ViewAction,
} from './viewState.ts';

interface PageOptions<State, Content> {
  /** The text for a page that cannot start. */
  readonly failure: () => string;
  /** What the page stores, for restoring it; content with another state is that of something else. */
  readonly stateOf: (content: Content) => State;
  /** What is shown in place of content that may be outdated. */
  readonly emptyOf: (content: Content) => Content;
  readonly view: (content: Content) => ComponentChildren;
  readonly changesBetween: (before: Content, after: Content) => readonly Change[];
  /** The moments (epoch milliseconds) that the content shows relative to now. */
  readonly momentsOf: (content: Content) => readonly number[];
  /** Whether the content is complete, so that a scroll position can be restored. */
  readonly isWhole: (content: Content) => boolean;
  /** Names content of something else in one sentence. */
  readonly titleOf?: (content: Content) => string;
}

/** What the page stored in VS Code, with the members of its state. */
interface Stored {
  /** The id of the HTML that it showed. */
  readonly html?: unknown;
  readonly view?: StoredView;
}

/**
 * Shows the data in a page's HTML where the reader left it, then the content of messages. Actions change one
 * state, which is rendered as a whole before `dispatch` returns.
 */
export function startPage<State extends object, Content extends { kind: 'empty' | 'show' }>(
  host: WebviewApi<unknown>,
  page: Document,
  options: PageOptions<State, Content>,
): { readonly root: HTMLElement; readonly content: () => Content | undefined } {
  const root = page.getElementById('page') ?? page.body;
  try {
    return { root, content: start(host, root, options) };
  } catch {
    root.textContent = options.failure();
    return { root, content: () => undefined };
  }
}

function start<State extends object, Content extends { kind: 'empty' | 'show' }>(
  host: WebviewApi<unknown>,
  root: HTMLElement,
  { stateOf, emptyOf, view, changesBetween, momentsOf, isWhole, titleOf }: PageOptions<State, Content>,
): () => Content {
  const page = root.ownerDocument;
  const boot = JSON.parse(page.getElementById('boot')?.textContent ?? '') as PageBoot<Content>;
  l10n.config({ contents: boot.translations });
  setLanguage(boot.language);
  root.tabIndex = -1;

  const { html, view: stored, ...storedState } = (host.getState() ?? {}) as Stored;
  const isStored = isSame(storedState, stateOf(boot.content));
  // VS Code shows the same HTML again, whose content may be outdated.
  const isFresh = !isStored || html !== boot.id;
  const { values, scroll } = readView(isStored ? stored : undefined);
  let state = initialState(isFresh ? boot.content : emptyOf(boot.content), Date.now(), values);
  const save = (newer?: StoredView) =>
    host.setState({ ...stateOf(state.content), html: boot.id, view: newer });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scrolling = trackScroll(page, scroll, (to) => save(storedView(state.values, to)));

  const dispatch = (action: ViewAction<Content>) => {
    const before = state;
    state = reduce(state, action);
    if (state === before) return;
    paint();
    if (state.values !== before.values) scrolling.saveSoon();
    else schedule();
  };
  const paint = () => {
    const { now, marks, announcement, confirmation } = state;
    page.body.classList.toggle('copied', confirmation.text !== '');
    keepingFocus(root, () =>
      render(
        <PageProvider value={{ now, values: state.values, marks, dispatch }}>
          {view(state.content)}
          <LiveRegion class="confirmation" spoken={confirmation} />
          <LiveRegion class="visually-hidden" spoken={announcement} />
        </PageProvider>,
        root,
      ),
    );
  };
  const tick = () => dispatch({ kind: 'tick', now: Date.now() });
  /** Sets the single timer for marks, spoken texts and relative times; a hidden page has none. */
  const schedule = () => {
    clearTimeout(timer);
    const wait = nextTick(state, momentsOf(state.content));
    if (wait !== null && !page.hidden) timer = setTimeout(tick, wait);
  };
  const show = (content: Content) => {
    const now = Date.now();
    if (isSame(stateOf(content), stateOf(state.content))) {
      dispatch({ kind: 'show', content, changes: changesBetween(state.content, content), now });
      scrolling.restore(isWhole(content));
    } else {
      dispatch({ kind: 'turnTo', content, sentence: titleOf?.(content) ?? '', now });
      save();
      scrolling.begin();
    }
  };

  save(isStored ? stored : undefined);
  paint();
  schedule();
  scrolling.restore(isWhole(state.content));
  page.addEventListener('visibilitychange', () => (page.hidden ? clearTimeout(timer) : tick()));
  page.defaultView?.addEventListener(
    'message',
    ({ data }: MessageEvent<ToPage<Content> | null | undefined>) => {
      if (data?.kind === 'copied') dispatch({ kind: 'confirm', sentence: data.sentence, now: Date.now() });
      else if (data?.kind === 'show' || data?.kind === 'empty') show(data);
    },
  );
  const send = (message: FromEveryPage) => host.postMessage(message);
  send({ kind: 'timeZone', name: Intl.DateTimeFormat().resolvedOptions().timeZone });
  send({ kind: 'ready', shown: isFresh });
  return () => state.content;
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A live region; each sentence is a new text node, so that screen readers announce it even if the words are
 * the same.
 */
function LiveRegion({ class: className, spoken: { text, count } }: { class: string; spoken: Spoken }) {
  return (
    <p class={className} aria-live="polite">
      <Fragment key={count}>{text}</Fragment>
    </p>
  );
}

/**
 * Restores the focus after an update: to its element, else to the one with the same `data-id`, else to a mark
 * of its picture, else to `root`.
 */
function keepingFocus(root: HTMLElement, update: () => void): void {
  const page = root.ownerDocument;
  const focused = root.contains(page.activeElement) ? (page.activeElement as HTMLElement | SVGElement) : null;
  const section = focused?.closest<HTMLElement>('[data-section]')?.dataset['section'];
  update();
  // A page without the keyboard focus does not take it.
  if (focused === null || page.activeElement === focused || !page.hasFocus()) return;
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const replacement =
    find(`[data-id="${CSS.escape(focused.dataset['id'] ?? '')}"]`) ??
    find(`[data-section="${section}"] [data-at][tabindex="0"]`);
  // Of these, a hidden one does not take the focus.
  for (const each of [focused, replacement, root]) {
    if (page.activeElement === page.body) each?.focus({ preventScroll: true });
  }
}
