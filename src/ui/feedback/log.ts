import type { RequestRecord } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { LogChannel } from './logChannel.ts';

/** What is written to the log. */
export class Log {
  readonly #channel: LogChannel;

  constructor(channel: LogChannel) {
    this.#channel = channel;
  }

  /** One line per request: method, path, status, milliseconds; never a header, a body or a host. */
  readonly request = ({ method, path, status, outcome, milliseconds }: RequestRecord): void => {
    const line = `${method} ${oneLine(path)} ${status ?? '—'} ${milliseconds} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
    if (outcome === 'ok' || outcome === 'cancelled') this.#channel.open().info(line);
    else this.#channel.open().warn(line);
  };

  /** Something that is a fault of the extension itself. */
  unexpected(where: string, error: unknown): void {
    this.#channel.open().error(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  info(line: string): void {
    this.#channel.open().info(oneLine(line, 500));
  }

  show(): void {
    this.#channel.open().show(true);
  }
}
