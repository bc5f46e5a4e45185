import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { StoredView } from '../../protocol/page.ts';
import type { ViewValues } from './storedView.ts';

interface ViewState<Content> {
  readonly content: Content;
  /** The present for relative times, in epoch milliseconds. */
  readonly now: number;
  readonly values: ViewValues;
  /** Marks of recently changed values, by id. */
  readonly marks: ReadonlyMap<string, Pick<Change, 'sentence'> & { readonly until: number }>;
  readonly announcement: Spoken;
  readonly confirmation: Spoken;
}

/** A difference between two states of the content. */
export interface Change {
  /** The id of the changed value. */
  readonly id: string;
  /** For screen readers; null if another change announces it. */
  readonly sentence: string | null;
}

/**
 * The text of a live region, until it may be untrue. `count` grows with each sentence, so that repeated words
 * are announced again.
 */
export interface Spoken {
  readonly text: string;
  readonly count: number;
  readonly until: number;
}

/** Actions of the reader, and announcements to screen readers. */
export type ReaderAction =
  /** A value by its id; false closes. */
  | { readonly kind: 'set'; readonly id: string; readonly value: StoredView['values'][number][1] | false }
  | { readonly kind: 'say'; readonly sentence: string; readonly now: number };

export type ViewAction<Content> =
  | ReaderAction
  | {
      readonly kind: 'show';
      readonly content: Content;
      readonly changes: readonly Change[];
      readonly now: number;
    }
  /** Content of something else, which the sentence names. */
  | { readonly kind: 'turnTo'; readonly content: Content; readonly sentence: string; readonly now: number }
  | { readonly kind: 'confirm'; readonly sentence: string; readonly now: number }
  | { readonly kind: 'tick'; readonly now: number };

const markedFor = 4000;
const confirmedFor = 2000;
const announcedFor = 10_000;
const mostSentences = 6;

export function initialState<Content>(content: Content, now: number, values: ViewValues): ViewState<Content> {
  const silence = { text: '', count: 0, until: 0 };
  return { content, now, values, marks: new Map(), announcement: silence, confirmation: silence };
}

/** Returns the same object if an action changes nothing. */
export function reduce<Content>(state: ViewState<Content>, action: ViewAction<Content>): ViewState<Content> {
  switch (action.kind) {
    case 'set': {
      const { id, value } = action;
      if ((state.values.get(id) ?? false) === value) return state;
      const values = new Map(state.values);
      if (value === false) values.delete(id);
      else values.set(id, value);
      return { ...state, values };
    }
    case 'say':
      return { ...state, announcement: say(state.announcement, action.sentence, action.now + announcedFor) };
    case 'show':
      return { ...announce(atTime(state, action.now), action.changes), content: action.content };
    case 'turnTo':
      return {
        ...initialState(action.content, action.now, new Map()),
        announcement: say(state.announcement, action.sentence, action.now + announcedFor),
      };
    case 'confirm':
      return {
        ...atTime(state, action.now),
        confirmation: say(state.confirmation, action.sentence, action.now + confirmedFor),
      };
    case 'tick':
      return atTime(state, action.now);
  }
}

function atTime<Content>(state: ViewState<Content>, now: number): ViewState<Content> {
  const isOn = ({ until }: { readonly until: number }) => until > now;
  const marks = new Map([...state.marks].filter(([, mark]) => isOn(mark)));
  const upTo = (spoken: Spoken) => (isOn(spoken) ? spoken : { ...spoken, text: '' });
  return {
    ...state,
    now,
    marks,
    announcement: upTo(state.announcement),
    confirmation: upTo(state.confirmation),
  };
}

function announce<Content>(state: ViewState<Content>, changes: readonly Change[]): ViewState<Content> {
  const marks = new Map(state.marks);
  for (const { id } of changes) marks.delete(id);
  const sentencesOf = (each: Iterable<Pick<Change, 'sentence'>>) =>
    [...each].flatMap(({ sentence }) => sentence ?? []);
  const newest = sentencesOf(changes).slice(0, mostSentences);
  // Repeats marked changes, because list and single job may report parts of one change separately.
  const older = sentencesOf(marks.values()).filter((sentence) => !newest.includes(sentence));
  for (const { id, sentence } of changes) marks.set(id, { sentence, until: state.now + markedFor });
  const text = [...new Set([...older, ...newest])].slice(-mostSentences).join('. ');
  return {
    ...state,
    marks,
    announcement:
      newest.length === 0 ? state.announcement : say(state.announcement, text, state.now + announcedFor),
  };
}

function say({ count }: Spoken, text: string, until: number): Spoken {
  return { text, count: count + 1, until };
}

/**
 * Milliseconds until time alone changes the page; null if it never does.
 * @param moments the moments that the page shows relative to now
 */
export function nextTick(
  { now, marks, announcement, confirmation }: ViewState<unknown>,
  moments: readonly number[],
): number | null {
  const ending = [...marks.values(), ...[announcement, confirmation].filter(({ text }) => text !== '')];
  const waits = [
    ...ending.map(({ until }) => until - now),
    ...moments.map((moment) => (Math.abs(now - moment) < 60_000 ? 1000 : 30_000)),
  ];
  return waits.length === 0 ? null : Math.min(...waits);
}

export interface PageContext extends Pick<ViewState<unknown>, 'now' | 'values' | 'marks'> {
  /** Renders the result before it returns. */
  readonly dispatch: (action: ReaderAction) => void;
}

const Context = createContext<PageContext | null>(null);
export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === null) throw new Error('usePage needs a PageProvider');
  return page;
}

/** The class for an element whose value may be marked as changed. */
export function useMark(id: string | undefined): 'changed' | undefined {
  const { marks } = usePage();
  return id !== undefined && marks.has(id) ? 'changed' : undefined;
}
