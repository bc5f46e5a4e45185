import * as l10n from '@vscode/l10n';
import type { Disposable, Event } from '../util/emitter.ts';

/** A list, such as the job list, whose load errors are announced to screen readers. */
export interface AnnouncedList {
  readonly onDidChange: Event<void>;
  readonly state: () => {
    readonly isLoading: boolean;
    /** Error message from the last load, or undefined if the load succeeded. */
    readonly failure: string | undefined;
  };
}

/** Last announcement, used to avoid repeating the announcement for another list. */
interface Announced {
  readonly list: AnnouncedList;
  readonly isFailure: boolean;
  /** Time of the announcement, as a value of `performance.now()`. */
  readonly at: number;
}

/** Minimum interval before the same result is announced for another list, in milliseconds. */
const mergeTimeMs = 5000;

/**
 * Announces to screen readers when a list fails to load, and when loading succeeds again. Announces
 * repeated refresh errors only once.
 */
export function announceRefreshes(
  lists: readonly AnnouncedList[],
  announce: (sentence: string) => void,
): Disposable {
  let last: Announced | undefined;
  const report = (list: AnnouncedList, failure: string | undefined) => {
    const next = { list, isFailure: failure !== undefined, at: performance.now() };
    if (last !== undefined && isMerged(next, last)) return;
    last = next;
    announce(failure ?? l10n.t('Refresh succeeded.'));
  };
  const subscriptions = lists.map((list) => observe(list, (failure) => report(list, failure)));
  return {
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

function isMerged(next: Announced, last: Announced): boolean {
  return (
    next.list !== last.list && next.isFailure === last.isFailure && next.at - last.at < mergeTimeMs
  );
}

/**
 * Reports when a list fails to load, and when loading succeeds again.
 * @param report called with the error message, or with undefined after a successful load
 */
function observe(
  { onDidChange, state }: AnnouncedList,
  report: (failure: string | undefined) => void,
): Disposable {
  let hadFailure = false;
  let isRecovering = false;
  return onDidChange(() => {
    const { isLoading, failure } = state();
    if (failure !== undefined && !hadFailure) {
      isRecovering = true;
      report(failure);
    } else if (isRecovering && failure === undefined && !isLoading) {
      isRecovering = false;
      report(undefined);
    }
    hadFailure = failure !== undefined;
  });
}
