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

/** Time in which equal sentences are announced once, because several lists are refreshed together. */
const mergeTimeMs = 1000;

/**
 * Announces failed loads of these lists, and the first successful load after a failure. A list keeps its
 * failure during an automatic refresh, so automatic refreshes announce each outage once.
 */
export function announceRefreshes(
  lists: readonly AnnouncedList[],
  announce: (sentence: string) => void,
): Disposable {
  const sentences = new Throttle<string>(
    mergeTimeMs,
    (all) => announce([...new Set(all)].join(' ')),
    mergeTimeMs,
  );
  const subscriptions = lists.map((list) => observe(list, (sentence) => sentences.add([sentence])));
  return {
    dispose: () => {
      for (const each of subscriptions) each.dispose();
      sentences.clear();
    },
  };
}

function observe({ onDidChange, state }: AnnouncedList, announce: (sentence: string) => void): Disposable {
  let hadFailure = false;
  let isRecovering = false;
  return onDidChange(() => {
    const { isLoading, failure } = state();
    if (failure !== undefined && !hadFailure) {
      isRecovering = true;
      announce(failure);
    } else if (isRecovering && failure === undefined && !isLoading) {
      isRecovering = false;
      announce(l10n.t('Refresh succeeded.'));
    }
    hadFailure = failure !== undefined;
  });
}
