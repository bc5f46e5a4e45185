import { window, workspace } from 'vscode';
import { type OpenServices, openLink } from './actions/jobActions.ts';
import { type ReadOnlyDocuments, documentScheme } from './documents/readOnlyDocuments.ts';
import { attempt } from './feedback/report.ts';
import { runsInBrowser, setContext } from './feedback/window.ts';
import { pageType } from './jobPage/jobPanels.ts';
import { type OverviewPanel, overviewType } from './overview/overviewPanel.ts';

/** Lets VS Code dispose an object before the objects that were registered earlier. */
export type Register = <T extends { dispose(): unknown }>(created: T) => T;

interface Openers extends OpenServices {
  readonly documents: ReadOnlyDocuments;
  readonly overviewPanel: OverviewPanel;
}

/** Registers the documents, pages, and links that VS Code itself opens or restores. */
export function registerOpeners({ documents, overviewPanel, ...links }: Openers, register: Register): void {
  register(
    workspace.registerFileSystemProvider(documentScheme, documents, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
  );
  register(
    window.registerWebviewPanelSerializer(pageType, {
      deserializeWebviewPanel: (panel, state) => attempt('page', () => links.panels.restore(panel, state)),
    }),
  );
  register(
    window.registerWebviewPanelSerializer(overviewType, {
      deserializeWebviewPanel: (panel) => attempt('overview', () => overviewPanel.restore(panel)),
    }),
  );
  register(window.registerUriHandler({ handleUri: (uri) => attempt('link', () => openLink(uri, links)) }));
}

/** Sets the contexts of the manifest's `when` clauses that depend on the window alone. */
export function setWindowContexts(register: Register): void {
  // VS Code's own context for trust can be late in a busy window.
  setContext('restricted', !workspace.isTrusted);
  register(workspace.onDidGrantWorkspaceTrust(() => setContext('restricted', false)));
  setContext('inBrowser', runsInBrowser());
}
