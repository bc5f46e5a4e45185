import { Disposable, Uri, type WebviewPanel, commands, env, l10n } from 'vscode';
import * as z from 'zod/mini';
import { JobDetails } from '../../model/details/jobDetails.ts';
import type { JobHistory } from '../../model/details/jobTimeline.ts';
import { describeShownJob, describeShownUnreadable } from '../../model/details/pageContent.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { FromPage, ShownJob, PageContent, PageIdentity, ToPage } from '../../protocol.ts';
import { type Field, type Readable, isPlace, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import { type ReadOnlyDocuments, documentText, jobUri } from '../documents/readOnlyDocuments.ts';
import { type Reporter, failureText } from '../feedback/report.ts';
import type { WatchNotifier } from '../views/watchNotifier.ts';
import { copyLink } from './copyLink.ts';
import { type PageAssets, jobPanelHtml } from './jobPanelHtml.ts';

export interface PanelParts {
  readonly extensionUri: Uri;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly connection: Connection;
  readonly watches: WatchList;
  readonly watchNotifier: WatchNotifier;
  readonly documents: ReadOnlyDocuments;
  readonly reporter: Reporter;
  /** Of the workspace. */
  readonly memory: Memory;
  /** Compares a job with another of the loaded ones; `json` is what is known of it, complete. */
  readonly compare: (page: PageIdentity, json: string) => Promise<void>;
}

const fromPageSchema: z.ZodMiniType<FromPage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), shown: z.boolean() }),
  z.object({ kind: z.enum(['refresh', 'toggleWatch', 'startAnother', 'openJson', 'compare', 'copyKey', 'copyLink', 'showLog']) }),
]);

/** One open page: shows what is known of its job, and does what its reader asks for. */
export class JobPanel implements Disposable {
  readonly #panel: WebviewPanel;
  readonly #page: PageIdentity;
  readonly #parts: PanelParts;
  readonly #details: JobDetails;
  readonly #nameChanged: () => void;
  readonly #subscriptions: Disposable;
  #interest: { dispose(): void } | undefined;
  #name: string;
  /** The fields of the job's service, kept for when it is not the connected one any more. */
  #known: readonly Readable<Field>[] = [];
  #content: PageContent;
  /** The content as JSON, so that equal content is not sent again. */
  #text = '';
  /** The content that the HTML holds, as JSON. */
  #textInHtml = '';
  #assets: PageAssets | undefined;
  /** Whether the page hears what is sent: what is sent before is lost, or would draw it twice before it is first seen. */
  #isListening = false;
  #isDisposed = false;

  constructor(panel: WebviewPanel, page: PageIdentity, parts: PanelParts, assets: Promise<PageAssets>, history: JobHistory | undefined, nameChanged: () => void) {
    const { extensionUri, jobs, fields, reader, connection, watches, watchNotifier } = parts;
    this.#panel = panel;
    this.#page = page;
    this.#parts = parts;
    this.#nameChanged = nameChanged;
    this.#name = this.keyText;
    this.#details = new JobDetails(page.key, { jobs, reader, poller: watchNotifier.poller, isConnected: () => this.#isConnected }, history);
    this.#content = { kind: 'empty', key: this.#key, connection: this.service, problem: null };
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    this.#subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#leave();
        this.#attend();
      }),
      this.#details.onDidChange(() => {
        this.#show();
        this.#attend();
      }),
      fields.onDidChange(() => this.#show()),
      watches.onDidChange(() => this.#show()),
      connection.onDidChange(() => this.#load()),
    );
    this.#load();
    this.#show();
    this.#run('job page', async () => {
      this.#assets = await assets;
      this.#write();
    });
  }

  /** What the page is called, which other pages may be, too. */
  get name(): string {
    return this.#name;
  }

  get keyText(): string {
    return oneLine(this.#page.key, 60);
  }

  /** Host (and path prefix) of the service the job belongs to. */
  get service(): string {
    const reading = readBaseUrl(this.#page.baseUrl);
    return oneLine(reading.kind === 'valid' ? reading.baseUrl.label : this.#page.baseUrl);
  }

  get history(): JobHistory {
    return this.#details.state.history;
  }

  set title(title: string) {
    if (this.#panel.title !== title) this.#panel.title = title;
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#interest?.dispose();
    this.#subscriptions.dispose();
    this.#details.dispose();
  }

  /** Null where nothing but its place in the list is known of the job. */
  get #key(): string | null {
    const { key } = this.#page;
    return this.#details.state.job === undefined && isPlace(key) ? null : key;
  }

  /** Whether the job's service is the connected one. */
  get #isConnected(): boolean {
    return this.#parts.connection.at(this.#page.baseUrl) !== undefined;
  }

  #load(refreshesList = false): void {
    this.#run('job page', () => this.#details.load(refreshesList));
  }

  #run(name: string, action: () => Promise<void>): void {
    void this.#parts.reporter.run(name, action);
  }

  /** While the page is visible, its job is polled until it is over, and loaded again when the list knows something newer. */
  #attend(): void {
    const { job, isBehind } = this.#details.state;
    const isSeen = this.#panel.visible && this.#isConnected;
    const { watchNotifier } = this.#parts;
    if (isSeen && job !== undefined) watchNotifier.markSeen(job.key);
    const isPolled = isSeen && job !== undefined && jobState(job) !== 'completed' && this.#details.state.standing.kind !== 'gone';
    if (isPolled) {
      this.#interest ??= watchNotifier.poller.addInterest(job.key);
    } else {
      this.#interest?.dispose();
      this.#interest = undefined;
    }
    if (isSeen && isBehind) this.#load();
  }

  #show(): void {
    const content = this.#describeContent();
    const text = JSON.stringify(content);
    if (text === this.#text) return;
    this.#text = text;
    this.#content = content;
    const name = content.kind === 'show' ? content.job.title : this.keyText;
    if (name !== this.#name) {
      this.#name = name;
      this.#nameChanged();
    }
    if (this.#isListening) this.#post(content);
    else if (!this.#panel.visible) this.#write();
  }

  /** VS Code removes a hidden page and restores it from its HTML, which therefore always holds the newest content. */
  #leave(): void {
    this.#isListening = false;
    if (this.#text !== this.#textInHtml) this.#write();
  }

  #write(): void {
    if (this.#assets === undefined || this.#isDisposed) return;
    this.#textInHtml = this.#text;
    this.#panel.webview.html = jobPanelHtml(this.#assets, this.#page, this.#content);
  }

  #describeContent(): PageContent {
    const { isLoading, staleSince } = this.#details.state;
    const job = this.#describe();
    if (job === undefined) return { kind: 'empty', key: this.#key, connection: this.service, problem: isLoading ? null : this.#notice(false) };
    const watched = this.#parts.watches.isWatched(this.#page.key);
    const isConnected = this.#isConnected;
    const isOver = job.state === 'completed' || job.state === 'unreadable' || this.#details.state.standing.kind === 'gone';
    const canBeWatched = isConnected && (watched || !isOver);
    return { kind: 'show', job, enriching: isLoading, notice: this.#notice(true), staleSince, watched: canBeWatched ? watched : null, isConnected };
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

  #notice(isKnown: boolean): string | null {
    const { standing } = this.#details.state;
    switch (standing.kind) {
      case 'current':
        return null;
      case 'failed':
        return failureText(standing.error);
      case 'gone':
        return l10n.t('The service does not know this job any more. This page keeps what was known of it.');
      case 'notFound':
        return isKnown
          ? l10n.t('The job is not among the loaded jobs any more, and the service cannot be asked for a single one. Load more jobs, then refresh.')
          : l10n.t('The service does not know this job, or cannot be asked for a single one, and it is not among the loaded jobs. Load more jobs, then refresh.');
      case 'disconnected':
        return l10n.t('Workflow Jobs is not connected to {0} any more: this page shows what was known then.', this.service);
    }
  }

  #post(message: ToPage): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  #receive(message: unknown): void {
    const { data } = fromPageSchema.safeParse(message);
    if (data !== undefined) this.#run(data.kind, () => this.#do(data));
  }

  async #do(message: FromPage): Promise<void> {
    const { watches, documents, compare } = this.#parts;
    const { job } = this.#details.state;
    const key = this.#key;
    const isConnected = this.#isConnected;
    switch (message.kind) {
      case 'ready':
        this.#isListening = true;
        if (!message.shown || this.#text !== this.#textInHtml) this.#post(this.#content);
        return;
      case 'refresh':
        this.#load(true);
        return;
      case 'toggleWatch':
        if (isConnected && watches.isWatched(this.#page.key)) watches.unwatch(this.#page.key);
        else if (isConnected) watches.watch(this.#page.key);
        return;
      case 'startAnother':
        if (isConnected && job !== undefined) void commands.executeCommand('workflowJobs.startJob', { suggested: job.activeWorkflows?.[0]?.key });
        return;
      case 'openJson':
        return documents.open(jobUri(this.#page), this.#json());
      case 'compare':
        if (isConnected) await compare(this.#page, this.#json());
        return;
      case 'copyKey':
        if (key === null) return;
        await env.clipboard.writeText(key);
        this.#post({ kind: 'keyCopied' });
        return;
      case 'copyLink':
        // A link names no service: it opens a job of the connected one.
        if (isConnected && key !== null && (await copyLink(key))) this.#post({ kind: 'linkCopied' });
        return;
      case 'showLog':
        void commands.executeCommand('workflowJobs.showLog');
        return;
    }
  }

  #json(): string {
    return documentText(this.#details.state.job ?? this.#details.state.unreadable?.raw ?? null);
  }
}
