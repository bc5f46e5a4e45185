import * as vscode from 'vscode';
import type { RequestRecord } from '../service/index.ts';
import { oneLine } from '../text/inert.ts';

/** The log channel, made when the first line is written: activation touches no disk. */
export class Log implements vscode.Disposable {
  #channel: vscode.LogOutputChannel | undefined;

  /** One line per request: method, path, status, milliseconds; never a header, a body or a host. */
  readonly request = ({ method, path, status, outcome, milliseconds }: RequestRecord): void => {
    const line = `${method} ${oneLine(path)} ${status ?? '—'} ${milliseconds} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
    if (outcome === 'ok' || outcome === 'cancelled') this.#open().info(line);
    else this.#open().warn(line);
  };

  /** Something that is a fault of the extension itself. */
  unexpected(where: string, error: unknown): void {
    this.#open().error(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  info(line: string): void {
    this.#open().info(oneLine(line, 500));
  }

  show(): void {
    this.#open().show(true);
  }

  dispose(): void {
    this.#channel?.dispose();
  }

  #open(): vscode.LogOutputChannel {
    this.#channel ??= vscode.window.createOutputChannel('Workflow Jobs', { log: true });
    return this.#channel;
  }
}
