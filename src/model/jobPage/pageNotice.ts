import * as l10n from '@vscode/l10n';
import type { ServiceError } from '../../service/index.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { type FailureRemedy, type PageNotice, noticeOfFailure } from '../wording/failureNotice.ts';
import { failureText } from '../wording/reports.ts';
import type { JobDetailsState } from './detailsState.ts';

/** Message that explains why a job page may be outdated. */
export type JobNotice = PageNotice<FailureRemedy | 'switchTo'>;

interface NoticeContext {
  /** Name of the job's service. */
  readonly service: string;
  /**
   * Environment to switch to, so that the window connects to the service. Undefined if the settings
   * do not contain the service.
   */
  readonly switchTo: string | undefined;
}

/** Explains why the job page may be outdated. Returns null if the page is up to date. */
export function noticeOf(details: JobDetailsState, context: NoticeContext): JobNotice | null {
  const { freshness } = details;
  const detailsFailure = shownDetailsFailure(details);
  if (detailsFailure !== null) return noticeOfDetails(detailsFailure);
  switch (freshness.kind) {
    case 'current':
    case 'missed':
      return null;
    case 'justStarted':
      return {
        sentence: l10n.t('This job was started. The service does not list it yet.'),
        actions: [],
      };
    case 'failed':
      return noticeOfFailure(freshness.error);
    case 'deleted':
      return {
        sentence: l10n.t(
          'This job no longer exists on the service. This page shows its last known state.',
        ),
        actions: [],
      };
    case 'notFound':
      return noticeOfAbsence(freshness.searched);
    case 'disconnected':
      return noticeOfDisconnection(context, isLoaded(details));
  }
}

/** Returns the error if only the job details could not be loaded, otherwise null. */
function shownDetailsFailure(details: JobDetailsState) {
  const { freshness, detailsFailure } = details;
  return isLoaded(details) && ['current', 'failed'].includes(freshness.kind)
    ? detailsFailure
    : null;
}

function isLoaded({ job, unreadable }: JobDetailsState): boolean {
  return job !== undefined || unreadable !== undefined;
}

function noticeOfDetails(failure: ServiceError): PageNotice {
  if (failure.kind === 'notFound') {
    return {
      sentence: l10n.t('The service lists this job, but does not return its details.'),
      actions: ['refresh'],
    };
  }
  return {
    ...noticeOfFailure(failure),
    sentence: `${l10n.t('Details could not be loaded.')} ${failureText(failure)}`,
  };
}

/**
 * Returns the message for a job that was not found.
 * @param searched number of searched jobs, or undefined if all jobs were searched
 */
function noticeOfAbsence(searched: number | undefined): PageNotice {
  const sentence =
    searched === undefined
      ? l10n.t('The service has no job with this key.')
      : l10n.t(
          'This job is not among the first {0} jobs in the list. To find it, load more jobs in the Jobs view.',
          formatNumber(searched),
        );
  return { sentence, actions: ['refresh'] };
}

function noticeOfDisconnection({ service, switchTo }: NoticeContext, hasJob: boolean): JobNotice {
  const shownState = hasJob ? l10n.t('This page shows the last known state.') : undefined;
  const sentence = joinNonEmpty(' ', l10n.t('Not connected to {0}.', service), shownState);
  return switchTo === undefined
    ? { sentence, actions: ['setBaseUrl'] }
    : { sentence, actions: ['switchTo'], switchTo };
}
