import { Disposable, Uri, type WebviewPanel, commands, env, l10n } from 'vscode';
import * as z from 'zod/mini';
import { JobDetails } from '../../model/jobPage/jobDetails.ts';
import type { JobHistory } from '../../model/jobPage/jobTimeline.ts';
import { namesUnder } from '../../model/browsing/jobFilter.ts';
import { describeShownJob, describeShownUnreadable, identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { noticeOf } from '../../model/jobPage/pageNotice.ts';
import { jobState, workflowsOf } from '../../model/jobs/job.ts';
import { jsonText } from '../../model/util/json.ts';
import { flagSchema, textSchema } from '../../model/util/schemas.ts';
import type { FromPage, JobContent, ShownJob, PageContent, PageIdentity } from '../../protocol/jobPage.ts';
import { type Field, type JobRow, type Readable, rowId } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { documentText, jobUri } from '../documents/readOnlyDocuments.ts';
import { type PagePlace, pagePlace } from '../environments/places.ts';
import { switchName, switchTo } from '../environments/switchEnvironment.ts';
import { notify } from '../feedback/notify.ts';
import { attempt } from '../feedback/report.ts';
import { type LivePage, livePage } from '../webview/livePage.ts';
import type { PageAssets } from '../webview/pageHtml.ts';
import { copyLink } from './copyLink.ts';
import { openInBrowser } from './openInBrowser.ts';
import type { PanelParts } from './panelParts.ts';

/** The longest name of a job in the title of a tab. */
const longestName = 50;

const fromPageSchema: z.ZodMiniType<FromPage> = z.union([
  z.object({ kind: z.literal('ready'), shown: flagSchema }),
  z.object({ kind: z.literal('copyValue'), field: textSchema }),
  z.object({ kind: z.literal('openLink'), url: textSchema }),
  z.object({ kind: z.literal('filterJobs'), by: z.enum(['workflows', 'assignees', 'starters']) }),
  z.object({ kind: z.enum(['refresh', 'loadMore', 'setApiKey', 'setBaseUrl', 'switchTo', 'toggleWatch', 'startAnother', 'openJson', 'compare', 'copyKey', 'copyLink', 'previousJob', 'nextJob', 'keepOpen', 'openInBrowser', 'showLog']) }),
]);

export interface PanelOptions {
  /** The row that the page was opened from, which may not be in the list. */
  readonly known?: JobRow | undefined;
  readonly history: JobHistory | undefined;
  /** Shown in the panel so far, for another job; else it is filled with `assets`. */
  readonly live?: JobPanel['live'] | undefined;
  readonly assets: Promise<PageAssets>;
  readonly isPreview: boolean;
  /** The title that VS Code restored; keeps its suffix, because pages of the same name may be restored later. */
  readonly restoredTitle: string;
  readonly nameChanged: () => void;
}

/** One open job page: shows the job and performs the reader's actions. */
export class JobPanel implements Disposable {
  readonly panel: WebviewPanel;
  readonly page: PageIdentity;
  readonly restoredTitle: string;
  isPreview: boolean;
  /** What the panel shows, which goes on with another job. */
  readonly live: LivePage<PageIdentity, PageContent>;
  readonly #parts: PanelParts;
  readonly #details: JobDetails;
  readonly #nameChanged: () => void;
  readonly #subscriptions: Disposable;
  #interest: { dispose(): void } | undefined;
  #name: string;
  /** The last loaded fields of the job's service, kept while another service is connected. */
  #known: readonly Readable<Field>[] = [];

  constructor(panel: WebviewPanel, page: PageIdentity, parts: PanelParts, { known, history, live, assets, isPreview, restoredTitle, nameChanged }: PanelOptions) {
    const { extensionUri, jobs, browsing, fields, reader, connection, environments, watches, watchNotifier } = parts;
    this.panel = panel;
    this.page = page;
    this.restoredTitle = restoredTitle;
    this.isPreview = isPreview;
    this.#parts = parts;
    this.#nameChanged = nameChanged;
    this.#name = restoredTitle.replace(` · ${this.service}`, '').replace(` (${this.keyText})`, '') || this.keyText;
    this.#details = new JobDetails(page.key, { jobs, reader, poller: watchNotifier.poller, isConnected: () => this.#isConnected, row: page.row, known }, history);
    this.live = live ?? livePage<PageIdentity, PageContent>(panel, l10n.t('Job'), (content) => content.page);
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    this.#subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        this.#attend();
        this.#show();
        if (!panel.visible) this.live.hide();
      }),
      this.#details.onDidChange(() => {
        this.#show();
        this.#attend();
      }),
      watchNotifier.poller.onDidPoll(({ kind }) => kind === 'read' && this.#show()),
      fields.onDidChange(() => this.#show()),
      jobs.onDidChange(() => this.#place()),
      browsing.onDidChange(() => this.#place()),
      watches.onDidChange(() => this.#show()),
      connection.onDidChange(() => this.#load()),
      environments.onDidChange(() => this.#show()),
    );
    this.#load();
    this.#show();
    if (live === undefined) void attempt('job page', () => this.live.fill(assets));
  }

  /** The job's name, which other pages may share. */
  get name(): string {
    return this.#name;
  }

  get keyText(): string {
    return identityText(this.page, 60);
  }

  /** Host (and path prefix) of the service the job belongs to. */
  get service(): string {
    return this.#home.service;
  }

  get #home(): PagePlace {
    return pagePlace(this.page.baseUrl, this.#parts.environments);
  }

  /** Keeps the page from showing another row's job. */
  keep(): void {
    this.isPreview = false;
    this.#show();
  }

  get history(): JobHistory {
    return this.#details.state.history;
  }

  /** Page and row of the job before (-1) or after (1) this one in the Jobs view. */
  neighbour(by: -1 | 1): { readonly page: PageIdentity; readonly row: JobRow } | undefined {
    if (!this.#isConnected) return undefined;
    const { key, baseUrl, row } = this.page;
    const found = this.#parts.browsing.neighbour(row ?? rowId(key), by);
    return found && { page: identityOf(found, baseUrl), row: found };
  }

  dispose(): void {
    this.#interest?.dispose();
    this.#subscriptions.dispose();
    this.#details.dispose();
  }

  /** Whether the job's service is the connected one. */
  get #isConnected(): boolean {
    return this.#parts.connection.at(this.page.baseUrl) !== undefined;
  }

  #load(refreshesList = false): void {
    void attempt('job page', () => this.#details.load(refreshesList));
  }

  /** Whether the job may still change. */
  get #isFollowed(): boolean {
    const { job, freshness } = this.#details.state;
    return job !== undefined && jobState(job) !== 'completed' && freshness.kind !== 'gone';
  }

  /** While the page is visible, polls its job until it is over and could be read, and reloads it after a newer list or poll. */
  #attend(): void {
    const { job, isBehind, freshness, detailsFailure } = this.#details.state;
    const isSeen = this.panel.visible && this.#isConnected;
    const { watchNotifier } = this.#parts;
    if (isSeen && job !== undefined) watchNotifier.markSeen(job.key);
    const failure = freshness.kind === 'failed' ? freshness.error : detailsFailure;
    const isRetried = failure !== null && failure.kind !== 'notFound' && failure.kind !== 'unauthorized';
    const isPolled = isSeen && this.page.row === undefined && (this.#isFollowed || isRetried);
    if (!isPolled) this.#interest?.dispose();
    this.#interest = isPolled ? (this.#interest ?? watchNotifier.poller.addInterest(this.page.key)) : undefined;
    if (isSeen && isBehind) this.#load();
  }

  #show(): void {
    const content = this.#describeContent();
    const name = content.kind === 'show' ? oneLine(content.job.title, longestName) : this.#name;
    if (name !== this.#name) {
      this.#name = name;
      this.#nameChanged();
    }
    this.live.show(content);
  }

  #describeContent(): PageContent {
    const { isLoading, freshness, staleSince, readAt, detailsFailure, detailsReadAt } = this.#details.state;
    const job = this.#describe();
    const { page } = this;
    const { environment, service, name } = this.#home;
    const notice = noticeOf(this.#details.state, name, this.#parts.jobs.state.hasMore, switchName(this.#parts, page.baseUrl));
    if (job === undefined) return { kind: 'empty', page, name: this.#name === this.keyText ? null : this.#name, connection: service, environment, notice: isLoading ? null : notice };
    const watched = this.#parts.watches.isWatched(page.key);
    const isConnected = this.#isConnected;
    const isFollowed = this.#isFollowed;
    return {
      kind: 'show', page, job, environment, enriching: isLoading, notice, staleSince,
      isUnreachable: freshness.kind === 'failed' && freshness.error.kind !== 'unauthorized',
      detailsAsOf: detailsFailure && detailsReadAt,
      goneAt: freshness.kind === 'gone' ? freshness.foundAt : null,
      followedAt: this.#interest && isFollowed && staleSince === null ? readAt : null,
      watched: isConnected && (watched || isFollowed) ? watched : null,
      neighbours: this.#neighbours, isConnected, hasWebPage: isConnected && this.#parts.environments.current?.webUrl !== undefined, isPreview: this.isPreview,
    };
  }

  get #neighbours(): JobContent['neighbours'] {
    return { previous: this.neighbour(-1) !== undefined, next: this.neighbour(1) !== undefined };
  }

  /** Updates the page only if its neighbours changed, because the list changes often. */
  #place(): void {
    const { content } = this.live;
    const { previous, next } = this.#neighbours;
    if (content?.kind === 'show' && (content.neighbours.previous !== previous || content.neighbours.next !== next)) this.#show();
  }

  #describe(): ShownJob | undefined {
    const { job, unreadable, history } = this.#details.state;
    if (job === undefined) return unreadable === undefined ? undefined : describeShownUnreadable(unreadable, this.service);
    const { fields } = this.#parts;
    if (this.#isConnected) this.#known = fields.state.fields ?? this.#known;
    const page = describeShownJob(job, this.service, this.#known, history);
    if (page.fields.length > 0 && this.#isConnected) void fields.ensureLoaded();
    return page;
  }

  #receive(message: unknown): void {
    const { data } = fromPageSchema.safeParse(message);
    if (data !== undefined) void attempt(data.kind, () => this.#do(data));
  }

  async #do(message: FromPage): Promise<void> {
    const { jobs, browsing, watches, documents, compare } = this.#parts;
    const { job } = this.#details.state;
    const { key } = this.page;
    const isConnected = this.#isConnected;
    switch (message.kind) {
      case 'ready':
        return this.live.listen(message.shown);
      case 'refresh':
        return this.#load(true);
      case 'toggleWatch':
        if (!isConnected) return;
        this.keep();
        return watches.isWatched(key) ? watches.unwatch(key) : watches.watch(key);
      case 'startAnother':
        if (isConnected && job !== undefined) void commands.executeCommand('workflowJobs.startJob', { suggested: workflowsOf(job)[0]?.key });
        return;
      case 'openJson':
        if (this.#details.state.detailsFailure !== null) void notify.info(l10n.t('This JSON comes from the list of jobs, because the details could not be loaded.'));
        return documents.open(jobUri(this.page), this.#json());
      case 'compare':
        if (isConnected) await compare(this.page, this.#json());
        return;
      case 'openLink':
        // Opened by the extension, because VS Code then asks first; for links in pages of a trusted workspace it does not.
        // As text, which VS Code also takes: a `Uri` decodes `%2F` and `%26`, so that a signed address no longer works.
        if (/^https?:/.test(message.url)) await env.openExternal(message.url as unknown as Uri);
        return;
      case 'copyKey':
        if (key === '') return;
        await env.clipboard.writeText(key);
        return this.live.confirmCopy(l10n.t('Key copied'));
      case 'copyValue': {
        const value = this.#describe()?.fields.find((each) => each.key === message.field)?.value;
        if (value === undefined) return;
        await env.clipboard.writeText(typeof value === 'string' ? value : jsonText(value, 2));
        return this.live.confirmCopy(l10n.t('Value copied'));
      }
      case 'filterJobs':
        if (!isConnected || job === undefined) return;
        browsing.setFilter({ [message.by]: namesUnder(message.by, job) });
        void commands.executeCommand('workflowJobs.jobs.focus');
        return;
      case 'copyLink':
        if (isConnected && key !== '' && (await copyLink(key, this.#parts.environments.current))) this.live.confirmCopy(l10n.t('Link copied'));
        return;
      case 'openInBrowser':
        if (isConnected) await openInBrowser(key, this.#parts.environments);
        return;
      case 'keepOpen':
        return this.keep();
      case 'loadMore':
        await jobs.loadMore();
        return this.#load();
      case 'switchTo':
        return switchTo(this.#parts, this.page.baseUrl);
      case 'setApiKey':
      case 'setBaseUrl':
      case 'previousJob':
      case 'nextJob':
      case 'showLog':
        void commands.executeCommand(`workflowJobs.${message.kind}`);
        return;
    }
  }

  #json(): string {
    return documentText(this.#details.state.job ?? this.#details.state.unreadable?.raw ?? null);
  }
}
