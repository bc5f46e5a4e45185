import { window, workspace } from 'vscode';
import { type OpenServices, openLink } from './actions/openJobs.ts';
import { type ReadOnlyDocuments, documentScheme } from './documents/readOnlyDocuments.ts';
import { withErrorReporting } from './feedback/report.ts';
import { runsInBrowser, setContext } from './feedback/window.ts';
import { pageType } from './jobPage/jobPanels.ts';
import { type OverviewPanel, overviewType } from './overview/overviewPanel.ts';

/** Registers an object for disposal. Objects are disposed in reverse order of registration. */
export type Register = <T extends { dispose(): unknown }>(created: T) => T;

interface Openers extends OpenServices {
  readonly documents: ReadOnlyDocuments;
  readonly overviewPanel: OverviewPanel;
}

/** Registers handlers for documents, pages, and links that VS Code opens or restores. */
export function registerOpeners(
  { documents, overviewPanel, ...links }: Openers,
  register: Register,
): void {
  register(
    workspace.registerFileSystemProvider(documentScheme, documents, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
  );
  register(
    window.registerWebviewPanelSerializer(pageType, {
      deserializeWebviewPanel: (panel, state) =>
        withErrorReporting('page', () => links.panels.restore(panel, state)),
    }),
  );
  register(
    window.registerWebviewPanelSerializer(overviewType, {
      deserializeWebviewPanel: (panel) =>
        withErrorReporting('overview', () => overviewPanel.restore(panel)),
    }),
  );
  register(
    window.registerUriHandler({
      handleUri: (uri) => withErrorReporting('link', () => openLink(uri, links)),
    }),
  );
}

/** Sets the context keys that depend only on the window, such as `workflowJobs.restricted`. */
export function setWindowContexts(register: Register): void {
  // Does not use VS Code's own key for workspace trust, because VS Code may set that key later.
  setContext('restricted', !workspace.isTrusted);
  register(workspace.onDidGrantWorkspaceTrust(() => setContext('restricted', false)));
  setContext('inBrowser', runsInBrowser());
}
