import { type Disposable, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import { type ClosedPage, ClosedPages } from '../../model/jobPage/closedPages.ts';
import { identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobHistory } from '../../model/jobPage/jobTimeline.ts';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import { type Job, type JobRow, jobRow, rowId } from '../../service/index.ts';
import { pageIdentitySchema } from '../documents/readOnlyDocuments.ts';
import { notify } from '../feedback/notify.ts';
import { pageAssets, pageOptions } from '../webview/pageAssets.ts';
import { JobPanel } from './jobPanel.ts';
import type { PanelParts } from './panelParts.ts';

/** The view type under which VS Code stores job pages. */
export const pageType = 'workflowJobs.job';

/** Most histories to keep for reopening pages. */
const mostHistories = 100;

/** The job pages: one panel per job and service. */
export class JobPanels implements Disposable {
  readonly #parts: PanelParts;
  readonly #assets: ReturnType<typeof pageAssets>;
  readonly #panels = new Map<string, JobPanel>();
  readonly #histories = new Map<string, JobHistory>();
  readonly #closed: ClosedPages;
  #isDisposed = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#assets = pageAssets(parts.extensionUri, 'jobPage');
    this.#closed = new ClosedPages(parts.memory);
  }

  /** The closed pages of the connected service, most recent first. */
  get recentlyClosed(): readonly ClosedPage[] {
    const { state } = this.#parts.connection;
    return state.kind === 'ready' ? this.#closed.of(state.client.baseUrl.href) : [];
  }

  /** Opens or reveals the page of the job with this key. @throws {ServiceError} `notConfigured` */
  open(key: string): void {
    const { client } = this.#parts.connection.require();
    this.#open({ key, baseUrl: client.baseUrl.href }, this.#parts.jobs.row(rowId(key)));
  }

  /** Opens or reveals the page of a job that was read, of the connected service or another. */
  openJob(baseUrl: string, job: Job): void {
    const { connection, jobs } = this.#parts;
    const page = { key: job.key, baseUrl };
    const isConnected = connection.at(baseUrl) !== undefined;
    this.#open(page, (isConnected ? jobs.row(rowId(job.key)) : undefined) ?? jobRow(job));
    if (!isConnected) this.#panels.get(identity(page))?.take(job);
  }

  /** Opens the page of a row's job. @throws {ServiceError} `notConfigured` */
  openRow(row: JobRow): void {
    const { client } = this.#parts.connection.require();
    this.#open(identityOf(row, client.baseUrl.href), row);
  }

  #open(page: PageIdentity, row: JobRow | undefined): void {
    const open = this.#panels.get(identity(page));
    if (open === undefined) this.#adopt(window.createWebviewPanel(pageType, row?.kind === 'job' ? jobTitle(row.job) : identityText(page), ViewColumn.Active, pageOptions), page, row);
    else open.panel.reveal();
  }

  /** Replaces the active page by the job before (-1) or after (1) it, or reveals that job's page if it is open. */
  step(by: -1 | 1): void {
    const [id, active] = [...this.#panels].find(([, { panel }]) => panel.active) ?? [];
    if (id === undefined || active === undefined) return void notify.info(l10n.t('Open the page of a job first.'));
    const { page, row } = active.neighbour(by) ?? {};
    if (page === undefined) return void window.setStatusBarMessage(by < 0 ? l10n.t('No job in the list before this one') : l10n.t('No loaded job in the list after this one'), 4000);
    const open = this.#panels.get(identity(page));
    if (open !== undefined) return open.panel.reveal();
    this.#release(id, active);
    this.#adopt(active.panel, page, row);
  }

  /** Adopts a restored panel, with the state that its page stored. */
  restore(panel: WebviewPanel, state: unknown): void {
    const { data: page } = pageIdentitySchema.safeParse(state);
    const open = page && this.#panels.get(identity(page));
    if (page === undefined) {
      panel.dispose();
    } else if (open === undefined) {
      panel.webview.options = pageOptions;
      this.#adopt(panel, page);
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

  #adopt(panel: WebviewPanel, page: PageIdentity, row?: JobRow): void {
    const id = identity(page);
    const opened = new JobPanel(panel, page, row, this.#parts, this.#assets(), this.#histories.get(id), () => this.#nameApart());
    this.#panels.set(id, opened);
    this.#parts.opened();
    if (page.row === undefined) this.#closed.remove(page);
    panel.onDidDispose(() => {
      // After a step, the panel belongs to another job.
      if (this.#panels.get(id) !== opened) return;
      // A page without a key of its own is not offered again, because its row may belong to another job later.
      if (!this.#isDisposed && page.row === undefined) this.#closed.add({ ...page, name: opened.name });
      this.#release(id, opened);
      this.#nameApart();
    });
    this.#nameApart();
  }

  #release(id: string, opened: JobPanel): void {
    this.#panels.delete(id);
    this.#histories.delete(id);
    this.#histories.set(id, opened.history);
    const [oldest] = this.#histories.keys();
    if (this.#histories.size > mostHistories && oldest !== undefined) this.#histories.delete(oldest);
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
