import { Disposable, commands, l10n } from 'vscode';
import * as z from 'zod/mini';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { createJobDetails } from '../../model/jobPage/jobDetails.ts';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { namesUnder } from '../../model/browsing/jobFilter.ts';
import { describeShownJob, describeShownUnreadable, identityText } from '../../model/jobPage/pageContent.ts';
import { noticeOf } from '../../model/jobPage/pageNotice.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import { documentText, isSameJson, jsonText } from '../../model/util/json.ts';
import { numberSchema, textSchema } from '../../model/util/schemas.ts';
import type { FromPage, JobContent, ShownJob, PageContent, PageIdentity } from '../../protocol/jobPage.ts';
import { type Field, type JobRow, type Readable, jobRow, rowId } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import type { Credentials } from '../connection/credentials.ts';
import { type ReadOnlyDocuments, jobUri } from '../documents/readOnlyDocuments.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/places.ts';
import { switchName, switchTo } from '../environments/switchEnvironment.ts';
import { notify } from '../feedback/notify.ts';
import type { WatchNotifier } from '../following/watchNotifier.ts';
import { attempt } from '../feedback/report.ts';
import { focusJobs } from '../feedback/window.ts';
import type { LivePage } from '../webview/livePage.ts';
import { copyLink, openAddress, openInBrowser } from './jobLinks.ts';

/** The longest name of a job in the title of a tab. */
const longestName = 50;

const fromPageSchema = z.union([
  z.object({ kind: z.enum(['copyValue']), index: numberSchema }),
  z.object({ kind: z.enum(['openLink']), url: textSchema }),
  z.object({ kind: z.enum(['filterJobs']), by: z.enum(['workflows', 'assignees', 'starters']) }),
  z.object({
    kind: z.enum([
      'refresh',
      'loadMore',
      'switchTo',
      'toggleWatch',
      'startAnother',
      'openJson',
      'compare',
      'copyKey',
      'copyLink',
      'previousJob',
      'nextJob',
      'keepOpen',
      'openInBrowser',
    ]),
  }),
]) satisfies z.ZodMiniType<FromPage>;

/** What job pages use. */
export interface PanelServices {
  readonly jobs: JobList;
  readonly browsing: JobBrowsing;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
  readonly watches: WatchList;
  readonly watchNotifier: WatchNotifier;
  readonly documents: ReadOnlyDocuments;
}

export interface PanelOptions {
  /** The row that the page was opened from, which may not be in the list. */
  readonly known?: JobRow | undefined;
  readonly isPreview: boolean;
  /**
   * The title that VS Code restored; keeps its suffix, because pages of the same name may be restored later.
   */
  readonly restoredTitle: string;
  readonly nameChanged: () => void;
  /** Compares a job with another loaded job; `json` is the complete known job. */
  readonly compare: (page: PageIdentity, json: string) => Promise<void>;
}

export type JobPanel = ReturnType<typeof createJobPanel>;

/** One open job page: shows the job and performs the reader's actions. */
export function createJobPanel(
  live: LivePage<PageContent>,
  page: PageIdentity,
  services: PanelServices,
  options: PanelOptions,
) {
  const { jobs, browsing, fields, reader, connection, environments, watches, watchNotifier, documents } =
    services;
  const { panel } = live;
  const { poller } = watchNotifier;
  const { key, baseUrl } = page;
  const keyText = identityText(page, 60);
  const home = () => pagePlace(baseUrl, environments);
  /** Whether the job's service is the connected one. */
  const isConnected = () => connection.at(baseUrl) !== undefined;

  const details = createJobDetails(key, {
    jobs,
    reader,
    poller,
    isConnected,
    row: page.row,
    known: options.known,
  });
  let { isPreview } = options;
  let name =
    options.restoredTitle.replace(` · ${home().service}`, '').replace(` (${keyText})`, '') || keyText;
  let interest: { dispose(): void } | undefined;
  /** The last loaded fields of the job's service, kept while another service is connected. */
  let knownFields: readonly Readable<Field>[] = [];

  const load = (refreshesList = false) => void attempt('job page', () => details.load(refreshesList));

  /** Whether the job may still change. */
  const isFollowed = () => {
    const { job, freshness } = details.state;
    return job !== undefined && jobState(job) !== 'completed' && freshness.kind !== 'gone';
  };

  /**
   * While the page is visible, polls its job until it is over and could be read, and reloads it after a newer
   * list or poll.
   */
  const attend = () => {
    const { job, isBehind, freshness, detailsFailure } = details.state;
    const isSeen = panel.visible && isConnected();
    if (isSeen && job !== undefined) watchNotifier.markSeen(job.key);
    const failure = freshness.kind === 'failed' ? freshness.error : detailsFailure;
    const isRetried = failure !== null && !['notFound', 'unauthorized'].includes(failure.kind);
    const isPolled = isSeen && page.row === undefined && (isFollowed() || isRetried);
    if (!isPolled) interest?.dispose();
    interest = isPolled ? (interest ?? poller.follow(key)) : undefined;
    if (isSeen && isBehind) load();
  };

  /** The row of the job before (-1) or after (1) this one in the Jobs view. */
  const neighbour = (by: -1 | 1): JobRow | undefined =>
    isConnected() ? browsing.neighbour(page.row ?? rowId(key), by) : undefined;
  const neighbours = (): JobContent['neighbours'] => ({
    previous: neighbour(-1) !== undefined,
    next: neighbour(1) !== undefined,
  });

  const describe = (): ShownJob | undefined => {
    const { job, unreadable } = details.state;
    const { service } = home();
    if (job === undefined) {
      return unreadable === undefined ? undefined : describeShownUnreadable(unreadable, service);
    }
    const shown = describeShownJob(job, service, knownFields);
    if (shown.fields.length > 0 && isConnected()) void fields.ensureLoaded();
    return shown;
  };
  const describeContent = (): PageContent => {
    const { isLoading, freshness, readAt, detailsFailure, detailsReadAt } = details.state;
    const staleSince = freshness.kind === 'current' ? null : readAt;
    const job = describe();
    const { environment, service, name: place } = home();
    const notice = noticeOf(details.state, place, jobs.state, switchName(services, baseUrl));
    if (job === undefined) {
      return {
        kind: 'empty',
        page,
        name: name === keyText ? null : name,
        connection: service,
        environment,
        notice: isLoading ? null : notice,
      };
    }
    const watched = watches.isWatched(key);
    const isHere = isConnected();
    return {
      kind: 'show',
      page,
      job,
      environment,
      enriching: isLoading,
      notice,
      staleSince,
      isUnreachable: freshness.kind === 'failed' && freshness.error.kind !== 'unauthorized',
      detailsAsOf: detailsFailure && detailsReadAt,
      goneAt: freshness.kind === 'gone' ? freshness.foundAt : null,
      followedAt: interest && isFollowed() && staleSince === null ? readAt : null,
      watched: isHere && (watched || isFollowed()) ? watched : null,
      neighbours: neighbours(),
      isConnected: isHere,
      hasWebPage: isHere && environments.current?.webUrl !== undefined,
      isPreview,
    };
  };
  const show = () => {
    const content = describeContent();
    const newName = content.kind === 'show' ? oneLine(content.job.title, longestName) : name;
    if (newName !== name) {
      name = newName;
      options.nameChanged();
    }
    live.show(content);
  };
  /**
   * Takes the fields only when they are told, because the lists hear of another connection after this page
   * does.
   */
  const showFields = () => {
    knownFields = (isConnected() && fields.state.fields) || knownFields;
    show();
  };
  /** Updates the page only if it is visible and its neighbours changed, because the list changes often. */
  const showNeighbours = () => {
    const { content } = live;
    if (panel.visible && content?.kind === 'show' && !isSameJson(content.neighbours, neighbours())) show();
  };
  /** Keeps the page from showing another row's job. */
  const keep = () => {
    isPreview = false;
    show();
  };

  const json = () => documentText(details.state.job ?? details.state.unreadable?.raw ?? null);
  const perform = async (message: z.infer<typeof fromPageSchema>): Promise<void> => {
    const { job } = details.state;
    const isHere = isConnected();
    switch (message.kind) {
      case 'refresh':
        return load(true);
      case 'toggleWatch':
        if (!isHere) return;
        keep();
        return watches.isWatched(key) ? watches.unwatch(key) : watches.watch(key);
      case 'startAnother':
        if (isHere && job !== undefined) {
          void commands.executeCommand('workflowJobs.startAnother', { kind: 'job', row: jobRow(job) });
        }
        return;
      case 'openJson':
        if (details.state.detailsFailure !== null) {
          void notify.info(
            l10n.t('This JSON comes from the list of jobs, because the details could not be loaded.'),
          );
        }
        return documents.open(jobUri(page), json());
      case 'compare':
        if (isHere) await options.compare(page, json());
        return;
      case 'openLink':
        // Opened by the extension, because VS Code then asks first; for links in pages of a trusted workspace
        // it does not.
        if (/^https?:/.test(message.url)) await openAddress(message.url);
        return;
      case 'copyKey':
        if (key !== '') await live.copy(key, l10n.t('Key copied'));
        return;
      case 'copyValue': {
        const value = describe()?.fields[message.index]?.value;
        if (value !== undefined) {
          await live.copy(typeof value === 'string' ? value : jsonText(value, 2), l10n.t('Value copied'));
        }
        return;
      }
      case 'filterJobs':
        if (!isHere || job === undefined) return;
        browsing.setFilter({ [message.by]: namesUnder(message.by, job) });
        void focusJobs();
        return;
      case 'copyLink':
        if (isHere && key !== '' && (await copyLink(key, environments.current))) {
          live.confirm(l10n.t('Link copied'));
        }
        return;
      case 'openInBrowser':
        if (isHere) await openInBrowser(key, environments.current);
        return;
      case 'keepOpen':
        return keep();
      case 'loadMore':
        await jobs.loadMore();
        return load();
      case 'switchTo':
        return switchTo(services, baseUrl);
      case 'previousJob':
      case 'nextJob':
        void commands.executeCommand(`workflowJobs.${message.kind}`);
        return;
    }
  };

  const subscriptions = Disposable.from(
    live.serve(fromPageSchema, perform, () => {
      attend();
      show();
    }),
    details.onDidChange(() => {
      show();
      attend();
    }),
    // Only a followed page tells when its job was read.
    poller.onDidPoll(({ kind }) => kind === 'read' && interest && show()),
    fields.onDidChange(showFields),
    jobs.onDidChange(showNeighbours),
    browsing.onDidChange(showNeighbours),
    watches.onDidChange(show),
    connection.onDidChange(() => load()),
    environments.onDidChange(show),
  );
  load();
  showFields();

  return {
    panel,
    page,
    live,
    keyText,
    restoredTitle: options.restoredTitle,
    neighbour,
    keep,
    get isPreview() {
      return isPreview;
    },
    /** The job's name, which other pages may share. */
    get name() {
      return name;
    },
    /** Host (and path prefix) of the service the job belongs to. */
    get service() {
      return home().service;
    },
    dispose(): void {
      interest?.dispose();
      subscriptions.dispose();
      details.dispose();
    },
  };
}
