import * as l10n from '@vscode/l10n';
import type { Disposable, Event } from '../util/emitter.ts';

/** A list, such as the job list. Its failures are announced to screen readers. */
export interface AnnouncedList {
  readonly onDidChange: Event<void>;
  readonly state: () => {
    readonly isLoading: boolean;
    /** Sentence that describes the failure of the last load. */
    readonly failure: string | undefined;
  };
}

/** The last announcement. */
interface Announced {
  readonly list: AnnouncedList;
  readonly isFailure: boolean;
  /** Time of the announcement, as a value of `performance.now()`. */
  readonly at: number;
}

/** Time in which the same result of another list is not announced again, in milliseconds. */
const mergeTimeMs = 5000;

/**
 * Announces when a list cannot be loaded, and when it can be loaded again. Repeated failures of
 * automatic refreshes are announced only once.
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

/** @param report called with the failure, or with undefined when the list can be loaded again */
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
