import * as l10n from '@vscode/l10n';
import type { PageNotice } from '../../protocol/page.ts';
import type { ServiceError } from '../../service/index.ts';
import type { JobPages } from '../jobs/jobPages.ts';
import { failureText, ofTheAddress } from '../wording/reports.ts';
import type { JobDetailsState } from './jobDetails.ts';

/**
 * Why a job's page may be out of date, with remedies; null if it is current.
 * @param service the job's service
 * @param list whether the list has jobs that are not loaded, and why it ended early
 * @param switchTo the name under which the window can use the service, if it has one
 */
export function noticeOf(
  { job, unreadable, freshness, detailsFailure }: JobDetailsState,
  service: string,
  { hasMore, note }: Pick<JobPages, 'hasMore' | 'note'>,
  switchTo?: string,
): PageNotice | null {
  const isKnown = job !== undefined || unreadable !== undefined;
  if (isKnown && detailsFailure !== null && (freshness.kind === 'current' || freshness.kind === 'failed')) {
    if (detailsFailure.kind === 'notFound') {
      return {
        sentence: l10n.t('The service has no details of this job any more, but still lists it.'),
        actions: ['refresh'],
      };
    }
    const { status } = detailsFailure;
    const http = status === undefined ? '' : ` (HTTP ${status})`;
    return {
      sentence: `${l10n.t('Details could not be loaded{0}.', http)} ${failureText(detailsFailure).replace(http, '')}`,
      actions: actionsFor(detailsFailure),
    };
  }
  switch (freshness.kind) {
    case 'current':
      return null;
    case 'failed':
      return noticeOfFailure(freshness.error);
    case 'gone':
      return {
        sentence: l10n.t('This job no longer exists on the service. You are seeing its last known state.'),
        actions: [],
      };
    case 'notFound': {
      const further = hasMore ? l10n.t('Load more jobs to look further.') : note;
      if (freshness.isCertain || further === null) {
        return { sentence: l10n.t('The service has no job with this key.'), actions: ['refresh'] };
      }
      return {
        sentence: l10n.t('This job is not among the loaded jobs. {0}', further),
        actions: [hasMore ? 'loadMore' : 'refresh'],
      };
    }
    case 'disconnected':
      return {
        sentence: l10n.t('Not connected to {0}. This page shows the last known state.', service),
        ...(switchTo === undefined ? { actions: ['setBaseUrl'] } : { actions: ['switchTo'], switchTo }),
      };
  }
}

export function noticeOfFailure(error: ServiceError): PageNotice {
  return { sentence: failureText(error), actions: actionsFor(error) };
}

function actionsFor({ kind }: ServiceError): PageNotice['actions'] {
  if (kind === 'unauthorized') return ['refresh', 'setApiKey', 'showLog'];
  return ofTheAddress.has(kind) ? ['refresh', 'setBaseUrl', 'showLog'] : ['refresh', 'showLog'];
}
