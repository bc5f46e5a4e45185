import { describe, expect, it, vi } from 'vitest';
import { OverviewPanel } from '../../../../src/ui/overview/overviewPanel.ts';
import { ReaderTimeZone } from '../../../../src/ui/webview/readerTimeZone.ts';
import { createKeyValueStore } from '../../model/builders.ts';

const closeTab = vi.hoisted(() => vi.fn());

vi.mock('vscode', () => {
  const disposable = () => ({ dispose: () => undefined });
  const panel = {
    webview: { onDidReceiveMessage: disposable },
    onDidDispose: disposable,
    onDidChangeViewState: disposable,
    dispose: closeTab,
  };
  return {
    Disposable: { from: disposable },
    Uri: { joinPath: () => ({}) },
    ViewColumn: {},
    l10n: { t: (text: string) => text },
    window: { createWebviewPanel: () => panel },
    workspace: { fs: { readFile: () => new Promise(() => undefined) } },
  };
});

describe('OverviewPanel.dispose', () => {
  it('keeps the tab open, so that VS Code can restore the tab', () => {
    const overview = new OverviewPanel({
      extensionUri: {} as never,
      connection: { session: undefined, problem: undefined },
      environments: { onDidChange: () => ({ dispose: () => undefined }) } as never,
      completeWalkthroughStep: () => undefined,
      timeZone: new ReaderTimeZone(createKeyValueStore(), false),
      openRow: () => undefined,
    });
    overview.open();
    overview.dispose();
    expect(closeTab).not.toHaveBeenCalled();
  });
});
