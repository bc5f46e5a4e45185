import { l10n } from 'vscode';
import type { RequestWait } from '../../service/index.ts';
import { formatWait } from '../../text/time.ts';
import { withProgress } from './notify.ts';

/** Delay before a notification about waiting requests appears, in milliseconds. */
const noticeDelay = 1500;

let isNoticeShown = false;

/**
 * While requests wait after HTTP 429, shows a notification with the remaining time and *Cancel*.
 * @param isLoading returns true if the user is waiting. Otherwise, no notification is shown.
 */
export function showWaits(wait: RequestWait, isLoading: () => boolean): { dispose(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    if (!isNoticeShown && wait.until !== undefined && isLoading()) void showWait(wait);
  };
  const subscription = wait.onDidChange(() => {
    clearTimeout(timer);
    timer = setTimeout(show, noticeDelay);
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      subscription.dispose();
    },
  };
}

async function showWait(wait: RequestWait): Promise<void> {
  isNoticeShown = true;
  try {
    await withProgress(l10n.t('The service asked to wait'), (cancelled, report) => {
      cancelled.addEventListener('abort', wait.cancel);
      return reportUntilEnd(wait, report);
    });
  } finally {
    isNoticeShown = false;
  }
}

/** Reports the remaining time every second. Resolves when no request is waiting anymore. */
async function reportUntilEnd(wait: RequestWait, report: (message: string) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const update = () => {
    if (wait.until === undefined) return resolve();
    report(l10n.t('retrying in {0}…', formatWait(Math.max(0, wait.until - Date.now()))));
  };
  const timer = setInterval(update, 1000);
  const subscription = wait.onDidChange(update);
  update();
  await promise;
  clearInterval(timer);
  subscription.dispose();
}
