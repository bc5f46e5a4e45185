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

/** Content of a job page. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  /** Identifies the job. Changes when the page shows a different job. */
  page: PageIdentity;
  job: ShownJob;
  /**
   * Environment of the service. Null if there is none, or if the window is connected to the service
   * and the service is not in production.
   */
  environment: PageEnvironment | null;
  /** True while the job is loading. Meanwhile, the page shows its last known state. */
  isLoading: boolean;
  notice: JobNotice | null;
  /**
   * Time when the content was last up to date, in epoch milliseconds. Null if the content is up to
   * date now.
   */
  staleSince: number | null;
  /**
   * True if the content may be outdated because the last request failed for a reason other than
   * authorization.
   */
  isUnreachable: boolean;
  /**
   * Time when the details were last loaded, in epoch milliseconds. Null if the last request for the
   * details did not fail.
   */
  detailsAsOf: number | null;
  /**
   * Time when the client detected that the job was deleted, in epoch milliseconds. Null if the job
   * was not deleted.
   */
  deletedAt: number | null;
  /**
   * Time when the service last returned the polled job, in epoch milliseconds. Null if the job is
   * not polled.
   */
  followedAt: number | null;
  /** True if the job is watched. Null if the job cannot be watched. */
  watched: boolean | null;
  /** Whether the Jobs view shows a row before and after this job. */
  neighbours: { previous: boolean; next: boolean };
  /** True if the window is connected to the job's service. */
  isConnected: boolean;
  /** True if the job has a web page that can be opened in a browser. */
  hasWebPage: boolean;
  /** True if the page is a preview, which is replaced when another job is opened. */
  isPreview: boolean;
  /**
   * True if a notification announces the end of the job, so that the page does not announce it
   * again.
   */
  isEndNotified: boolean;
}

/**
 * Content of a page without a job. `notice` explains why there is no job, and is null while the job
 * is loading.
 */
export interface EmptyContent {
  kind: 'empty';
  page: PageIdentity;
  /** Name of the restored page. Null if the name is unknown. */
  name: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

/** Data from which the page content is computed. */
export interface PageState extends Pick<
  JobContent,
  'neighbours' | 'isConnected' | 'hasWebPage' | 'isPreview' | 'isEndNotified'
> {
  readonly page: PageIdentity;
  /** Name of the page. Null if the name is unknown. */
  readonly name: string | null;
  readonly details: JobDetailsState;
  readonly service: {
    /** Host and path prefix of the service. */
    readonly service: string;
    /** Name of the environment, followed by the host and path prefix of the service. */
    readonly name: string;
    readonly environment: PageEnvironment | null;
  };
  readonly remedy: ServiceRemedy;
  /** Most recently loaded fields of the service. */
  readonly fields: readonly Readable<Field>[];
  readonly isPolled: boolean;
  readonly isWatched: boolean;
}

export function describePage(state: PageState): PageContent {
  const { page, name, details, service, remedy } = state;
  const { service: connection, environment } = service;
  const job = describePageJob(state);
  const notice = noticeOf(details, { service: service.name, remedy });
  if (job === undefined) {
    const shownNotice = details.isLoading ? null : notice;
    return { kind: 'empty', page, name, connection, environment, notice: shownNotice };
  }
  const { neighbours, isConnected, hasWebPage, isPreview, isEndNotified } = state;
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
    isEndNotified,
  };
}

/** Returns the page content for the job, or undefined if no job is known. */
export function describePageJob({
  details,
  service: { service },
  fields: known,
}: PageState): ShownJob | undefined {
  const { job, unreadable, freshness } = details;
  if (job !== undefined)
    return describeShownJob(job, service, { known, isStale: !isUpToDate(freshness) });
  return unreadable === undefined ? undefined : describeShownUnreadable(unreadable, service);
}

function freshnessOf({ details, isPolled }: PageState) {
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
