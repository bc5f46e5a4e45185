import { Disposable, type Uri, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { type JobFilter, readFilter } from '../../model/browsing/jobFilter.ts';
import { noticeOfFailure } from '../../model/jobPage/pageNotice.ts';
import { exportFileName } from '../../model/export/jobExport.ts';
import { csvTable, markdownTable } from '../../model/export/tables.ts';
import type { Overview } from '../../model/overview/overview.ts';
import { failureText } from '../../model/wording/reports.ts';
import {
  type FromOverview,
  type OverviewPageContent,
  type PanelId,
  fromOverviewSchema,
} from '../../protocol/overview.ts';
import type { FromEveryPage, Handlers } from '../../protocol/page.ts';
import type { JobRow } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import { askForFile, showExported, writeWhole } from '../documents/exportFile.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/places.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { focusJobs } from '../feedback/window.ts';
import { fileNameOf } from '../files/writeFile.ts';
import { type LivePage, livePages, pageOptions } from '../webview/livePage.ts';
import type { ReaderTimeZone } from '../webview/readerTimeZone.ts';

/** The view type under which VS Code stores the overview. */
export const overviewType = 'workflowJobs.overview';

interface OverviewPanelOptions {
  readonly extensionUri: Uri;
  readonly overview: Overview;
  readonly browsing: JobBrowsing;
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
  readonly timeZone: ReaderTimeZone;
  readonly openRow: (row: JobRow) => void;
}

/** The overview's single tab: shows the report of the connected service, and performs the reader's actions. */
export class OverviewPanel {
  readonly #options: OverviewPanelOptions;
  readonly #livePage: (panel: WebviewPanel) => LivePage<OverviewPageContent>;
  #page: LivePage<OverviewPageContent> | undefined;
  /** The last filter that the page asked for. */
  #filter: JobFilter | undefined;

  constructor(options: OverviewPanelOptions) {
    this.#options = options;
    this.#livePage = livePages(options.extensionUri, options.timeZone, {
      name: 'overview',
      title: l10n.t('Overview'),
    });
  }

  /** Opens the page, or reveals it. */
  open(): void {
    if (this.#page !== undefined) return this.#page.panel.reveal();
    this.#fill(window.createWebviewPanel(overviewType, l10n.t('Overview'), ViewColumn.Active, pageOptions));
  }

  /** Fills a restored panel, unless the page was opened again before. */
  restore(panel: WebviewPanel): void {
    if (this.#page === undefined) return this.#fill(panel);
    panel.dispose();
    this.#page.panel.reveal();
  }

  dispose(): void {
    this.#page?.panel.dispose();
  }

  #fill(panel: WebviewPanel): void {
    const { overview, environments, completeWalkthroughStep } = this.#options;
    const page = this.#livePage(panel);
    this.#page = page;
    const subscriptions = Disposable.from(
      page.handleMessages(fromOverviewSchema, this.#handlers, () => overview.setVisible(panel.visible)),
      overview.onDidChange(() => {
        page.show(contentOf(this.#options));
        this.#updateFilteredRows();
      }),
      environments.onDidChange(() => page.show(contentOf(this.#options))),
      panel.onDidDispose(() => {
        this.#page = undefined;
        page.dispose();
        subscriptions.dispose();
        overview.close();
      }),
    );
    overview.setVisible(panel.visible);
    page.show(contentOf(this.#options));
    completeWalkthroughStep('overview');
  }

  /** Has the Jobs view filter the jobs of a new report, if it shows those of a number. */
  #updateFilteredRows(): void {
    const { overview, browsing } = this.#options;
    // Not while all is read, because many rows are filtered at once.
    if (browsing.filter === this.#filter && overview.state.reading?.state === 'settled') {
      browsing.setFurther(overview.rows);
    }
  }

  readonly #handlers: Handlers<Exclude<FromOverview, FromEveryPage>> = {
    filter: ({ filter }) => this.#filterJobs(readFilter(filter)),
    openJob: ({ id }) => {
      const row = this.#options.overview.row(id);
      if (row !== undefined) this.#options.openRow(row);
    },
    scope: ({ preset, from, to }) => this.#options.overview.setScope({ preset, from, to }),
    copyTable: ({ panel }) => this.#copyTable(panel),
    exportTable: ({ panel }) => this.#exportTable(panel),
    refresh: () => this.#options.overview.refresh(),
    readAll: () => this.#options.overview.readAll(),
    cancel: () => this.#options.overview.cancel(),
  };

  #filterJobs(filter: JobFilter): void {
    const { overview, browsing } = this.#options;
    this.#filter = filter;
    browsing.setFilter(filter, overview.rows);
    void focusJobs();
  }

  async #copyTable(id: PanelId): Promise<void> {
    const table = this.#options.overview.state.panels?.[id].table;
    if (table !== undefined) await this.#page?.copy(markdownTable(table), l10n.t('Table copied'));
  }

  async #exportTable(id: PanelId): Promise<void> {
    const { overview, environments } = this.#options;
    const { panels, reading } = overview.state;
    if (panels === null || reading === null) return;
    const name = exportFileName('csv', environments.current?.name, `overview-${id}`);
    const target = await askForFile(l10n.t('Export Table'), 'csv', name);
    if (target === undefined) return;
    const text = new TextEncoder().encode(csvTable(panels[id].table, reading));
    if (!(await writeWhole(target, text))) return;
    await showExported(target, l10n.t('Table exported to {0}.', fileNameOf(target)));
  }
}

/** Everything that the page shows of the connected service. */
function contentOf({ overview, connection, environments }: OverviewPanelOptions): OverviewPageContent {
  const {
    baseUrl,
    state: { reading, scope, panels, failure },
  } = overview;
  const { state: connected } = connection;
  if (connected.kind !== 'ready') {
    return {
      kind: 'empty',
      connection: '',
      environment: null,
      notice: { sentence: failureText(connected.error), actions: ['setBaseUrl'] },
    };
  }
  // The service that was read, because a change of the connection is told to others first.
  const { service, environment } = pagePlace(baseUrl ?? connected.client.baseUrl.href, environments);
  const notice = failure === null ? null : noticeOfFailure(failure);
  if (reading === null) return { kind: 'empty', connection: service, environment, notice };
  return { kind: 'show', connection: service, environment, notice, reading, scope, panels };
}
