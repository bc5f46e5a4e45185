import { type LogOutputChannel, window } from 'vscode';
import type { RequestRecord } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';

export type Log = ReturnType<typeof createLog>;

/** Creates the extension's log. The output channel is created with the first log line. */
export function createLog() {
  let opened: LogOutputChannel | undefined;
  let isDisposed = false;
  const services = new Set<string>();
  /** Returns the output channel, or undefined after the log has been disposed. */
  const channel = () =>
    isDisposed
      ? undefined
      : (opened ??= window.createOutputChannel('Workflow Jobs', { log: true }));
  return {
    /**
     * Logs a request's method, path, status, and duration, but no headers or body. Adds the host to
     * the path if requests have been sent to more than one service.
     */
    request: ({ service, method, path, status, outcome, milliseconds }: RequestRecord): void => {
      services.add(service);
      const address = services.size > 1 ? service + path : path;
      const line = `${method} ${singleLine(address)} ${status ?? '—'} ${milliseconds} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
      if (outcome === 'ok' || outcome === 'cancelled') channel()?.info(line);
      else channel()?.warn(line);
    },
    /** Logs an unexpected error, which indicates a bug in the extension. */
    unexpected: (where: string, error: unknown): void => {
      channel()?.error(
        `${singleLine(where)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
    info: (line: string) => channel()?.info(singleLine(line, 500)),
    show: () => channel()?.show(true),
    dispose(): void {
      isDisposed = true;
      opened?.dispose();
    },
  };
}
