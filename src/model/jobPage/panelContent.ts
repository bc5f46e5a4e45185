import type { JobContent, PageContent, PageIdentity, ShownJob } from '../../protocol/jobPage.ts';
import type { PageEnvironment } from '../../protocol/page.ts';
import type { Field, Readable } from '../../service/index.ts';
import { type JobDetailsState, isUpToDate, mayChange } from './detailsState.ts';
import { describeShownJob, describeShownUnreadable } from './pageContent.ts';
import { type ServiceRemedy, noticeOf } from './pageNotice.ts';

/** What the content of a page depends on. */
export interface PageState extends Pick<
  JobContent,
  'neighbours' | 'isConnected' | 'hasWebPage' | 'isPreview'
> {
  readonly page: PageIdentity;
  /** The name that the page had; null if it is not known. */
  readonly name: string | null;
  readonly details: JobDetailsState;
  readonly service: {
    /** Host (and path prefix). */
    readonly service: string;
    /** The same, with the name of its environment. */
    readonly name: string;
    readonly environment: PageEnvironment | null;
  };
  /** How the window can use the page's service again. */
  readonly remedy: ServiceRemedy;
  /** The last loaded fields of the service. */
  readonly fields: readonly Readable<Field>[];
  readonly isPolled: boolean;
  readonly isWatched: boolean;
}

/** Everything that a job's panel shows. */
export function describePage(state: PageState): PageContent {
  const { page, name, details, service, remedy } = state;
  const { service: connection, environment } = service;
  const job = describeJob(state);
  const notice = noticeOf(details, { service: service.name, remedy });
  if (job === undefined) {
    return {
      kind: 'empty',
      page,
      name,
      connection,
      environment,
      notice: details.isLoading ? null : notice,
    };
  }
  const { neighbours, isConnected, hasWebPage, isPreview } = state;
  return {
    kind: 'show',
    page,
    job,
    environment,
    notice,
    ...freshnessOf(state),
    watched: isConnected && (state.isWatched || mayChange(details)) ? state.isWatched : null,
    neighbours,
    isConnected,
    hasWebPage,
    isPreview,
  };
}

/** The job as it is shown; undefined if none is known. */
export function describeJob({
  details: { job, unreadable, freshness },
  service: { service },
  fields: known,
}: Pick<PageState, 'details' | 'service' | 'fields'>): ShownJob | undefined {
  const isStale = !isUpToDate(freshness);
  if (job !== undefined) return describeShownJob(job, service, { known, isStale });
  return unreadable === undefined ? undefined : describeShownUnreadable(unreadable, service);
}

function freshnessOf({
  details,
  isPolled,
}: PageState): Pick<
  JobContent,
  'enriching' | 'staleSince' | 'isUnreachable' | 'detailsAsOf' | 'goneAt' | 'followedAt'
> {
  const { isLoading, freshness, readAt, detailsFailure, detailsReadAt } = details;
  return {
    enriching: isLoading,
    staleSince: isUpToDate(freshness) ? null : readAt,
    isUnreachable: freshness.kind === 'failed' && freshness.error.kind !== 'unauthorized',
    detailsAsOf: detailsFailure && detailsReadAt,
    goneAt: freshness.kind === 'deleted' ? freshness.foundAt : null,
    followedAt: isPolled && isUpToDate(freshness) && mayChange(details) ? readAt : null,
  };
}
