import { Disposable, type Uri, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import * as z from 'zod/mini';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import { type JobFilter, readFilter } from '../../model/browsing/jobFilter.ts';
import { noticeOfFailure } from '../../model/jobPage/pageNotice.ts';
import { exportFileName } from '../../model/export/jobExport.ts';
import { csvTable, markdownTable } from '../../model/export/tables.ts';
import type { Overview } from '../../model/overview/overview.ts';
import { textSchema, timeSchema } from '../../model/util/schemas.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { FromOverview, OverviewPageContent, PanelId, Panels } from '../../protocol/overview.ts';
import type { JobRow } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';
import { askForFile, fileNameOf, showExported, writeWhole } from '../documents/exportFile.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/places.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { focusJobs } from '../feedback/window.ts';
import { type LivePage, livePages, pageOptions } from '../webview/livePage.ts';

const time = z.nullable(timeSchema);
const fromOverviewSchema = z.union([
  // The parts are validated where they are read.
  z.object({ kind: z.enum(['filter']), filter: z.looseObject({}) }),
  z.object({ kind: z.enum(['openJob']), id: textSchema }),
  z.object({
    kind: z.enum(['scope']),
    preset: z.enum(['all', 'week', 'month', 'quarter', 'custom']),
    from: time,
    to: time,
  }),
  z.object({
    kind: z.enum(['copyTable', 'exportTable']),
    panel: z.enum(['stuck', 'first', 'growth', 'duration', 'holders']),
  }),
  z.object({ kind: z.enum(['refresh', 'readAll', 'cancel']) }),
]) satisfies z.ZodMiniType<{ kind: FromOverview['kind'] }>;

/** The view type under which VS Code stores the overview. */
export const overviewType = 'workflowJobs.overview';

export type OverviewPanel = ReturnType<typeof createOverviewPanel>;

/**
 * The overview's single tab: shows the connected service's jobs, reads them while it is visible, and performs
 * the reader's actions.
 */
export function createOverviewPanel(
  extensionUri: Uri,
  overview: Overview,
  browsing: JobBrowsing,
  connection: Connection,
  environments: EnvironmentList,
  completeWalkthroughStep: CompleteWalkthroughStep,
  openRow: (row: JobRow) => void,
) {
  const livePage = livePages<OverviewPageContent>(extensionUri, 'overview', l10n.t('Overview'));
  let page: LivePage<OverviewPageContent> | undefined;
  /** The last filter that the page asked for. */
  let filter: JobFilter | undefined;

  /** Everything that the page shows of the connected service. */
  const contentNow = (): OverviewPageContent => {
    const {
      baseUrl,
      state: { reading, scope, changes, panels, failure },
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
    return { kind: 'show', connection: service, environment, notice, reading, scope, changes, panels };
  };

  const fill = (panel: WebviewPanel) => {
    const live = livePage(panel);
    page = live;
    const subscriptions = Disposable.from(
      live.handleMessages(fromOverviewSchema, perform, () => overview.attend(panel.visible)),
      overview.onDidChange(() => {
        live.show(contentNow());
        // Not while all is read, because many rows are filtered at once.
        if (browsing.filter === filter && overview.state.reading?.state === 'settled') {
          browsing.setFurther(overview.rows);
        }
      }),
      environments.onDidChange(() => live.show(contentNow())),
      panel.onDidDispose(() => {
        page = undefined;
        live.dispose();
        subscriptions.dispose();
        overview.attend(false);
      }),
    );
    overview.attend(panel.visible);
    live.show(contentNow());
    completeWalkthroughStep('overview');
  };

  const perform = async (message: z.infer<typeof fromOverviewSchema>): Promise<void> => {
    switch (message.kind) {
      case 'filter':
        filter = readFilter(message.filter);
        browsing.setFilter(filter, overview.rows);
        void focusJobs();
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
      case 'copyTable':
      case 'exportTable': {
        const content = page?.content;
        const shown = content?.kind === 'show' ? content.panels?.[message.panel] : undefined;
        if (shown === undefined) return;
        if (message.kind === 'exportTable') {
          return exportTable(
            shown,
            exportFileName('csv', environments.current?.name, `overview-${message.panel}`),
          );
        }
        return page?.copy(markdownTable(shown.table), l10n.t('Table copied'));
      }
      case 'refresh':
      case 'readAll':
      case 'cancel':
        return overview[message.kind]();
    }
  };

  return {
    /** Opens the page, or reveals it. */
    open(): void {
      if (page === undefined) {
        fill(window.createWebviewPanel(overviewType, l10n.t('Overview'), ViewColumn.Active, pageOptions));
      } else page.panel.reveal();
    },
    /** Fills a restored panel, unless the page was opened again before. */
    restore(panel: WebviewPanel): void {
      if (page === undefined) fill(panel);
      else {
        panel.dispose();
        page.panel.reveal();
      }
    },
    dispose: () => void page?.panel.dispose(),
  };
}

async function exportTable({ table, grade }: Panels[PanelId], name: string): Promise<void> {
  const target = await askForFile(l10n.t('Export Table'), 'csv', name);
  if (target === undefined || !(await writeWhole(target, new TextEncoder().encode(csvTable(table, grade))))) {
    return;
  }
  await showExported(target, l10n.t('Table exported to {0}.', fileNameOf(target)));
}
