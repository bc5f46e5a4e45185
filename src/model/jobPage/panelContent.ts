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

/** The content of a job page. */
export type PageContent = JobContent | EmptyContent;

export interface JobContent {
  kind: 'show';
  /** Identifies the job. Changes when the page shows another job. */
  page: PageIdentity;
  job: ShownJob;
  /** Null if the service is not an environment. */
  environment: PageEnvironment | null;
  /** True while the job is being loaded. The page shows the known job during this time. */
  isLoading: boolean;
  notice: JobNotice | null;
  /** When the content was last up to date, in epoch milliseconds. Null if it is up to date now. */
  staleSince: number | null;
  /** True if the content may be outdated because the service did not respond. */
  isUnreachable: boolean;
  /**
   * When the details were last loaded, in epoch milliseconds. Null if the last request did not
   * fail.
   */
  detailsAsOf: number | null;
  /**
   * When the client noticed that the job was deleted, in epoch milliseconds. Null if the job
   * exists.
   */
  deletedAt: number | null;
  /** When the job was last polled, in epoch milliseconds. Null if the job is not polled. */
  followedAt: number | null;
  /** Null if the job cannot be watched. */
  watched: boolean | null;
  /** Whether the view shows a job before this job and after it. */
  neighbours: { previous: boolean; next: boolean };
  /** True if the window is connected to the job's service. */
  isConnected: boolean;
  /** True if the job can be opened in a browser. */
  hasWebPage: boolean;
  /** True if the next job that is opened replaces this page. */
  isPreview: boolean;
  /**
   * True if a notification announces the end of the job. In this case, the page does not announce
   * it.
   */
  isEndNotified: boolean;
}

/**
 * The content of a page without a job. `notice` explains why. It is null while the job is loading.
 */
export interface EmptyContent {
  kind: 'empty';
  page: PageIdentity;
  /** The name of a restored page. Null if it is unknown. */
  name: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

/** The data from which the content of a page is computed. */
export interface PageState extends Pick<
  JobContent,
  'neighbours' | 'isConnected' | 'hasWebPage' | 'isPreview' | 'isEndNotified'
> {
  readonly page: PageIdentity;
  /** The name of the page. Null if it is unknown. */
  readonly name: string | null;
  readonly details: JobDetailsState;
  readonly service: {
    /** Host and path prefix of the service. */
    readonly service: string;
    /** Host, path prefix, and name of the environment. */
    readonly name: string;
    readonly environment: PageEnvironment | null;
  };
  readonly remedy: ServiceRemedy;
  /** The last loaded fields of the service. */
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

/** Returns the content for the job. Returns undefined if no job is known. */
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
