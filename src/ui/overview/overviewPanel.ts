import { Disposable, Uri, ViewColumn, type WebviewPanel, commands, env, l10n, window } from 'vscode';
import * as z from 'zod/mini';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { type JobFilter, readFilter } from '../../model/browsing/jobFilter.ts';
import { noticeOfFailure } from '../../model/jobPage/pageNotice.ts';
import { exportFileName } from '../../model/export/jobExport.ts';
import { csvTable, markdownTable } from '../../model/export/tables.ts';
import type { Overview } from '../../model/overview/overview.ts';
import { flagSchema, numberSchema, textSchema } from '../../model/util/schemas.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { FromOverview, OverviewPageContent, PanelId, Panels, ToOverview } from '../../protocol/overview.ts';
import type { JobRow } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import { WriteFailure, askForFile, fileNameOf, showExported, writeWhole } from '../documents/exportFile.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/places.ts';
import { notify } from '../feedback/notify.ts';
import type { Reporter } from '../feedback/report.ts';
import { type LivePage, livePage } from '../webview/livePage.ts';
import { pageAssets, pageOptions } from '../webview/pageAssets.ts';

/** The parts that the overview's page uses. */
interface OverviewParts {
  readonly extensionUri: Uri;
  readonly overview: Overview;
  readonly browsing: JobBrowsing;
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly reporter: Reporter;
  /** Called when the page opens. */
  readonly opened: () => void;
  readonly openRow: (row: JobRow) => void;
}

/** The schema of what the page sends. */
function messageSchema() {
  const time = z.nullable(numberSchema);
  return z.union([
    z.object({ kind: z.literal('ready'), shown: flagSchema }),
    // The parts are validated where they are read.
    z.object({ kind: z.literal('filter'), filter: z.looseObject({}) }),
    z.object({ kind: z.literal('openJob'), id: textSchema }),
    z.object({ kind: z.literal('scope'), preset: z.enum(['all', 'week', 'month', 'quarter', 'custom']), from: time, to: time }),
    z.object({ kind: z.enum(['copyTable', 'exportTable']), panel: z.enum(['stuck', 'first', 'growth', 'duration', 'holders']) }),
    z.object({ kind: z.enum(['refresh', 'readAll', 'cancel', 'setApiKey', 'setBaseUrl', 'showLog']) }),
  ]) satisfies z.ZodMiniType<{ kind: FromOverview['kind'] }>;
}

/** The view type under which VS Code stores the overview. */
export const overviewType = 'workflowJobs.overview';

/** The overview's single tab: shows the connected service's jobs, reads them while it is visible, and performs the reader's actions. */
export class OverviewPanel implements Disposable {
  readonly #parts: OverviewParts;
  readonly #assets: ReturnType<typeof pageAssets>;
  readonly #messages = messageSchema();
  #open: { readonly panel: WebviewPanel; readonly live: LivePage<object, OverviewPageContent> } | undefined;
  /** The last filter that the page asked for. */
  #filter: JobFilter | undefined;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
    this.#assets = pageAssets(parts.extensionUri, 'overview');
  }

  /** Opens the page, or reveals it. */
  open(): void {
    if (this.#open === undefined) this.#fill(window.createWebviewPanel(overviewType, l10n.t('Overview'), ViewColumn.Active, pageOptions));
    else this.#open.panel.reveal();
  }

  /** Fills a restored panel, unless the page was opened again before. */
  restore(panel: WebviewPanel): void {
    if (this.#open === undefined) {
      panel.webview.options = pageOptions;
      this.#fill(panel);
    } else {
      panel.dispose();
      this.#open.panel.reveal();
    }
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #fill(panel: WebviewPanel): void {
    const { extensionUri, overview, browsing, environments, reporter, opened } = this.#parts;
    panel.iconPath = Uri.joinPath(extensionUri, 'media', 'workflow-jobs.svg');
    const live = livePage<object, OverviewPageContent>(panel, l10n.t('Overview'), () => ({}));
    this.#open = { panel, live };
    const subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        overview.attend(panel.visible);
        if (!panel.visible) live.hide();
      }),
      overview.onDidChange(() => {
        live.show(this.#content);
        // Not while all is read, because many rows are filtered at once.
        if (browsing.filter === this.#filter && overview.state.reading?.state === 'settled') browsing.setFurther(overview.rows);
      }),
      environments.onDidChange(() => live.show(this.#content)),
      panel.onDidDispose(() => {
        this.#open = undefined;
        live.dispose();
        subscriptions.dispose();
        overview.attend(false);
      }),
    );
    overview.attend(panel.visible);
    live.show(this.#content);
    opened();
    void reporter.run('overview', () => live.fill(this.#assets()));
  }

  /** Everything that the page shows of the connected service. */
  get #content(): OverviewPageContent {
    const { overview: { baseUrl, state }, connection: { state: connected }, environments } = this.#parts;
    if (connected.kind !== 'ready') return { kind: 'empty', connection: '', environment: null, notice: { sentence: failureText(connected.error), actions: ['setBaseUrl'] } };
    // The service that was read, because a change of the connection is told to others first.
    const { service, environment } = pagePlace(baseUrl ?? connected.client.baseUrl.href, environments);
    const { reading, scope, changedSince, panels, failure } = state;
    const notice = failure === null ? null : noticeOfFailure(failure);
    if (reading === null) return { kind: 'empty', connection: service, environment, notice };
    return { kind: 'overview', connection: service, environment, notice, reading, scope, changedSince, panels };
  }

  #receive(message: unknown): void {
    const { data } = this.#messages.safeParse(message);
    if (data !== undefined) void this.#parts.reporter.run(data.kind, () => this.#do(data));
  }

  async #do(message: z.infer<ReturnType<typeof messageSchema>>): Promise<void> {
    const { browsing, overview, openRow } = this.#parts;
    switch (message.kind) {
      case 'ready':
        return this.#open?.live.listen(message.shown);
      case 'filter':
        this.#filter = readFilter(message.filter);
        browsing.setFilter(this.#filter, overview.rows);
        void commands.executeCommand('workflowJobs.jobs.focus');
        return;
      case 'openJob': {
        const row = overview.row(message.id);
        if (row !== undefined) openRow(row);
        return;
      }
      case 'scope': {
        const { preset, from, to } = message;
        return overview.setScope({ preset, from, to });
      }
      case 'copyTable': {
        const panel = this.#panel(message.panel);
        if (panel === undefined) return;
        await env.clipboard.writeText(markdownTable(panel.table));
        return this.#open?.live.post({ kind: 'tableCopied' } satisfies ToOverview);
      }
      case 'exportTable':
        return this.#exportTable(message.panel);
      case 'refresh':
      case 'readAll':
      case 'cancel':
        return overview[message.kind]();
      case 'setApiKey':
      case 'setBaseUrl':
      case 'showLog':
        void commands.executeCommand(`workflowJobs.${message.kind}`);
        return;
    }
  }

  /** A panel as shown on the page. */
  #panel(id: PanelId): Panels[PanelId] | undefined {
    const content = this.#open?.live.content;
    return content?.kind === 'overview' ? content.panels?.[id] : undefined;
  }

  async #exportTable(id: PanelId): Promise<void> {
    const panel = this.#panel(id);
    if (panel === undefined) return;
    const name = exportFileName('csv', this.#parts.environments.current?.name, `overview-${id}`);
    const target = await askForFile(l10n.t('Export Table'), 'csv', name);
    if (target === undefined) return;
    try {
      await writeWhole(target, new TextEncoder().encode(csvTable(panel.table, panel.grade)));
    } catch (thrown) {
      if (!(thrown instanceof WriteFailure)) throw thrown;
      void notify.error(thrown.message);
      return;
    }
    await showExported(target, l10n.t('Table exported to {0}.', fileNameOf(target)));
  }
}
