import { type Disposable, type LogOutputChannel, window } from 'vscode';
import type { RequestRecord } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';

/** The extension's log, whose channel is created with the first line. */
export class Log implements Disposable {
  #opened: LogOutputChannel | undefined;
  #isDisposed = false;

  /** One line per request: method, path, status, milliseconds; never a header, a body or a host. */
  readonly request = ({ method, path, status, outcome, milliseconds }: RequestRecord): void => {
    const line = `${method} ${oneLine(path)} ${status ?? '—'} ${milliseconds} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
    if (outcome === 'ok' || outcome === 'cancelled') this.#channel?.info(line);
    else this.#channel?.warn(line);
  };

  /** A fault of the extension itself. */
  readonly unexpected = (where: string, error: unknown): void => {
    this.#channel?.error(`${oneLine(where)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };

  info(line: string): void {
    this.#channel?.info(oneLine(line, 500));
  }

  show(): void {
    this.#channel?.show(true);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#opened?.dispose();
  }

  /** Undefined once disposed: the requests that deactivation ends would open another. */
  get #channel(): LogOutputChannel | undefined {
    if (this.#isDisposed) return undefined;
    return (this.#opened ??= window.createOutputChannel('Workflow Jobs', { log: true }));
  }
}
