import * as l10n from '@vscode/l10n';
import type { JobsPage } from '../../service/index.ts';
import { formatJobs, formatProgress } from '../../text/number.ts';

/**
 * Returns the reason why loading must stop after a page, if any. Prevents endless requests if the
 * service returns wrong or empty pages.
 */
export function pageProblem(
  { jobs, pagination: { currentPage, hasMore } }: JobsPage,
  requested: number,
): string | undefined {
  if (currentPage !== null && currentPage !== requested) {
    return l10n.t(
      'Paging stopped: the service returned page {1} instead of page {0}.',
      requested,
      currentPage,
    );
  }
  return hasMore && jobs.length === 0
    ? l10n.t(
        'Paging stopped: page {0} is empty, although the service reports more jobs.',
        requested,
      )
    : undefined;
}

export function loopText(): string {
  return l10n.t('Paging stopped: the service keeps returning jobs that are already loaded.');
}

export function changedText(): string {
  return l10n.t('The list changed while it was loading. Jobs may be missing.');
}

/** Returns a warning if the service sent fewer jobs than its total but reports no more pages. */
export function missingJobsText(sent: number, total: number | null): string | null {
  return sent < (total ?? 0)
    ? l10n.t(
        'Paging stopped: the service returned {0} jobs and reports no more pages.',
        formatProgress(sent, total),
      )
    : null;
}

export function sameKeysText(count: number): string | null {
  return count === 0
    ? null
    : l10n.t('The service returned {0} with a duplicate key.', formatJobs(count));
}
