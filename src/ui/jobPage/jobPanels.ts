import { type Disposable, ViewColumn, type WebviewPanel, window } from 'vscode';
import { type ClosedPage, ClosedPages } from '../../model/details/closedPages.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { JobHistory } from '../../model/details/jobTimeline.ts';
import type { PageIdentity } from '../../protocol.ts';
import { isPlace, unreadableKey } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { pageIdentitySchema } from '../documents/readOnlyDocuments.ts';
import { JobPanel, type PanelParts } from './jobPanel.ts';
import { pageAssets, pageOptions } from './jobPanelHtml.ts';

/** What VS Code remembers job pages as. */
export const pageType = 'workflowJobs.job';

/** Histories of closed pages that are kept for opening them again. */
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
    this.#assets = pageAssets(parts.extensionUri);
    this.#closed = new ClosedPages(parts.memory);
  }

  /** The pages of the connected service that a person closed, last first. */
  get recentlyClosed(): readonly ClosedPage[] {
    const { state } = this.#parts.connection;
    return state.kind === 'ready' ? this.#closed.of(state.client.baseUrl.href) : [];
  }

  /** Opens the page of a job, or reveals the one that is open. @throws {ServiceError} `notConfigured` */
  open(key: string): void {
    const { client } = this.#parts.connection.require();
    const page: PageIdentity = { key, baseUrl: client.baseUrl.href };
    const open = this.#panels.get(identity(page));
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const listed = this.#parts.jobs.find(key);
    const title = listed === undefined ? oneLine(key) : jobTitle(listed);
    this.#adopt(window.createWebviewPanel(pageType, title, ViewColumn.Active, pageOptions), page);
  }

  /** Opens the page of an unreadable job. */
  openUnreadable(rowId: string): void {
    const row = this.#parts.jobs.state.rows?.find(({ id }) => id === rowId);
    if (row?.kind === 'unreadable') this.open(unreadableKey(rowId));
  }

  /** Takes over a panel that VS Code restored, with the state that its page kept. */
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
      open.reveal();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }

  #adopt(panel: WebviewPanel, page: PageIdentity): void {
    const id = identity(page);
    const opened = new JobPanel(panel, page, this.#parts, this.#assets(), this.#histories.get(id), () => this.#nameApart());
    this.#panels.set(id, opened);
    this.#closed.remove(page.key, page.baseUrl);
    panel.onDidDispose(() => {
      this.#panels.delete(id);
      // A job without a key is known by its place only, which another may have later.
      if (!this.#isDisposed && !isPlace(page.key)) this.#closed.add({ ...page, name: opened.name });
      this.#keep(id, opened.history);
      opened.dispose();
      this.#nameApart();
    });
    this.#nameApart();
  }

  #keep(id: string, history: JobHistory): void {
    this.#histories.delete(id);
    this.#histories.set(id, history);
    const [oldest] = this.#histories.keys();
    if (this.#histories.size > mostHistories && oldest !== undefined) this.#histories.delete(oldest);
  }

  /** Titles of pages that share a name also have their keys; those that share a key, their services. */
  #nameApart(): void {
    const pages = [...this.#panels.values()];
    const named = (title: (page: JobPanel) => string) => Map.groupBy(pages, title);
    const byName = named(({ name }) => name);
    const withKey = (page: JobPanel) => ((byName.get(page.name)?.length ?? 0) > 1 && page.name !== page.keyText ? `${page.name} (${page.keyText})` : page.name);
    const byKey = named(withKey);
    for (const page of pages) {
      const title = withKey(page);
      page.title = (byKey.get(title)?.length ?? 0) > 1 ? `${title} · ${page.service}` : title;
    }
  }
}

function identity({ key, baseUrl }: PageIdentity): string {
  return JSON.stringify([baseUrl, key]);
}
