import { type Uri, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import { type ClosedPage, addClosedPage, closedPages } from '../../model/jobPage/closedPages.ts';
import { type PageIdentity, identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { Session } from '../../model/session/session.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { PageContent } from '../../model/jobPage/panelContent.ts';
import { type Job, type JobRow, jobRow, rowId } from '../../service/index.ts';
import { pageIdentitySchema } from '../documents/readOnlyDocuments.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { type LivePage, livePages, pageOptions } from '../webview/livePage.ts';
import type { ReaderTimeZone } from '../webview/readerTimeZone.ts';
import { JobPanel, type PanelOptions, type PanelServices } from './jobPanel.ts';

/** Webview type of job pages. VS Code uses this type to restore the pages. */
export const pageType = 'workflowJobs.job';

/** Where to open a job: in the preview page, in a page that stays open, or in a new tab. */
type OpenMode = 'preview' | 'keep' | 'newTab';

type ShowOptions = Partial<Pick<PanelOptions, 'known' | 'isPreview' | 'name'>>;

interface JobPanelsOptions {
  readonly extensionUri: Uri;
  /** Persistent storage for this workspace. */
  readonly store: KeyValueStore;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
  readonly timeZone: ReaderTimeZone;
  readonly services: PanelServices;
  readonly compare: PanelOptions['compare'];
}

/** Manages the open job pages, one for each job. At most one page is a preview. */
export class JobPanels {
  readonly #options: JobPanelsOptions;
  readonly #livePage: (panel: WebviewPanel) => LivePage<PageContent>;
  readonly #panels = new Map<string, JobPanel>();

  constructor(options: JobPanelsOptions) {
    this.#options = options;
    this.#livePage = livePages<PageContent>(options, 'jobPage', l10n.t('Job'));
  }

  /** Closed job pages for the connected service, most recently closed first. */
  get recentlyClosed(): readonly ClosedPage[] {
    const { services, store } = this.#options;
    const { session } = services.connection;
    if (session === undefined) return [];
    const closed = closedPages(store, session.client.baseUrl.href);
    return closed.filter((page) => !this.#panels.has(pageId(page)));
  }

  setSession(session: Session | undefined): void {
    for (const opened of this.#panels.values()) opened.setSession(session);
  }

  /**
   * Opens or reveals the job page for this key.
   * @throws {ServiceError} `notConfigured` if the window is not connected to a service
   */
  open(key: string): void {
    const { client, list } = this.#options.services.connection.require();
    this.#openPage({ key, baseUrl: client.baseUrl.href }, list.row(rowId(key)), 'newTab');
  }

  /** Opens or reveals a loaded job's page, even if the window is connected to another service. */
  openJob(baseUrl: string, job: Job): void {
    this.#openPage({ key: job.key, baseUrl }, jobRow(job), 'newTab');
  }

  /**
   * Opens or reveals the job page for a row.
   * @throws {ServiceError} `notConfigured` if the window is not connected to a service
   */
  openRow(row: JobRow, how: OpenMode = 'preview', preserveFocus = false): void {
    const { client } = this.#options.services.connection.require();
    this.#openPage(identityOf(row, client.baseUrl.href), row, how, preserveFocus);
  }

  /** Shows the previous (-1) or next (1) job in the active page, or reveals that job's page. */
  step(by: -1 | 1): void {
    const active = [...this.#panels.values()].find(({ panel }) => panel.active);
    if (active === undefined) return;
    const row = active.neighbour(by);
    if (row === undefined) {
      return active.live.confirm(
        by < 0 ? l10n.t('No previous job in the list') : l10n.t('No next job in the list'),
      );
    }
    const page = identityOf(row, active.page.baseUrl);
    const open = this.#panels.get(pageId(page));
    if (open === undefined) this.#reusePanel(active, page, row);
    else open.panel.reveal();
  }

  /** Fills a webview panel that VS Code has restored. `state` identifies the job. */
  restore(panel: WebviewPanel, state: unknown): void {
    const { data: page } = pageIdentitySchema.safeParse(state);
    if (page === undefined) return void panel.dispose();
    const open = this.#panels.get(pageId(page));
    if (open === undefined) return this.#manage(panel, page, { name: panel.title });
    // The user opened the job again before VS Code restored this panel.
    panel.dispose();
    open.panel.reveal();
  }

  dispose(): void {
    for (const opened of this.#panels.values()) opened.dispose();
  }

  #openPage(
    page: PageIdentity,
    row: JobRow | undefined,
    how: OpenMode,
    preserveFocus = false,
  ): void {
    const preview = [...this.#panels.values()].find(({ isPreview }) => isPreview);
    const reused = how === 'newTab' ? undefined : preview;
    const opened =
      this.#panels.get(pageId(page)) ?? (reused && this.#reusePanel(reused, page, row));
    if (opened === undefined) {
      const title = row?.kind === 'job' ? jobTitle(row.job) : identityText(page);
      const showOptions = { viewColumn: ViewColumn.Active, preserveFocus };
      const panel = window.createWebviewPanel(pageType, title, showOptions, pageOptions);
      return this.#manage(panel, page, { known: row, isPreview: how === 'preview' });
    }
    opened.panel.reveal(undefined, preserveFocus);
    if (how !== 'preview') opened.pin();
  }

  /** Shows a different job in an open panel. */
  #reusePanel(from: JobPanel, page: PageIdentity, known: JobRow | undefined): JobPanel {
    this.#release(from);
    return this.#show(from.live, page, { known, isPreview: from.isPreview });
  }

  #manage(panel: WebviewPanel, page: PageIdentity, options: ShowOptions): void {
    this.#show(this.#livePage(panel), page, options);
    panel.onDidDispose(() => this.#onClose(panel));
  }

  #onClose(panel: WebviewPanel): void {
    const opened = [...this.#panels.values()].find((each) => each.panel === panel);
    if (opened === undefined) return;
    const { page, name } = opened;
    // A job without a key is identified by a row ID, which may later belong to another job.
    if (page.row === undefined) addClosedPage(this.#options.store, { ...page, name });
    this.#release(opened);
    this.#setTitles();
  }

  #release(opened: JobPanel): void {
    this.#panels.delete(pageId(opened.page));
    opened.dispose();
  }

  #show(live: LivePage<PageContent>, page: PageIdentity, options: ShowOptions): JobPanel {
    const { services, completeWalkthroughStep, compare } = this.#options;
    const nameChanged = () => this.#setTitles();
    const opened = new JobPanel(live, page, services, {
      isPreview: false,
      ...options,
      nameChanged,
      compare,
    });
    this.#panels.set(pageId(page), opened);
    completeWalkthroughStep('opened');
    this.#setTitles();
    return opened;
  }

  /** Adds the job key to the titles of pages whose jobs have the same name. */
  #setTitles(): void {
    const pages = [...this.#panels.values()];
    const byName = Map.groupBy(pages, ({ name }) => name);
    for (const { panel, name, keyText } of pages) {
      const isUnique = byName.get(name)?.length === 1 || name === keyText;
      panel.title = isUnique ? name : `${name} (${keyText})`;
    }
  }
}

function pageId({ key, baseUrl, row }: PageIdentity): string {
  return JSON.stringify([baseUrl, key, row]);
}
