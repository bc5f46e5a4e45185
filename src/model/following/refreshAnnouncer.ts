import * as l10n from '@vscode/l10n';
import type { Disposable, Event } from '../util/emitter.ts';

/** A list whose loads are announced. */
export interface AnnouncedList {
  readonly onDidChange: Event<void>;
  readonly state: () => {
    readonly isLoading: boolean;
    /** Sentence about the last load that failed. */
    readonly failure: string | undefined;
  };
}

/** The last announced outcome of a load. */
interface Announced {
  readonly list: AnnouncedList;
  readonly isFailure: boolean;
  /** By `performance.now`. */
  readonly at: number;
}

/** Time in which the same outcome of another list is not announced, because lists are refreshed together. */
const mergeTimeMs = 5000;

/**
 * Announces failed loads of these lists, and the first successful load after a failure. A list keeps its
 * failure during an automatic refresh, so automatic refreshes announce each outage once.
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
  return next.list !== last.list && next.isFailure === last.isFailure && next.at - last.at < mergeTimeMs;
}

/** @param report called with a failure, or with undefined after a recovery */
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
