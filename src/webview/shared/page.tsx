import * as l10n from '@vscode/l10n';
import { type ComponentChildren, Fragment, createContext, render } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { WebviewApi } from 'vscode-webview';
import type { FromEveryPage, PageBoot, ToPage } from '../../protocol/page.ts';
import { setLanguage } from '../../text/language.ts';

/**
 * View state by element ID. The state is true for an expanded element, a number of visible items
 * for a list, or a string for an input.
 */
export type ViewValues = ReadonlyMap<string, ViewValue>;

type ViewValue = string | number | true;

/** A value that differs between two versions of the content. */
export interface ValueChange {
  /** ID of the changed value. */
  readonly id: string;
  /** Sentence for screen readers, or null if the change is not announced separately. */
  readonly sentence: string | null;
}

/** Temporary text for screen readers. `until` is the removal time in epoch milliseconds. */
interface Announcement {
  readonly text: string;
  readonly until: number;
}

interface PageViewState<Content> {
  readonly content: Content;
  /** Current time, in epoch milliseconds. */
  readonly now: number;
  readonly values: ViewValues;
  /** Stored scroll position of the page, in CSS pixels. */
  readonly scroll: number;
  /** Recent changes by value ID, newest first. The page highlights the changed values. */
  readonly marks: ReadonlyMap<string, Pick<ValueChange, 'sentence'> & { readonly until: number }>;
  readonly announcement: Announcement;
  readonly confirmation: Announcement;
}

type UserAction =
  /** Sets a value in the view state. False removes the value. */
  | { readonly kind: 'set'; readonly id: string; readonly value: ViewValue | false }
  | { readonly kind: 'announce'; readonly sentence: string };

export type PageAction<Content> =
  | UserAction
  | { readonly kind: 'show'; readonly content: Content }
  | { readonly kind: 'confirm'; readonly sentence: string }
  | { readonly kind: 'tick' };

interface PageOptions<Content> {
  /** Returns the data that VS Code stores to restore the page, such as the job key. */
  readonly identityOf: (content: Content) => object;
  readonly view: (content: Content) => ComponentChildren;
  readonly changesBetween: (before: Content, after: Content) => readonly ValueChange[];
  /** Returns true if the content has been loaded completely. */
  readonly isWhole: (content: Content) => boolean;
  /** Returns the text to announce when the page switches to other content, such as another job. */
  readonly titleOf?: (content: Content) => string;
}

type Comparison<Content> = Pick<PageOptions<Content>, 'identityOf' | 'changesBetween' | 'titleOf'>;

/** State that VS Code stores for the page. VS Code also stores the result of `identityOf`. */
interface StoredPage {
  readonly view?: { readonly values?: unknown; readonly scroll?: unknown };
}

interface AnyContent {
  readonly kind: 'empty' | 'show';
}

const markedForMs = 4000;
const confirmedForMs = 2000;
const announcedForMs = 10_000;
const maxSentences = 6;
const silence: Announcement = { text: '', until: 0 };

export function initialState<Content>(
  content: Content,
  now: number,
  { values, scroll }: StoredPage['view'] = {},
): PageViewState<Content> {
  return {
    content,
    now,
    values: new Map(Array.isArray(values) ? (values as [string, ViewValue][]) : []),
    scroll: Number(scroll) || 0,
    marks: new Map(),
    announcement: silence,
    confirmation: silence,
  };
}

/** Returns the new state after an action. */
export function reduce<Content>(
  comparison: Comparison<Content>,
  state: PageViewState<Content>,
  action: PageAction<Content> & { readonly now: number },
): PageViewState<Content> {
  const { now } = action;
  switch (action.kind) {
    case 'set': {
      const { id, value } = action;
      if ((state.values.get(id) ?? false) === value) return state;
      const values = new Map(state.values);
      if (value === false) values.delete(id);
      else values.set(id, value);
      return { ...state, values };
    }
    case 'announce':
      return { ...state, announcement: { text: action.sentence, until: now + announcedForMs } };
    case 'confirm':
      return {
        ...atTime(state, now),
        confirmation: { text: action.sentence, until: now + confirmedForMs },
      };
    case 'show':
      return showContent(comparison, atTime(state, now), action.content);
    case 'tick':
      return atTime(state, now);
  }
}

function showContent<Content>(
  { identityOf, changesBetween, titleOf }: Comparison<Content>,
  state: PageViewState<Content>,
  content: Content,
): PageViewState<Content> {
  const { now } = state;
  if (!isSame(identityOf(content), identityOf(state.content))) {
    const text = titleOf?.(content) ?? '';
    return { ...initialState(content, now), announcement: { text, until: now + announcedForMs } };
  }
  const changes = changesBetween(state.content, content);
  const ids = new Set(changes.map(({ id }) => id));
  const marks = new Map([
    ...changes.map(({ id, sentence }) => [id, { sentence, until: now + markedForMs }] as const),
    ...[...state.marks].filter(([id]) => !ids.has(id)),
  ]);
  if (changes.every(({ sentence }) => sentence === null)) return { ...state, content, marks };
  // A new announcement interrupts the previous one, so recent sentences are repeated.
  const sentences = new Set([...marks.values()].flatMap(({ sentence }) => sentence ?? []));
  const text = [...sentences].slice(0, maxSentences).join('. ');
  return { ...state, content, marks, announcement: { text, until: now + announcedForMs } };
}

/** Sets the current time, and removes expired highlights and announcements. */
function atTime<Content>(state: PageViewState<Content>, now: number): PageViewState<Content> {
  const current = (announcement: Announcement) =>
    announcement.until > now ? announcement : silence;
  return {
    ...state,
    now,
    marks: new Map([...state.marks].filter(([, { until }]) => until > now)),
    announcement: current(state.announcement),
    confirmation: current(state.confirmation),
  };
}

/** Renders the content embedded in the HTML, and then each update from the extension. */
export function startPage<Content extends AnyContent>(
  host: WebviewApi<unknown>,
  options: PageOptions<Content>,
): void {
  const root = document.getElementById('page') ?? document.body;
  root.tabIndex = -1;
  const { language, translations, content } = JSON.parse(
    document.getElementById('boot')?.textContent ?? '',
  ) as PageBoot<Content>;
  l10n.config({ contents: translations });
  setLanguage(language);
  const { view, ...identity } = (host.getState() ?? {}) as StoredPage;
  const isStored = isSame(identity, options.identityOf(content));
  let state = initialState(content, Date.now(), isStored ? view : undefined);
  const store = ({ content, values }: PageViewState<Content>, scroll: number) =>
    host.setState({ ...options.identityOf(content), view: { values: [...values], scroll } });
  const renderPage = () =>
    render(<Page state={state} options={options} dispatch={dispatch} store={store} />, root);
  const dispatch = (action: PageAction<Content>) =>
    keepFocus(root, () => {
      const next = reduce(options, state, { ...action, now: Date.now() });
      if (next === state) return;
      state = next;
      renderPage();
    });
  renderPage();
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<ToPage<Content> | null | undefined>) => {
      if (data?.kind === 'copied') dispatch({ kind: 'confirm', sentence: data.sentence });
      else if (data?.kind === 'show' || data?.kind === 'empty')
        dispatch({ kind: 'show', content: data });
    },
  );
  setInterval(() => dispatch({ kind: 'tick' }), 1000);
  const send = (message: FromEveryPage) => host.postMessage(message);
  send({ kind: 'timeZone', name: Intl.DateTimeFormat().resolvedOptions().timeZone });
  send({ kind: 'ready' });
}

interface PageProps<Content> {
  state: PageViewState<Content>;
  options: PageOptions<Content>;
  dispatch: PageContext['dispatch'];
  /** Stores the state and the scroll position in VS Code. */
  store: (state: PageViewState<Content>, scroll: number) => void;
}

function Page<Content>({ state, options, dispatch, store }: PageProps<Content>) {
  const { content, now, values, marks, announcement, confirmation } = state;
  return (
    <PageProvider value={{ now, values, marks, dispatch }}>
      {options.view(content)}
      <LiveRegion class="confirmation" announcement={confirmation} />
      <LiveRegion class="visually-hidden" announcement={announcement} />
      <ScrollRestoration
        key={JSON.stringify(options.identityOf(content))}
        state={state}
        isWhole={options.isWhole(content)}
        store={store}
      />
    </PageProvider>
  );
}

/** Live region. Each announcement is a new text node, so that repeated text is announced again. */
function LiveRegion({
  class: className,
  announcement,
}: {
  class: string;
  announcement: Announcement;
}) {
  return (
    <p class={className} aria-live="polite">
      <Fragment key={announcement.until}>{announcement.text}</Fragment>
    </p>
  );
}

interface ScrollRestorationProps<Content> extends Pick<PageProps<Content>, 'state' | 'store'> {
  isWhole: boolean;
}

/** Stores the view state and restores the scroll position. Renders nothing. */
function ScrollRestoration<Content>({ state, isWhole, store }: ScrollRestorationProps<Content>) {
  /** Scroll position to restore, or null after the restoration or any user interaction. */
  const target = useRef<number | null>(state.scroll);
  /** Scroll position after the last attempt to restore it. */
  const lastPosition = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (target.current === null) return;
    const hasScrolled = window.scrollY !== lastPosition.current;
    const hasFocus = document.activeElement !== document.body;
    const isUsed = lastPosition.current !== null && (hasScrolled || hasFocus);
    if (!isUsed) window.scrollTo(0, target.current);
    lastPosition.current = window.scrollY;
    if (isUsed || isWhole) target.current = null;
  }, [state.content]);
  useLayoutEffect(() => {
    const storeView = () => store(state, target.current ?? window.scrollY);
    storeView();
    window.addEventListener('scrollend', storeView);
    return () => window.removeEventListener('scrollend', storeView);
  }, [state.values]);
  return null;
}

/** Runs an update. If the update removes the focused element, moves focus to the page. */
function keepFocus(root: HTMLElement, update: () => void): void {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  update();
  // A page must not take keyboard focus from another part of the window.
  if (focused === null || focused.isConnected || !document.hasFocus()) return;
  root.focus({ preventScroll: true });
}

function isSame(left: object, right: object): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export interface PageContext extends Pick<PageViewState<unknown>, 'now' | 'values' | 'marks'> {
  readonly dispatch: (action: UserAction) => void;
}

const Context = createContext<PageContext | null>(null);
export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === null) throw new Error('usePage needs a PageProvider');
  return page;
}

/** Provides the function that sends messages to the extension. */
const SendContext = createContext<(message: never) => void>(() => undefined);
export const SendProvider = SendContext.Provider;

export function useSend<Message>(): (message: Message) => void {
  return useContext(SendContext) as (message: Message) => void;
}

/** Returns the CSS class that highlights a recently changed value. */
export function useMark(id: string | undefined): 'changed' | undefined {
  const { marks } = usePage();
  return id !== undefined && marks.has(id) ? 'changed' : undefined;
}
