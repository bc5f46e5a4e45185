import { type Uri, ViewColumn, type WebviewPanel, l10n, window } from 'vscode';
import {
  type ClosedPage,
  addClosedPage,
  closedPages,
  removeClosedPage,
} from '../../model/jobPage/closedPages.ts';
import { identityOf, identityText } from '../../model/jobPage/pageContent.ts';
import { jobTitle } from '../../model/jobs/job.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { PageContent, PageIdentity } from '../../protocol/jobPage.ts';
import { type Job, type JobRow, jobRow, rowId } from '../../service/index.ts';
import { pageIdentitySchema } from '../documents/readOnlyDocuments.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import { notify } from '../feedback/notify.ts';
import { type LivePage, livePages, pageOptions } from '../webview/livePage.ts';
import { type JobPanel, type PanelOptions, type PanelServices, createJobPanel } from './jobPanel.ts';

/** The view type under which VS Code stores job pages. */
export const pageType = 'workflowJobs.job';

/**
 * Where a row's job is shown: in the page that the next row reuses, as editors preview files; there or in a
 * new tab, to stay.
 */
export type OpenMode = 'preview' | 'keep' | 'newTab';

type ShowOptions = Partial<Pick<PanelOptions, 'known' | 'isPreview' | 'restoredTitle'>>;

export type JobPanels = ReturnType<typeof createJobPanels>;

/**
 * The job pages: one panel per job and service, of which one at most is a preview.
 * @param store of the workspace
 */
export function createJobPanels(
  extensionUri: Uri,
  store: KeyValueStore,
  completeWalkthroughStep: CompleteWalkthroughStep,
  services: PanelServices,
  compare: PanelOptions['compare'],
) {
  const { connection, jobs } = services;
  const livePage = livePages<PageContent>(extensionUri, 'jobPage', l10n.t('Job'));
  const panels = new Map<string, JobPanel>();
  let isDisposed = false;

  /**
   * Makes titles unique: pages with the same name also show their keys, those with the same key their
   * services.
   */
  const nameApart = () => {
    const pages = [...panels.values()];
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
      page.panel.title =
        (byKey.get(title)?.length ?? 0) > 1 || page.restoredTitle.endsWith(service) ? title + service : title;
    }
  };
  const release = (opened: JobPanel) => {
    panels.delete(identity(opened.page));
    opened.dispose();
  };
  const show = (
    live: LivePage<PageContent>,
    page: PageIdentity,
    { known, isPreview = false, restoredTitle = '' }: ShowOptions,
  ): JobPanel => {
    const opened = createJobPanel(live, page, services, {
      known,
      isPreview,
      restoredTitle,
      nameChanged: nameApart,
      compare,
    });
    panels.set(identity(page), opened);
    completeWalkthroughStep('opened');
    if (page.row === undefined) removeClosedPage(store, page);
    nameApart();
    return opened;
  };
  /** Shows another job in the panel of one. */
  const turn = (from: JobPanel, page: PageIdentity, known: JobRow | undefined) => {
    release(from);
    return show(from.live, page, { known, isPreview: from.isPreview });
  };
  const adopt = (panel: WebviewPanel, page: PageIdentity, options: ShowOptions) => {
    show(livePage(panel), page, options);
    panel.onDidDispose(() => {
      const opened = [...panels.values()].find((each) => each.panel === panel);
      if (opened === undefined) return;
      // A page without a key of its own is not offered again, because its row may belong to another job
      // later.
      if (!isDisposed && opened.page.row === undefined) {
        addClosedPage(store, { ...opened.page, name: opened.name });
      }
      opened.live.dispose();
      release(opened);
      nameApart();
    });
  };
  const openPage = (page: PageIdentity, row: JobRow | undefined, how: OpenMode) => {
    const preview = [...panels.values()].find(({ isPreview }) => isPreview && how !== 'newTab');
    const opened = panels.get(identity(page)) ?? (preview && turn(preview, page, row));
    if (opened === undefined) {
      const panel = window.createWebviewPanel(
        pageType,
        row?.kind === 'job' ? jobTitle(row.job) : identityText(page),
        ViewColumn.Active,
        pageOptions,
      );
      adopt(panel, page, { known: row, isPreview: how === 'preview' });
    } else {
      opened.panel.reveal();
      if (how !== 'preview') opened.keep();
    }
  };

  return {
    /** The closed pages of the connected service, most recent first. */
    get recentlyClosed(): readonly ClosedPage[] {
      const { state } = connection;
      return state.kind === 'ready' ? closedPages(store, state.client.baseUrl.href) : [];
    },
    /** Opens or reveals the page of the job with this key. @throws {ServiceError} `notConfigured` */
    open(key: string): void {
      const { client } = connection.require();
      openPage({ key, baseUrl: client.baseUrl.href }, jobs.row(rowId(key)), 'newTab');
    },
    /** Opens or reveals the page of a job that was read, of the connected service or another. */
    openJob(baseUrl: string, job: Job): void {
      openPage(
        { key: job.key, baseUrl },
        (connection.at(baseUrl) && jobs.row(rowId(job.key))) ?? jobRow(job),
        'newTab',
      );
    },
    /** Opens or reveals the page of a row's job. @throws {ServiceError} `notConfigured` */
    openRow(row: JobRow, how: OpenMode = 'preview'): void {
      const { client } = connection.require();
      openPage(identityOf(row, client.baseUrl.href), row, how);
    },
    /**
     * Shows the job before (-1) or after (1) that of the active page in its place, or reveals that job's page
     * if it is open.
     */
    step(by: -1 | 1): void {
      const active = [...panels.values()].find(({ panel }) => panel.active);
      if (active === undefined) return void notify.info(l10n.t('Open the page of a job first.'));
      const row = active.neighbour(by);
      if (row === undefined) {
        return active.live.confirm(
          by < 0
            ? l10n.t('No job in the list before this one')
            : l10n.t('No loaded job in the list after this one'),
        );
      }
      const page = identityOf(row, active.page.baseUrl);
      const open = panels.get(identity(page));
      if (open === undefined) turn(active, page, row);
      else open.panel.reveal();
    },
    /** Adopts a restored panel, with the state that its page stored. */
    restore(panel: WebviewPanel, state: unknown): void {
      const { data: page } = pageIdentitySchema.safeParse(state);
      const open = page && panels.get(identity(page));
      if (page === undefined) {
        panel.dispose();
      } else if (open === undefined) {
        adopt(panel, page, { restoredTitle: panel.title });
      } else {
        // Opened again before VS Code restored it.
        panel.dispose();
        open.panel.reveal();
      }
    },
    dispose(): void {
      isDisposed = true;
      for (const opened of panels.values()) opened.dispose();
    },
  };
}

function identity({ key, baseUrl, row }: PageIdentity): string {
  return JSON.stringify([baseUrl, key, row]);
}
