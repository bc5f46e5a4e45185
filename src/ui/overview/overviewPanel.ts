import { Disposable, type Uri, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import { type JobFilter, readFilter } from '../../model/browsing/jobFilter.ts';
import { exportFileName } from '../../model/export/jobExport.ts';
import { csvTable, markdownTable } from '../../model/export/tables.ts';
import { listPeriods } from '../../model/overview/period.ts';
import type { OverviewContent, Panel, PanelId } from '../../model/overview/report.ts';
import type { Session } from '../../model/session/session.ts';
import { noticeOfFailure } from '../../model/wording/failureNotice.ts';
import { failureText } from '../../model/wording/reports.ts';
import { type FromOverview, fromOverviewSchema } from '../../protocol/overview.ts';
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

/** Webview type of the overview panel. VS Code uses this type to restore the panel. */
export const overviewType = 'workflowJobs.overview';

interface OverviewPanelOptions {
  readonly extensionUri: Uri;
  readonly connection: Pick<Connection, 'session' | 'problem'>;
  readonly environments: EnvironmentList;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
  readonly timeZone: ReaderTimeZone;
  readonly openRow: (row: JobRow) => void;
}

/** Manages the only overview tab. The tab shows the report for the connected service. */
export class OverviewPanel {
  readonly #options: OverviewPanelOptions;
  readonly #livePage: (panel: WebviewPanel) => LivePage<OverviewContent>;
  #page: LivePage<OverviewContent> | undefined;
  #session: Session | undefined;
  #sessionSubscription: { dispose(): void } | undefined;

  constructor(options: OverviewPanelOptions) {
    this.#options = options;
    this.#livePage = livePages(options, 'overview', l10n.t('Overview'));
  }

  /** Shows the report for this session, or an explanation if there is no session. */
  setSession(session: Session | undefined): void {
    this.#sessionSubscription?.dispose();
    this.#session = session;
    this.#sessionSubscription = session?.overview.onDidChange(() => this.#show());
    if (this.#page !== undefined) session?.overview.setVisible(this.#page.panel.visible);
    this.#show();
  }

  /** Opens or reveals the overview. */
  open(): void {
    if (this.#page !== undefined) return this.#page.panel.reveal();
    this.#fill(
      window.createWebviewPanel(overviewType, l10n.t('Overview'), ViewColumn.Active, pageOptions),
    );
  }

  /** Fills a panel restored by VS Code. Closes the panel if the overview is already open. */
  restore(panel: WebviewPanel): void {
    if (this.#page === undefined) return this.#fill(panel);
    panel.dispose();
    this.#page.panel.reveal();
  }

  dispose(): void {
    this.#sessionSubscription?.dispose();
  }

  #fill(panel: WebviewPanel): void {
    const { environments, completeWalkthroughStep } = this.#options;
    const page = this.#livePage(panel);
    this.#page = page;
    const subscriptions = Disposable.from(
      page.handleMessages(fromOverviewSchema, this.#handlers, () =>
        this.#session?.overview.setVisible(panel.visible),
      ),
      environments.onDidChange(() => this.#show()),
      panel.onDidDispose(() => {
        this.#page = undefined;
        subscriptions.dispose();
        this.#session?.overview.close();
      }),
    );
    this.#session?.overview.setVisible(panel.visible);
    this.#show();
    completeWalkthroughStep('overview');
  }

  #show(): void {
    this.#page?.show(contentOf(this.#session, this.#options));
  }

  readonly #handlers: Handlers<Exclude<FromOverview, FromEveryPage>> = {
    filter: ({ filter }) => this.#filterJobs(readFilter(filter).filter),
    openJob: ({ id }) => {
      const row = this.#session?.overview.row(id);
      if (row !== undefined) this.#options.openRow(row);
    },
    setPeriod: ({ period }) => this.#session?.overview.setPeriod(period),
    copyTable: ({ panel }) => this.#copyTable(panel),
    exportTable: ({ panel }) => this.#exportTable(panel),
    refresh: () => this.#session?.overview.refresh(),
    readAll: () => this.#session?.overview.readAll(),
    cancel: () => this.#session?.overview.cancel(),
  };

  #filterJobs(filter: JobFilter): void {
    if (this.#session === undefined) return;
    const { overview, browsing } = this.#session;
    browsing.setFilter(filter, overview.rows);
    void focusJobs();
  }

  #panel(id: PanelId): Panel | undefined {
    return this.#session?.overview.state.panels?.find((panel) => panel.id === id);
  }

  async #copyTable(id: PanelId): Promise<void> {
    const table = this.#panel(id)?.table;
    if (table) await this.#page?.copy(markdownTable(table), l10n.t('Table copied'));
  }

  async #exportTable(id: PanelId): Promise<void> {
    const { table = null, period = null } = this.#panel(id) ?? {};
    const reading = this.#session?.overview.state.reading;
    if (table === null || !reading) return;
    const name = exportFileName('csv', this.#options.environments.current?.name, `overview-${id}`);
    const target = await askForFile(l10n.t('Export Table'), 'csv', name);
    if (target === undefined) return;
    const text = new TextEncoder().encode(csvTable(table, period, reading));
    if (!(await writeWhole(target, text))) return;
    await showExported(target, l10n.t('Exported the table to {0}.', fileNameOf(target)));
  }
}

/** Returns the page content for the session, or an explanation if no service is connected. */
function contentOf(
  session: Session | undefined,
  { connection, environments }: OverviewPanelOptions,
): OverviewContent {
  if (session === undefined) {
    const sentence = connection.problem === undefined ? '' : failureText(connection.problem.error);
    return {
      kind: 'empty',
      connection: '',
      environment: null,
      notice: { sentence, actions: ['setBaseUrl'] },
    };
  }
  const { reading, period, panels, failure } = session.overview.state;
  const { service, environment } = pagePlace(session.client.baseUrl.href, environments);
  const notice = failure === null ? null : noticeOfFailure(failure);
  const about = { connection: service, environment, notice };
  if (reading === null) return { kind: 'empty', ...about };
  return { kind: 'show', ...about, reading, period, periods: listPeriods(), panels };
}
