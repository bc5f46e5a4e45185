import * as vscode from 'vscode';
import type { JobList } from '../model/jobList.ts';
import { describeJobPage, describeUnreadablePage } from '../model/jobPage.ts';
import { type PageState, type ToPage, fromPageSchema, pageStateSchema } from '../protocol.ts';
import { type Job, ServiceError, readBaseUrl } from '../service/index.ts';
import { oneLine } from '../text/inert.ts';
import type { Connection } from './connection.ts';
import { jobPanelHtml, pageRoot } from './jobPanelHtml.ts';
import { failureText } from './report.ts';

/** What a page may ask the rest of the extension for. */
export interface PageActions {
  startAnother(job: Job): void;
  showLog(): void;
  copy(text: string): Promise<void>;
  fail(where: string, thrown: unknown): void;
}

/** The job pages: one panel per job and service. */
export class JobPanels implements vscode.Disposable {
  readonly #viewType: string;
  readonly #extensionUri: vscode.Uri;
  readonly #jobs: JobList;
  readonly #connection: Connection;
  readonly #actions: PageActions;
  readonly #panels = new Map<string, JobPanel>();

  constructor(viewType: string, extensionUri: vscode.Uri, jobs: JobList, connection: Connection, actions: PageActions) {
    this.#viewType = viewType;
    this.#extensionUri = extensionUri;
    this.#jobs = jobs;
    this.#connection = connection;
    this.#actions = actions;
  }

  /** Opens the page of a job, or reveals the one that is open. @throws {ServiceError} `notConfigured` */
  open(key: string): void {
    const { client } = this.#connection.require();
    const state: PageState = { key, baseUrl: client.baseUrl.href };
    const open = this.#panels.get(identity(state));
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(this.#viewType, oneLine(key), vscode.ViewColumn.Active, {});
    this.#adopt(panel, state);
  }

  /** Shows what came in place of a job that could not be read. */
  openUnreadable(rowId: string): void {
    const row = this.#jobs.state.rows?.find(({ id }) => id === rowId);
    if (row?.kind === 'unreadable') this.open(rowId);
  }

  /** Takes over a panel that VS Code brought back after a reload, with what its page kept. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const reading = pageStateSchema.safeParse(state);
    if (reading.success) this.#adopt(panel, reading.data);
    else panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, state: PageState): void {
    const id = identity(state);
    const page = new JobPanel(panel, state, this.#extensionUri, this.#jobs, this.#connection, this.#actions);
    this.#panels.set(id, page);
    panel.onDidDispose(() => {
      this.#panels.delete(id);
      page.dispose();
    });
  }
}

function identity({ key, baseUrl }: PageState): string {
  return JSON.stringify([baseUrl, key]);
}

/** One open page: what the list knows of the job at once, then the job itself where the service can be asked for it. */
class JobPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #state: PageState;
  readonly #jobs: JobList;
  readonly #connection: Connection;
  readonly #actions: PageActions;
  readonly #subscriptions: vscode.Disposable;
  #asking: AbortController | undefined;
  #job: Job | undefined;
  #message: ToPage;

  constructor(panel: vscode.WebviewPanel, state: PageState, extensionUri: vscode.Uri, jobs: JobList, connection: Connection, actions: PageActions) {
    this.#panel = panel;
    this.#state = state;
    this.#jobs = jobs;
    this.#connection = connection;
    this.#actions = actions;
    this.#message = { kind: 'empty', key: state.key, connection: this.#label, problem: null };
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    panel.webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extensionUri)] };
    this.#subscriptions = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      jobs.onDidChange(() => this.#listChanged()),
      connection.onDidChange(() => void this.load()),
    );
    panel.webview.html = jobPanelHtml(panel.webview, extensionUri, {
      state,
      language: vscode.env.language,
      translations: translations(),
    });
    void this.load();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  dispose(): void {
    this.#asking?.abort();
    this.#subscriptions.dispose();
  }

  /** Asks for the job anew; whatever goes wrong is said on the page, below what is known. */
  async load(): Promise<void> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    try {
      await this.#load(asking.signal);
    } catch (thrown) {
      if (!asking.signal.aborted) this.#actions.fail('job page', thrown);
    }
  }

  async #load(signal: AbortSignal): Promise<void> {
    const connected = this.#connection.state;
    if (connected.kind !== 'ready' || connected.client.baseUrl.href !== this.#state.baseUrl) {
      this.#show(false, vscode.l10n.t('Workflow Jobs is not connected to {0} any more: this page shows what was known then.', this.#label));
      return;
    }
    const row = this.#jobs.state.rows?.find(({ id }) => id === this.#state.key);
    if (row?.kind === 'unreadable') {
      this.#send({ kind: 'show', job: describeUnreadablePage(row.id, row.raw, row.problem, this.#label), enriching: false, notice: null });
      return;
    }
    this.#job ??= this.#jobs.find(this.#state.key);
    this.#show(true, null);
    try {
      const job = await connected.client.getJob(this.#state.key, AbortSignal.any([signal, connected.signal]));
      if (signal.aborted) return;
      this.#job = job;
      this.#jobs.update(job);
      this.#show(false, null);
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof ServiceError)) throw thrown;
      await this.#copeWithout(thrown, signal);
    }
  }

  /** A service need not offer single jobs: then the list has to know it. */
  async #copeWithout(error: ServiceError, signal: AbortSignal): Promise<void> {
    const notOffered = error.kind === 'notFound' || error.status === 405 || error.status === 501;
    if (notOffered) {
      await this.#jobs.ensureLoaded();
      if (signal.aborted) return;
      this.#job = this.#jobs.find(this.#state.key) ?? this.#job;
    }
    if (error.kind === 'cancelled') this.#show(false, null);
    else if (!notOffered) this.#show(false, failureText(error));
    else if (this.#job !== undefined) this.#show(false, null);
    else this.#show(false, vscode.l10n.t('The service does not know this job, or cannot be asked for a single one, and it is not among the loaded jobs. Load more jobs, then refresh.'));
  }

  #show(enriching: boolean, notice: string | null): void {
    if (this.#job === undefined) this.#send({ kind: 'empty', key: this.#state.key, connection: this.#label, problem: notice });
    else this.#send({ kind: 'show', job: describeJobPage(this.#job, this.#label), enriching, notice });
  }

  #send(message: ToPage): void {
    this.#message = message;
    this.#panel.title = message.kind === 'show' ? message.job.title : oneLine(this.#state.key);
    void this.#panel.webview.postMessage(message);
  }

  /** The list knows something newer: the page follows. */
  #listChanged(): void {
    const job = this.#jobs.find(this.#state.key);
    if (job === undefined || this.#job === undefined || this.#asking === undefined) return;
    if (job !== this.#job && (job.updatedAt !== this.#job.updatedAt || job.completedAt !== this.#job.completedAt)) void this.load();
  }

  #receive(raw: unknown): void {
    const reading = fromPageSchema.safeParse(raw);
    if (!reading.success) return;
    switch (reading.data.kind) {
      case 'ready':
        void this.#panel.webview.postMessage(this.#message);
        return;
      case 'refresh':
        void this.load();
        return;
      case 'copyKey':
        void this.#copyKey();
        return;
      case 'startAnother':
        if (this.#job !== undefined) this.#actions.startAnother(this.#job);
        return;
      case 'showLog':
        this.#actions.showLog();
        return;
    }
  }

  async #copyKey(): Promise<void> {
    try {
      await this.#actions.copy(this.#state.key);
      await this.#panel.webview.postMessage({ kind: 'keyCopied' } satisfies ToPage);
    } catch (thrown) {
      this.#actions.fail('copy key', thrown);
    }
  }

  get #label(): string {
    const reading = readBaseUrl(this.#state.baseUrl);
    return reading.kind === 'valid' ? reading.baseUrl.label : this.#state.baseUrl;
  }
}

/** The page speaks VS Code's language with the same translations as the extension. */
function translations(): Record<string, string> {
  const bundle = vscode.l10n.bundle ?? {};
  return Object.fromEntries(Object.entries(bundle).map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : (value as { message: string }).message]));
}
