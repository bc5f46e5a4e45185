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
  /** Identifies the job. It changes if the page shows another job. */
  page: PageIdentity;
  job: ShownJob;
  /** Null without an environment. */
  environment: PageEnvironment | null;
  /** Whether the job is being read. Meanwhile, the page shows the known job. */
  isLoading: boolean;
  notice: JobNotice | null;
  /** When the content was last known to be current (epoch milliseconds); null if it is current. */
  staleSince: number | null;
  /** Whether the content may be outdated because the service did not respond. */
  isUnreachable: boolean;
  /** When the details were last read (epoch milliseconds) if later reads failed; otherwise null. */
  detailsAsOf: number | null;
  /** When the client noticed that the job was deleted (epoch milliseconds); otherwise null. */
  deletedAt: number | null;
  /** When the job was last read (epoch milliseconds) if the page is polled; otherwise null. */
  followedAt: number | null;
  /** Null if the job cannot be watched. */
  watched: boolean | null;
  /** Whether the filtered list contains a job before and after this job. */
  neighbours: { previous: boolean; next: boolean };
  /** Whether the window is connected to the job's service. */
  isConnected: boolean;
  /** Whether the service has web pages of its jobs. */
  hasWebPage: boolean;
  /** Whether the next row that is opened replaces this page. */
  isPreview: boolean;
  /** Whether a notification announces the end of the job, so that the page does not. */
  isEndNotified: boolean;
}

/** The content while no job is known. `notice` explains why; it is null while the job is loading. */
export interface EmptyContent {
  kind: 'empty';
  page: PageIdentity;
  /** The name of a restored page; null if it is unknown. */
  name: string | null;
  connection: string;
  environment: PageEnvironment | null;
  notice: JobNotice | null;
}

/** The state from which the content of a page is computed. */
export interface PageState extends Pick<
  JobContent,
  'neighbours' | 'isConnected' | 'hasWebPage' | 'isPreview' | 'isEndNotified'
> {
  readonly page: PageIdentity;
  /** The name of the page; null if it is unknown. */
  readonly name: string | null;
  readonly details: JobDetailsState;
  readonly service: {
    /** Host (and path prefix). */
    readonly service: string;
    /** Host (and path prefix) with the name of its environment. */
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

/** Returns the job as the page shows it; undefined if no job is known. */
export function describePageJob({
  details,
  service: { service },
  fields: known,
}: PageState): ShownJob | undefined {
  const { job, unreadable, freshness } = details;
  if (job !== undefined) return describeShownJob(job, service, { known, isStale: !isUpToDate(freshness) });
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
