import * as l10n from '@vscode/l10n';
import type { Disposable, Event } from '../util/emitter.ts';
import { Throttle } from './throttle.ts';

/** A list whose loads are announced. */
export interface AnnouncedList {
  readonly onDidChange: Event<void>;
  readonly state: () => {
    readonly isLoading: boolean;
    /** Sentence about the last load that failed. */
    readonly failure: string | undefined;
  };
}

/** The sentence about a failure; undefined for a success. */
type Outcome = string | undefined;

/** Time in which several outcomes are announced as one, because lists are refreshed together. */
const mergeTimeMs = 1000;

/**
 * Announces failed loads of these lists, and the first successful load after a failure. A list keeps its
 * failure during an automatic refresh, so automatic refreshes announce each outage once.
 */
export function announceRefreshes(
  lists: readonly AnnouncedList[],
  announce: (sentence: string) => void,
): Disposable {
  const outcomes = new Throttle<Outcome>(
    mergeTimeMs,
    (all) => announce(all.find((each) => each !== undefined) ?? l10n.t('Refresh succeeded.')),
    mergeTimeMs,
  );
  const subscriptions = lists.map((list) => observe(list, (outcome) => outcomes.add([outcome])));
  return {
    dispose: () => {
      for (const each of subscriptions) each.dispose();
      outcomes.clear();
    },
  };
}

function observe({ onDidChange, state }: AnnouncedList, report: (outcome: Outcome) => void): Disposable {
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
