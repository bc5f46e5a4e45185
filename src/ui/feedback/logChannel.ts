import * as vscode from 'vscode';

/** The log channel, made when the first line is written: activation touches no disk. */
export class LogChannel implements vscode.Disposable {
  #channel: vscode.LogOutputChannel | undefined;

  open(): vscode.LogOutputChannel {
    this.#channel ??= vscode.window.createOutputChannel('Workflow Jobs', { log: true });
    return this.#channel;
  }

  dispose(): void {
    this.#channel?.dispose();
  }
}
