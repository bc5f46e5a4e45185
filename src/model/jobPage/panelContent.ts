import type { Field, Readable } from '../../service/index.ts';
import type { PageEnvironment } from '../environments/pageEnvironment.ts';
import { type JobDetailsState, isUpToDate, mayChange } from './detailsState.ts';
import {
  type PageIdentity,
  type ShownJob,
  describeShownJob,
  describeShownUnreadable,
} from './pageContent.ts';
import { type JobNotice, type ServiceRemedy, noticeOf } from './pageNotice.ts';

/** What a job's page shows. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  /** The job of the page; another one than before where the page goes on to it. */
  page: PageIdentity;
  job: ShownJob;
  /** Null without an environment. */
  environment: PageEnvironment | null;
  /** Whether the job is being read; meanwhile the page shows the known job. */
  isLoading: boolean;
  notice: JobNotice | null;
  /**
   * Since when (epoch milliseconds) the content may be outdated, because the job cannot be followed; else
   * null.
   */
  staleSince: number | null;
  /** Whether it may be outdated because the service did not answer. */
  isUnreachable: boolean;
  /** When the details were last read (epoch milliseconds), if they could not be read since; else null. */
  detailsAsOf: number | null;
  /** When the job was first found gone (epoch milliseconds); else null. */
  deletedAt: number | null;
  /** When the job was last read (epoch milliseconds) if the page follows it; else null. */
  followedAt: number | null;
  /** Null if it cannot be watched. */
  watched: boolean | null;
  /** Whether the list, as it is filtered, has a job before and after this one. */
  neighbours: { previous: boolean; next: boolean };
  /** Whether the job's service is the connected one. */
  isConnected: boolean;
  /** Whether the service has web pages of its jobs. */
  hasWebPage: boolean;
  /** Whether the next click on a row shows its job in this page. */
  isPreview: boolean;
}

/** No job is known yet: `notice` says why, or is null during the load. */
export interface EmptyContent {
  kind: 'empty';
  page: PageIdentity;
  /** The name that a restored page had; null if it is not known. */
  name: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

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
  const job = describePageJob(state);
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
export function describePageJob({
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
  'isLoading' | 'staleSince' | 'isUnreachable' | 'detailsAsOf' | 'deletedAt' | 'followedAt'
> {
  const { isLoading, freshness, readAt, detailsFailure, detailsReadAt } = details;
  return {
    isLoading,
    staleSince: isUpToDate(freshness) ? null : readAt,
    isUnreachable: freshness.kind === 'failed' && freshness.error.kind !== 'unauthorized',
    detailsAsOf: detailsFailure && detailsReadAt,
    deletedAt: freshness.kind === 'deleted' ? freshness.foundAt : null,
    followedAt: isPolled && isUpToDate(freshness) && mayChange(details) ? readAt : null,
  };
}
