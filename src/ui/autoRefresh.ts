import * as vscode from 'vscode';
import { onDidChangeSettings, settings } from './settings.ts';

interface Refreshable {
  readonly visible: boolean;
  refresh(): Promise<void>;
}

/** Refreshes what is visible every `workflowJobs.autoRefresh` seconds while the window has the focus. */
export function registerAutoRefresh(views: readonly Refreshable[]): vscode.Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    const interval = settings.autoRefresh();
    if (interval > 0 && vscode.window.state.focused) timer = setTimeout(() => void tick(), interval);
  };
  const tick = async () => {
    await Promise.all(views.filter(({ visible }) => visible).map((view) => view.refresh()));
    // Only after the answers: a slow service is not asked twice at once.
    schedule();
  };
  schedule();
  return vscode.Disposable.from(
    onDidChangeSettings(['autoRefresh'], schedule),
    vscode.window.onDidChangeWindowState(schedule),
    { dispose: () => clearTimeout(timer) },
  );
}
