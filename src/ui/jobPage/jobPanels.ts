import { type Disposable, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import { type ClosedPage, addClosedPage, closedPages, removeClosedPage } from '../../model/jobPage/closedPages.ts';
import { identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobHistory } from '../../model/jobPage/jobTimeline.ts';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { type Job, type JobRow, jobRow, rowId } from '../../service/index.ts';
import { pageIdentitySchema } from '../documents/readOnlyDocuments.ts';
import { notify } from '../feedback/notify.ts';
import { pageAssets, pageOptions } from '../webview/pageAssets.ts';
import { JobPanel, type PanelOptions } from './jobPanel.ts';
import type { PanelParts } from './panelParts.ts';

/** The view type under which VS Code stores job pages. */
export const pageType = 'workflowJobs.job';

/** Most histories to keep for reopening pages. */
const mostHistories = 100;

/** Where a row's job is shown: in the page that the next row reuses, as editors preview files; there or in a new tab, to stay. */
export type OpenMode = 'preview' | 'keep' | 'newTab';

type ShowOptions = Partial<Pick<PanelOptions, 'known' | 'live' | 'isPreview' | 'restoredTitle'>>;

/** The job pages: one panel per job and service, of which one at most is a preview. */
export class JobPanels implements Disposable {
  readonly #parts: PanelParts;
  readonly #assets: ReturnType<typeof pageAssets>;
  readonly #panels = new Map<string, JobPanel>();
  readonly #histories = new Map<string, JobHistory>();
  #isDisposed = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#assets = pageAssets(parts.extensionUri, 'jobPage');
  }

  /** The closed pages of the connected service, most recent first. */
  get recentlyClosed(): readonly ClosedPage[] {
    const { state } = this.#parts.connection;
    return state.kind === 'ready' ? closedPages(this.#parts.memory, state.client.baseUrl.href) : [];
  }

  /** Opens or reveals the page of the job with this key. @throws {ServiceError} `notConfigured` */
  open(key: string): void {
    const { client } = this.#parts.connection.require();
    this.#open({ key, baseUrl: client.baseUrl.href }, this.#parts.jobs.row(rowId(key)), 'newTab');
  }

  /** Opens or reveals the page of a job that was read, of the connected service or another. */
  openJob(baseUrl: string, job: Job): void {
    const { connection, jobs } = this.#parts;
    this.#open({ key: job.key, baseUrl }, (connection.at(baseUrl) && jobs.row(rowId(job.key))) ?? jobRow(job), 'newTab');
  }

  /** Opens or reveals the page of a row's job. @throws {ServiceError} `notConfigured` */
  openRow(row: JobRow, how: OpenMode = 'preview'): void {
    const { client } = this.#parts.connection.require();
    this.#open(identityOf(row, client.baseUrl.href), row, how);
  }

  #open(page: PageIdentity, row: JobRow | undefined, how: OpenMode): void {
    const preview = [...this.#panels.values()].find(({ isPreview }) => isPreview && how !== 'newTab');
    const opened = this.#panels.get(identity(page)) ?? (preview && this.#turn(preview, page, row));
    if (opened === undefined) {
      const panel = window.createWebviewPanel(pageType, row?.kind === 'job' ? jobTitle(row.job) : identityText(page), ViewColumn.Active, pageOptions);
      this.#adopt(panel, page, { known: row, isPreview: how === 'preview' });
    } else {
      opened.panel.reveal();
      if (how !== 'preview') opened.keep();
    }
  }

  /** Shows the job before (-1) or after (1) that of the active page in its place, or reveals that job's page if it is open. */
  step(by: -1 | 1): void {
    const active = [...this.#panels.values()].find(({ panel }) => panel.active);
    if (active === undefined) return void notify.info(l10n.t('Open the page of a job first.'));
    const { page, row } = active.neighbour(by) ?? {};
    if (page === undefined) return void window.setStatusBarMessage(by < 0 ? l10n.t('No job in the list before this one') : l10n.t('No loaded job in the list after this one'), 4000);
    const open = this.#panels.get(identity(page));
    if (open === undefined) this.#turn(active, page, row);
    else open.panel.reveal();
  }

  /** Adopts a restored panel, with the state that its page stored. */
  restore(panel: WebviewPanel, state: unknown): void {
    const { data: page } = pageIdentitySchema.safeParse(state);
    const open = page && this.#panels.get(identity(page));
    if (page === undefined) {
      panel.dispose();
    } else if (open === undefined) {
      panel.webview.options = pageOptions;
      this.#adopt(panel, page, { restoredTitle: panel.title });
    } else {
      // Opened again before VS Code restored it.
      panel.dispose();
      open.panel.reveal();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(panel: WebviewPanel, page: PageIdentity, options: ShowOptions): void {
    this.#show(panel, page, options);
    panel.onDidDispose(() => {
      const opened = [...this.#panels.values()].find((each) => each.panel === panel);
      if (opened === undefined) return;
      // A page without a key of its own is not offered again, because its row may belong to another job later.
      if (!this.#isDisposed && opened.page.row === undefined) addClosedPage(this.#parts.memory, { ...opened.page, name: opened.name });
      opened.live.dispose();
      this.#release(opened);
      this.#nameApart();
    });
  }

  /** Shows another job in the panel of one. */
  #turn(from: JobPanel, page: PageIdentity, known: JobRow | undefined): JobPanel {
    this.#release(from);
    return this.#show(from.panel, page, { known, live: from.live, isPreview: from.isPreview });
  }

  #show(panel: WebviewPanel, page: PageIdentity, { known, live, isPreview = false, restoredTitle = '' }: ShowOptions): JobPanel {
    const id = identity(page);
    const opened = new JobPanel(panel, page, this.#parts, { known, live, isPreview, restoredTitle, assets: this.#assets(), history: this.#histories.get(id), nameChanged: () => this.#nameApart() });
    this.#panels.set(id, opened);
    this.#parts.opened();
    if (page.row === undefined) removeClosedPage(this.#parts.memory, page);
    this.#nameApart();
    return opened;
  }

  #release(opened: JobPanel): void {
    const id = identity(opened.page);
    this.#panels.delete(id);
    this.#histories.delete(id);
    this.#histories.set(id, opened.history);
    const [oldest] = this.#histories.keys();
    if (this.#histories.size > mostHistories) this.#histories.delete(oldest ?? '');
    opened.dispose();
  }

  /** Makes titles unique: pages with the same name also show their keys, those with the same key their services. */
  #nameApart(): void {
    const pages = [...this.#panels.values()];
    const named = (title: (page: JobPanel) => string) => Map.groupBy(pages, title);
    const byName = named(({ name }) => name);
    const withKey = (page: JobPanel) => {
      const key = ` (${page.keyText})`;
      const isShared = (byName.get(page.name)?.length ?? 0) > 1 || page.restoredTitle.includes(key);
      return isShared && page.name !== page.keyText ? page.name + key : page.name;
    };
    const byKey = named(withKey);
    for (const page of pages) {
      const title = withKey(page);
      const service = ` · ${page.service}`;
      page.panel.title = (byKey.get(title)?.length ?? 0) > 1 || page.restoredTitle.endsWith(service) ? title + service : title;
    }
  }
}

function identity({ key, baseUrl, row }: PageIdentity): string {
  return JSON.stringify([baseUrl, key, row]);
}
