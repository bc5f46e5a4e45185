import { Disposable, type WebviewPanel, commands, l10n } from 'vscode';
import { type JobDetailsState, lacksDetails, mayChange } from '../../model/jobPage/detailsState.ts';
import { JobDetails } from '../../model/jobPage/jobDetails.ts';
import { namesUnder } from '../../model/browsing/jobFilter.ts';
import { type PageIdentity, identityText } from '../../model/jobPage/pageContent.ts';
import {
  type PageContent,
  type PageState,
  describePage,
} from '../../model/jobPage/panelContent.ts';
import type { StoreChange } from '../../model/jobs/jobStore.ts';
import { nameParts } from '../../model/jobs/members/jobMembers.ts';
import type { Session } from '../../model/session/session.ts';
import { documentText } from '../../model/util/json.ts';
import { type FromPage, fromPageSchema } from '../../protocol/jobPage.ts';
import type { FromEveryPage, Handlers } from '../../protocol/page.ts';
import {
  type Field,
  type JobRow,
  type Readable,
  originalJob,
  jobRow,
  rowId,
} from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import type { Connection } from '../connection/connection.ts';
import { settings } from '../connection/settings.ts';
import { type ReadOnlyDocuments, jobUri } from '../documents/readOnlyDocuments.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/places.ts';
import { switchTarget } from '../environments/switchEnvironment.ts';
import { notify } from '../feedback/notify.ts';
import { withErrorReporting } from '../feedback/report.ts';
import { showWaits } from '../feedback/waitNotice.ts';
import { focusJobs } from '../feedback/window.ts';
import type { LivePage } from '../webview/livePage.ts';
import { copyLink, openAddress, openInBrowser } from './jobLinks.ts';

/** Maximum length of the job name in a tab title, in characters. */
const maxTitleLength = 50;

export interface PanelServices {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly documents: ReadOnlyDocuments;
}

export interface PanelOptions {
  /** Last known list row for the job. The current job list may no longer contain this row. */
  readonly known?: JobRow | undefined;
  readonly isPreview: boolean;
  /** Job name to display until the job is loaded. Defaults to the job key. */
  readonly name?: string | undefined;
  readonly nameChanged: () => void;
  /** Compares the page's job with another loaded job. `json` is the page's complete job as JSON. */
  readonly compare: (page: PageIdentity, json: string) => Promise<void>;
}

/** An open job page. Renders the job and handles messages from the webview. */
export class JobPanel {
  readonly live: LivePage<PageContent>;
  readonly page: PageIdentity;
  /** Job key, shortened to a single line. For a job without a key, the row ID. */
  readonly keyText: string;
  readonly #services: PanelServices;
  readonly #options: PanelOptions;
  readonly #details: JobDetails;
  readonly #subscriptions: Disposable;
  /** Session for the job's service. Undefined while the window is not connected to this service. */
  #session: Session | undefined;
  #sessionSubscriptions = Disposable.from();
  /** True if the details are outdated because the job list contains a newer version of the job. */
  #areDetailsOutdated = false;
  #isPreview: boolean;
  #name: string;
  /** Stops polling the job when disposed. Undefined while this page does not poll the job. */
  #polling: { dispose(): void } | undefined;
  /** Last fields from the job's service. Kept when the window connects to another service. */
  #knownFields: readonly Readable<Field>[] = [];

  constructor(
    live: LivePage<PageContent>,
    page: PageIdentity,
    services: PanelServices,
    options: PanelOptions,
  ) {
    this.live = live;
    this.page = page;
    this.keyText = identityText(page, 60);
    this.#services = services;
    this.#options = options;
    this.#isPreview = options.isPreview;
    this.#name = options.name ?? this.keyText;
    this.#details = new JobDetails(page.key, { row: page.row, known: options.known });
    this.#subscriptions = Disposable.from(
      live.handleMessages(fromPageSchema, this.#handlers, () => this.#update()),
      this.#details.onDidChange(() => this.#update()),
      services.environments.onDidChange(() => this.#show()),
    );
    this.setSession(services.connection.session);
  }

  /** Connects the page if the session belongs to the job's service, otherwise disconnects it. */
  setSession(connected: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#stopPolling();
    const session = connected?.client.baseUrl.href === this.page.baseUrl ? connected : undefined;
    this.#session = session;
    this.#details.setSession(session);
    this.#sessionSubscriptions =
      session === undefined ? Disposable.from() : this.#subscribe(session);
    this.#load();
    this.#showFields();
  }

  #subscribe(session: Session): Disposable {
    const { list, browsing, fields, follower, jobs, watches, onDidChangeCredential } = session;
    // A hidden page is updated when it becomes visible, because the list changes often.
    const showNeighbours = () => this.panel.visible && this.#show();
    return Disposable.from(
      // Only a page that polls the job shows the time of the last check.
      follower.onDidFollow(({ kind }) => kind === 'read' && this.#polling && this.#show()),
      jobs.onDidApply((change) => this.#onApply(change)),
      fields.onDidChange(() => this.#showFields()),
      list.onDidChange(showNeighbours),
      browsing.onDidChange(showNeighbours),
      watches.onDidChange(() => {
        this.#markSeen();
        this.#show();
      }),
      onDidChangeCredential(() => this.#load()),
      showWaits(session.wait, () => this.#details.state.isLoading),
    );
  }

  get panel(): WebviewPanel {
    return this.live.panel;
  }

  /** True for the preview page. The preview page is reused when the user opens another row. */
  get isPreview(): boolean {
    return this.#isPreview;
  }

  /** Display name of the job. Not necessarily unique among the open pages. */
  get name(): string {
    return this.#name;
  }

  /** Keeps the page open when the user opens another row. */
  pin(): void {
    this.#isPreview = false;
  }

  /** Returns the row above (-1) or below (1) this job in the Jobs view, if there is one. */
  neighbour(by: -1 | 1): JobRow | undefined {
    const { key, row } = this.page;
    return this.#session?.browsing.neighbour(row ?? rowId(key), by);
  }

  dispose(): void {
    this.#stopPolling();
    this.#sessionSubscriptions.dispose();
    this.#subscriptions.dispose();
    this.#details.dispose();
  }

  readonly #handlers: Handlers<Exclude<FromPage, FromEveryPage>> = {
    refresh: () => this.#load(true),
    switchTo: () => switchTarget(this.#services, this.page.baseUrl)?.connect(),
    toggleWatch: () => this.#toggleWatch(),
    startAnother: () => this.#startAnother(),
    openJson: () => this.#openJson(),
    compare: () => this.#isConnected && this.#options.compare(this.page, this.#json()),
    copyKey: () => this.page.key !== '' && this.live.copy(this.page.key, l10n.t('Key copied')),
    copyLink: () => this.#copyLink(),
    copyValue: ({ text }) => this.live.copy(text, l10n.t('Value copied')),
    copyValueKey: ({ text }) => this.live.copy(text, l10n.t('Key copied')),
    // The extension opens links for the page, so that VS Code asks the user for confirmation. VS
    // Code does not ask if a webview page opens a link directly.
    openLink: ({ url }) => /^https?:/.test(url) && openAddress(url),
    openInBrowser: () =>
      this.#isConnected && openInBrowser(this.page.key, this.#services.environments.current),
    filterJobs: ({ by }) => this.#filterJobs(by),
    keepOpen: () => this.pin(),
    previousJob: () => void commands.executeCommand('workflowJobs.previousJob'),
    nextJob: () => void commands.executeCommand('workflowJobs.nextJob'),
  };

  /** True if the window is connected to the job's service. */
  get #isConnected(): boolean {
    return this.#session !== undefined;
  }

  #toggleWatch(): void {
    if (this.#session === undefined) return;
    this.pin();
    const { watches } = this.#session;
    const { key } = this.page;
    if (watches.isWatched(key)) watches.unwatch(key);
    else watches.watch(key);
  }

  #startAnother(): void {
    const { job } = this.#details.state;
    if (!this.#isConnected || job === undefined) return;
    void commands.executeCommand('workflowJobs.startAnother', { kind: 'job', row: jobRow(job) });
  }

  #openJson(): Promise<void> {
    if (lacksDetails(this.#details.state)) {
      void notify.info(
        l10n.t('This JSON comes from the job list, because the details could not be loaded.'),
      );
    }
    return this.#services.documents.open(jobUri(this.page), this.#json());
  }

  async #copyLink(): Promise<void> {
    const { key } = this.page;
    if (!this.#isConnected || key === '') return;
    if (await copyLink(key, this.#services.environments.current))
      this.live.confirm(l10n.t('Link copied'));
  }

  #filterJobs(by: string): void {
    const { job } = this.#details.state;
    const part = nameParts.find((each) => each === by);
    if (this.#session === undefined || job === undefined || part === undefined) return;
    this.#session.browsing.setFilter({ [part]: namesUnder(part, job) });
    void focusJobs();
  }

  #json(): string {
    const { job, unreadable } = this.#details.state;
    return documentText(job === undefined ? (unreadable?.raw ?? null) : originalJob(job));
  }

  #load(requestsList = false): void {
    this.#areDetailsOutdated = false;
    void withErrorReporting('job page', () => this.#details.load({ requestsList }));
  }

  /** Reloads the details if a list response contains a newer version of the job. */
  #onApply({ changed, source }: StoreChange): void {
    if (source !== 'list' || !changed.some(({ job }) => job.key === this.page.key)) return;
    this.#areDetailsOutdated = this.#session?.reader.canReadSingles === true;
    this.#reloadOutdatedDetails();
  }

  #reloadOutdatedDetails(): void {
    if (this.#areDetailsOutdated && this.panel.visible) this.#load();
  }

  #update(): void {
    this.#updatePolling();
    this.#show();
  }

  /** Polls the job while the page is visible and the job may change or could not be loaded. */
  #updatePolling(): void {
    const { key, row } = this.page;
    const { state } = this.#details;
    const session = this.panel.visible ? this.#session : undefined;
    this.#markSeen();
    const isPolled = row === undefined && (mayChange(state) || isRetried(state));
    if (session === undefined || !isPolled) this.#stopPolling();
    else this.#polling ??= session.follower.follow(key);
    this.#reloadOutdatedDetails();
  }

  #stopPolling(): void {
    this.#polling?.dispose();
    this.#polling = undefined;
  }

  /** Marks a completed job as seen if the page is visible. */
  #markSeen(): void {
    if (this.panel.visible) this.#session?.watches.markSeen(this.page.key);
  }

  #show(): void {
    const state = this.#state();
    const content = describePage(state);
    if (content.kind === 'show') {
      if (content.job.fields.length > 0) void this.#session?.fields.ensureLoaded();
      this.#setName(singleLine(content.job.title, maxTitleLength));
    }
    this.live.show(content);
  }

  #setName(name: string): void {
    if (name === this.#name) return;
    this.#name = name;
    this.#options.nameChanged();
  }

  #showFields(): void {
    this.#knownFields = this.#session?.fields.state.fields ?? this.#knownFields;
    this.#show();
  }

  #state(): PageState {
    const { environments } = this.#services;
    const { page } = this;
    const isConnected = this.#isConnected;
    const isWatched = this.#session?.watches.isWatched(page.key) === true;
    return {
      page,
      name: this.#name === this.keyText ? null : this.#name,
      details: this.#details.state,
      service: this.#place(),
      switchTo: switchTarget(this.#services, page.baseUrl)?.name,
      fields: this.#knownFields,
      isPolled: this.#polling !== undefined,
      isWatched,
      neighbours: {
        previous: this.neighbour(-1) !== undefined,
        next: this.neighbour(1) !== undefined,
      },
      isConnected,
      hasWebPage: isConnected && environments.current?.webUrl !== undefined,
      isEndNotified: isWatched && settings.notifyWhenFinished(),
    };
  }

  #place(): ReturnType<typeof pagePlace> {
    return pagePlace(this.page.baseUrl, this.#services.environments);
  }
}

/** Returns true if the job could not be loaded but a retry may succeed. */
function isRetried({ freshness, detailsFailure }: JobDetailsState): boolean {
  if (freshness.kind === 'justStarted') return true;
  const failure = freshness.kind === 'failed' ? freshness.error : detailsFailure;
  return freshness.kind === 'missed' || (failure !== null && failure.kind !== 'notFound');
}
