import * as l10n from '@vscode/l10n';
import type { JobsPage } from '../../service/index.ts';
import { formatJobs, formatProgress } from '../../text/number.ts';

/**
 * Why an answer ends paging early, if it does, as one sentence: further requests would repeat pages forever.
 */
export function earlyEnd(
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

interface Read {
  /** Number of jobs that the service sent, including repeats. */
  readonly sent: number;
  /** Number of jobs that came twice under the same key in one answer. */
  readonly sameKeys: number;
  /** Whether jobs may be missing because others were removed meanwhile. */
  readonly mayLack: boolean;
}

/** Why jobs may be missing after the pages up to this one, as one sentence. */
export function noteOf(last: JobsPage, { sent, sameKeys, mayLack }: Read): string | null {
  if (mayLack) return changedNote();
  return shortfall(last, sent) ?? sameKeysNote(sameKeys);
}

export function loopNote(): string {
  return l10n.t('Paging ended: the service keeps sending jobs that were loaded before.');
}

export function changedNote(): string {
  return l10n.t('The list changed while it was read; jobs may be missing.');
}

/** The sentence for a last page that comes before the service has sent as many jobs as it counts. */
export function shortfall({ pagination: { hasMore, total } }: JobsPage, sent: number): string | null {
  return !hasMore && sent < (total ?? 0)
    ? l10n.t(
        'Paging ended: the service sent {0} jobs and names no further page.',
        formatProgress(sent, total),
      )
    : null;
}

export function sameKeysNote(count: number): string | null {
  return count === 0 ? null : l10n.t('{0} came twice under the same key.', formatJobs(count));
}
