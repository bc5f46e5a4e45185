import type { Field, Readable } from '../../service/index.ts';
import type { PageEnvironment } from '../environments/environment.ts';
import { type JobDetailsState, isUpToDate, mayChange } from './detailsState.ts';
import {
  type PageIdentity,
  type ShownJob,
  describeShownJob,
  describeShownUnreadable,
} from './pageContent.ts';
import { type JobNotice, noticeOf } from './pageNotice.ts';

/** Content of a job page. */
export type PageContent = JobContent | EmptyContent;

interface ContentBase {
  /** Identifies the job. The value changes when the page displays another job. */
  page: PageIdentity;
  /** Host and path prefix of the service. */
  connection: string;
  /**
   * Environment to show on the page. Null if the service has no environment, or if the service is
   * connected and not in production.
   */
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

export interface JobContent extends ContentBase {
  kind: 'show';
  job: ShownJob;
  /**
   * True while the job is loading. The page shows the last known state until the response arrives.
   */
  isLoading: boolean;
  /**
   * Time when the content was last up to date, in epoch milliseconds. Null if the content is up to
   * date now.
   */
  staleSince: number | null;
  /**
   * Time when the details were last loaded, in epoch milliseconds. Null if the last details request
   * succeeded.
   */
  detailsAsOf: number | null;
  /**
   * Time of the last response that contained the job, in epoch milliseconds. Null if the job is not polled.
   */
  followedAt: number | null;
  /** True if the job is watched. Null if the job cannot be watched. */
  watched: boolean | null;
  /** `previous` and `next` are true if the Jobs view contains a row before or after the job. */
  neighbours: { previous: boolean; next: boolean };
  /** True if this VS Code window is connected to the job's service. */
  isConnected: boolean;
  /** True if the job has a web page that can be opened in a browser. */
  hasWebPage: boolean;
  /**
   * True if a notification reports the end of the job, so that the page does not repeat the report.
   */
  isEndNotified: boolean;
}

/**
 * Content of a page without a job. `notice` explains why there is no job, and is null during
 * loading.
 */
export interface EmptyContent extends ContentBase {
  kind: 'empty';
  /** Job title from the restored page. Null if the title is unknown. */
  name: string | null;
}

/** Data from which the page content is computed. */
export interface PageState extends Pick<
  JobContent,
  'neighbours' | 'isConnected' | 'hasWebPage' | 'isEndNotified'
> {
  readonly page: PageIdentity;
  /** Job title. Null if the title is unknown. */
  readonly name: string | null;
  readonly details: JobDetailsState;
  readonly service: {
    /** Host and path prefix of the service. */
    readonly service: string;
    /** Environment name with the host and path prefix, such as `Live (eu.example.com)`. */
    readonly name: string;
    readonly environment: PageEnvironment | null;
  };
  /** Environment to switch to, so that the window connects to the job's service. */
  readonly switchTo: string | undefined;
  /** Most recently loaded field definitions. */
  readonly fields: readonly Readable<Field>[];
  readonly isPolled: boolean;
  readonly isWatched: boolean;
}

export function describePage(state: PageState): PageContent {
  const { page, name, details, service, switchTo } = state;
  const about = { page, connection: service.service, environment: service.environment };
  const job = describePageJob(state);
  const notice = noticeOf(details, { service: service.name, switchTo });
  if (job === undefined) {
    return { kind: 'empty', ...about, name, notice: details.isLoading ? null : notice };
  }
  const { neighbours, isConnected, hasWebPage, isEndNotified } = state;
  return {
    kind: 'show',
    ...about,
    job,
    notice,
    ...freshnessOf(state),
    watched: isConnected && (state.isWatched || mayChange(details)) ? state.isWatched : null,
    neighbours,
    isConnected,
    hasWebPage,
    isEndNotified,
  };
}

/** Returns the job content of the page, or undefined if the job is unknown. */
function describePageJob({ details, fields: known }: PageState): ShownJob | undefined {
  const { job, unreadable, freshness } = details;
  if (job !== undefined) return describeShownJob(job, { known, isStale: !isUpToDate(freshness) });
  return unreadable && describeShownUnreadable(unreadable);
}

function freshnessOf({ details, isPolled }: PageState) {
  const { isLoading, freshness, readAt, detailsFailure, detailsReadAt } = details;
  return {
    isLoading,
    staleSince: isUpToDate(freshness) ? null : readAt,
    detailsAsOf: detailsFailure && detailsReadAt,
    followedAt: isPolled && isUpToDate(freshness) && mayChange(details) ? readAt : null,
  };
}
