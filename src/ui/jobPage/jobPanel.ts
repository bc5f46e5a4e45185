import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { JobDetails, type JobPolling } from '../../model/details/jobDetails.ts';
import { describeShownJob, describeShownUnreadable } from '../../model/details/pageContent.ts';
import type { JobHistory } from '../../model/details/jobTimeline.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { jobState } from '../../model/jobs/job.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { FromPage, ShownJob, PageContent, PageIdentity, ToPage } from '../../protocol.ts';
import { type Field, type Job, type Readable, isPlace, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import type { Memory } from '../connection/memory.ts';
import { type PageAssets, jobPanelHtml, randomId } from './jobPanelHtml.ts';
import { documentText } from '../documents/jobJson.ts';
import { failureText } from '../feedback/report.ts';

/** What a page may ask the rest of the extension for. */
export interface PageActions {
  startAnother(job: Job): void;
  /** @param json what is known of the job, complete */
  openJson(page: PageIdentity, json: string): Promise<void>;
  compare(page: PageIdentity, json: string): Promise<void>;
  showLog(): void;
  copy(text: string): Promise<void>;
  /** Resolves to whether there is a link to copy. */
  copyLink(key: string): Promise<boolean>;
  isWatched(key: string): boolean;
  toggleWatch(key: string): void;
  readonly onDidChangeWatches: (listener: () => void) => { dispose(): void };
  /** Takes a finished job off the badge. */
  markSeen(key: string): void;
  fail(where: string, thrown: unknown): void;
}

export interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly jobs: JobList;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly connection: Connection;
  readonly poller: JobPolling & { addInterest(key: string): { dispose(): void } };
  readonly actions: PageActions;
  /** Of the workspace. */
  readonly memory: Memory;
}

const fromPageSchema: z.ZodMiniType<FromPage> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), shown: z.boolean() }),
  z.object({ kind: z.enum(['refresh', 'toggleWatch', 'startAnother', 'openJson', 'compare', 'copyKey', 'copyLink', 'showLog']) }),
]);

/** One open page: shows what is known of its job, and does what its reader asks for. */
export class JobPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #page: PageIdentity;
  readonly #parts: PanelParts;
  readonly #details: JobDetails;
  readonly #nameChanged: () => void;
  readonly #subscriptions: vscode.Disposable;
  #interest: { dispose(): void } | undefined;
  #name: string;
  /** The fields of the job's service, kept for when it is not the connected one any more. */
  #known: readonly Readable<Field>[] = [];
  #content: PageContent;
  /** The same as JSON: a page is not sent what it shows already. */
  #text = '';
  /** The content that the HTML holds, as JSON. */
  #textInHtml = '';
  #assets: PageAssets | undefined;
  /** Whether the page hears what is sent: what is sent before is lost, or would draw it twice before it is first seen. */
  #isListening = false;
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, page: PageIdentity, parts: PanelParts, assets: Promise<PageAssets>, history: JobHistory | undefined, nameChanged: () => void) {
    const { extensionUri, jobs, fields, reader, connection, poller, actions } = parts;
    this.#panel = panel;
    this.#page = page;
    this.#parts = parts;
    this.#nameChanged = nameChanged;
    this.#name = this.keyText;
    this.#details = new JobDetails(page.key, { jobs, reader, poller, isConnected: () => this.#isConnected }, history);
    this.#content = { kind: 'empty', key: this.#key, connection: this.service, problem: null };
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    this.#subscriptions = vscode.Disposable.from(
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
      actions.onDidChangeWatches(() => this.#show()),
      connection.onDidChange(() => this.#load()),
    );
    this.#load();
    this.#show();
    assets
      .then((read) => {
        this.#assets = read;
        this.#write();
      })
      .catch((thrown: unknown) => actions.fail('job page', thrown));
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
    this.#details.load(refreshesList).catch((thrown: unknown) => this.#parts.actions.fail('job page', thrown));
  }

  /** While the page is visible, its job is polled until it is over, and loaded again when the list knows something newer. */
  #attend(): void {
    const { job, isBehind } = this.#details.state;
    const isSeen = this.#panel.visible && this.#isConnected;
    if (isSeen && job !== undefined) this.#parts.actions.markSeen(job.key);
    const isPolled = isSeen && job !== undefined && jobState(job) !== 'completed' && this.#details.state.standing.kind !== 'gone';
    if (isPolled) {
      this.#interest ??= this.#parts.poller.addInterest(job.key);
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

  /** A hidden page is taken down. It comes back from its HTML, which is then to hold what is known by then. */
  #leave(): void {
    this.#isListening = false;
    if (this.#text !== this.#textInHtml) this.#write();
  }

  #write(): void {
    if (this.#assets === undefined || this.#isDisposed) return;
    this.#textInHtml = this.#text;
    const boot = { id: randomId(), state: this.#page, language: vscode.env.language, translations: translations(), content: this.#content };
    this.#panel.webview.html = jobPanelHtml(this.#assets, boot);
  }

  #describeContent(): PageContent {
    const { isLoading, staleSince } = this.#details.state;
    const job = this.#describe();
    if (job === undefined) return { kind: 'empty', key: this.#key, connection: this.service, problem: isLoading ? null : this.#notice(false) };
    const { actions } = this.#parts;
    const watched = actions.isWatched(this.#page.key);
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
        return vscode.l10n.t('The service does not know this job any more. This page keeps what was known of it.');
      case 'notFound':
        return isKnown
          ? vscode.l10n.t('The job is not among the loaded jobs any more, and the service cannot be asked for a single one. Load more jobs, then refresh.')
          : vscode.l10n.t('The service does not know this job, or cannot be asked for a single one, and it is not among the loaded jobs. Load more jobs, then refresh.');
      case 'disconnected':
        return vscode.l10n.t('Workflow Jobs is not connected to {0} any more: this page shows what was known then.', this.service);
    }
  }

  #post(message: ToPage): void {
    if (!this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  #receive(message: unknown): void {
    const { data } = fromPageSchema.safeParse(message);
    if (data !== undefined) this.#do(data).catch((thrown: unknown) => this.#parts.actions.fail(data.kind, thrown));
  }

  async #do(message: FromPage): Promise<void> {
    const { actions } = this.#parts;
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
        if (isConnected) actions.toggleWatch(this.#page.key);
        return;
      case 'startAnother':
        if (isConnected && job !== undefined) actions.startAnother(job);
        return;
      case 'openJson':
        return actions.openJson(this.#page, this.#json());
      case 'compare':
        if (isConnected) await actions.compare(this.#page, this.#json());
        return;
      case 'copyKey':
        if (key === null) return;
        await actions.copy(key);
        this.#post({ kind: 'keyCopied' });
        return;
      case 'copyLink':
        // A link names no service: it opens a job of the connected one.
        if (isConnected && key !== null && (await actions.copyLink(key))) this.#post({ kind: 'linkCopied' });
        return;
      case 'showLog':
        actions.showLog();
        return;
    }
  }

  #json(): string {
    return documentText(this.#details.state.job ?? this.#details.state.unreadable?.raw ?? null);
  }
}

/** The page speaks VS Code's language with the same translations as the extension. */
function translations(): Record<string, string> {
  const bundle = vscode.l10n.bundle ?? {};
  return Object.fromEntries(Object.entries(bundle).map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : (value as { message: string }).message]));
}
