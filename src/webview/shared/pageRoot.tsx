import { Fragment, render, type ComponentChildren } from 'preact';
import type { ReadingPlace } from '../../protocol/page.ts';
import { keepPlace, placeFrom, readingPlace } from './readingPlace.ts';
import { initialState, nextTick, PageProvider, reduce, type Change, type Spoken, type ViewAction } from './viewState.ts';

interface PageRootOptions<Content> {
  readonly root: HTMLElement;
  readonly content: Content;
  /** The saved reading place. */
  readonly kept: unknown;
  readonly save: (place: ReadingPlace) => void;
  readonly view: (content: Content) => ComponentChildren;
  readonly changesBetween: (before: Content, after: Content) => readonly Change[];
  /** The moments (epoch milliseconds) that the content shows relative to now. */
  readonly momentsOf: (content: Content) => readonly number[];
  /** Whether the content is complete, so that a scroll position can be restored. */
  readonly isWhole: (content: Content) => boolean;
}

/** Shows content in `root`. Actions change one state, which is rendered as a whole before `dispatch` returns. */
export function createPageRoot<Content>({ root, content, kept, save, view, changesBetween, momentsOf, isWhole }: PageRootOptions<Content>) {
  const page = root.ownerDocument;
  const { place, scroll } = placeFrom(kept);
  let state = initialState(content, Date.now(), place);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keeper = keepPlace(page, scroll, (to) => save(readingPlace(state.place, to)));

  const dispatch = (action: ViewAction<Content>) => {
    const before = state;
    state = reduce(state, action);
    if (state === before) return;
    paint();
    if (state.place !== before.place) keeper.saveSoon();
    else schedule();
  };
  const paint = () => {
    const { now, marks, announcement, confirmation } = state;
    page.body.classList.toggle('copied', confirmation.text !== '');
    keepingFocus(root, () =>
      render(
        <PageProvider value={{ now, place: state.place, marks, dispatch }}>
          {view(state.content)}
          <LiveRegion class="confirmation" spoken={confirmation} />
          <LiveRegion class="visually-hidden" spoken={announcement} />
        </PageProvider>,
        root,
      ),
    );
  };
  const tick = () => dispatch({ kind: 'tick', now: Date.now() });
  /** Sets the single timer for marks, confirmation and relative times; a hidden page has none. */
  const schedule = () => {
    clearTimeout(timer);
    const wait = nextTick(state, momentsOf(state.content));
    if (wait !== null && !page.hidden) timer = setTimeout(tick, wait);
  };

  paint();
  schedule();
  keeper.restore(isWhole(content));
  page.addEventListener('visibilitychange', () => (page.hidden ? clearTimeout(timer) : tick()));
  return {
    show: (next: Content) => {
      dispatch({ kind: 'show', content: next, changes: changesBetween(state.content, next), now: Date.now() });
      keeper.restore(isWhole(next));
    },
    /** Shows content of something else, from its beginning. */
    turnTo: (next: Content, sentence: string) => {
      dispatch({ kind: 'turnTo', content: next, sentence, now: Date.now() });
      keeper.begin();
    },
    /** Shows briefly that something was copied. */
    confirm: (sentence: string) => dispatch({ kind: 'confirm', sentence, now: Date.now() }),
  };
}

/** A live region; each sentence is a new text node, so that screen readers announce it even if the words are the same. */
function LiveRegion({ class: className, spoken: { text, count } }: { class: string; spoken: Spoken }) {
  return <p class={className} aria-live="polite"><Fragment key={count}>{text}</Fragment></p>;
}

/** Restores the focus after an update: to its element, else to the one with the same `data-id`, else to `root`. */
function keepingFocus(root: HTMLElement, update: () => void): void {
  const page = root.ownerDocument;
  const focused = page.activeElement instanceof HTMLElement && root.contains(page.activeElement) ? page.activeElement : null;
  update();
  // A page without the keyboard focus does not take it.
  if (focused === null || page.activeElement === focused || !page.hasFocus()) return;
  const id = focused.dataset['id'];
  const replacement = id === undefined ? null : root.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  (focused.isConnected ? focused : (replacement ?? root)).focus({ preventScroll: true });
}
