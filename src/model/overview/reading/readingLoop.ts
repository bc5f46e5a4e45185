import type { ServiceError} from '../../../service/index.ts';
import { type JobsPage, toServiceError } from '../../../service/index.ts';
import type { PageSource } from '../../jobs/pagesInOrder.ts';
import type { Census } from './census.ts';

/** The most pages that are requested at once: fewer than a client sends, so that what a person asks for goes first. */
const pagesAtOnce = 2;

type Answer = { readonly kind: 'page'; readonly page: JobsPage; /** In order of arrival. */ readonly place: number } | { readonly kind: 'failed'; readonly error: ServiceError };

interface ReadingParts {
  readonly census: Census;
  readonly source: PageSource;
  /** Names the page to ask for; gets those that are asked for and not answered. */
  readonly next: (pending: readonly number[]) => number | undefined;
  /** What is under way while which the census may not change; undefined for nothing. */
  readonly busy: () => Promise<void> | undefined;
  readonly onDidTake: () => void;
  readonly signal: AbortSignal;
}

/**
 * Reads the pages that `next` names, until it names none or the failure of a page concerns all: then it rejects with that.
 * Answers are taken in the order of their requests; one that is older than the answer before it is asked for again.
 */
export async function readPages({ census, source, next, busy, onDidTake, signal }: ReadingParts): Promise<void> {
  const leaving = new AbortController();
  const either = AbortSignal.any([signal, leaving.signal]);
  let arrived = 0;
  let taken = 0;
  const ask = async (number: number): Promise<Answer> => {
    try {
      const page = await source(number, either);
      return { kind: 'page', page, place: ++arrived };
    } catch (thrown) {
      return { kind: 'failed', error: toServiceError(`page ${number}`, thrown) };
    }
  };
  const asked: { readonly number: number; readonly answer: Promise<Answer> }[] = [];
  try {
    for (;;) {
      while (asked.length < pagesAtOnce) {
        const number = next(asked.map((each) => each.number));
        if (number === undefined) break;
        asked.push({ number, answer: ask(number) });
      }
      const first = asked.shift();
      if (first === undefined) return;
      let answer = await first.answer;
      if (answer.kind === 'page' && isFewer(answer.page, census) && !signal.aborted) answer = await ask(first.number);
      for (let other = busy(); other !== undefined; other = busy()) await other;
      if (signal.aborted) return;
      if (answer.kind === 'page') {
        census.take(first.number, answer.page, Date.now(), answer.place > taken);
        taken = Math.max(taken, answer.place);
      } else if (!census.fail(first.number, answer.error)) throw answer.error;
      onDidTake();
    }
  } finally {
    leaving.abort();
  }
}

/** Whether a page counts fewer jobs than the answer before it: it may be older. */
function isFewer({ pagination: { total } }: JobsPage, { total: before }: Census): boolean {
  return total !== null && before !== null && total < before;
}
