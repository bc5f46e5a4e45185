import * as l10n from '@vscode/l10n';
import type { JobsPage } from '../../service/index.ts';
import { formatJobs, formatProgress } from '../../text/number.ts';

/**
 * Explains in a sentence why paging has to end after this page, although it is not the last one. Otherwise,
 * requests could repeat pages forever.
 */
export function pageProblem(
  { jobs, pagination: { currentPage, hasMore } }: JobsPage,
  requested: number,
): string | undefined {
  if (currentPage !== null && currentPage !== requested) {
    return l10n.t(
      'Paging ended: asked for page {0}, the service answered with page {1}.',
      requested,
      currentPage,
    );
  }
  return hasMore && jobs.length === 0
    ? l10n.t('Paging ended: page {0} is empty, although the service says that there is more.', requested)
    : undefined;
}

export function loopText(): string {
  return l10n.t('Paging ended: the service keeps sending jobs that were loaded before.');
}

export function changedText(): string {
  return l10n.t('The list changed while it was read; jobs may be missing.');
}

/** Explains that the service reported no further page, although it sent fewer jobs than its total. */
export function missingJobsText(sent: number, total: number | null): string | null {
  return sent < (total ?? 0)
    ? l10n.t(
        'Paging ended: the service sent {0} jobs and names no further page.',
        formatProgress(sent, total),
      )
    : null;
}

export function sameKeysText(count: number): string | null {
  return count === 0 ? null : l10n.t('{0} came twice under the same key.', formatJobs(count));
}
