import { type LogOutputChannel, window } from 'vscode';
import type { RequestRecord } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';

export type Log = ReturnType<typeof createLog>;

/** The extension's log, whose channel is created with the first line. */
export function createLog() {
  let opened: LogOutputChannel | undefined;
  let isDisposed = false;
  const services = new Set<string>();
  /** Undefined once disposed: the requests that deactivation ends would open another. */
  const channel = () =>
    isDisposed ? undefined : (opened ??= window.createOutputChannel('Workflow Jobs', { log: true }));
  return {
    /**
     * One line per request: method, path, status, and milliseconds, but no header or body. The path begins with
     * the host if requests went to several services.
     */
    request: ({ service, method, path, status, outcome, milliseconds }: RequestRecord): void => {
      services.add(service);
      const address = services.size > 1 ? service + path : path;
      const line = `${method} ${oneLine(address)} ${status ?? '—'} ${milliseconds} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
      if (outcome === 'ok' || outcome === 'cancelled') channel()?.info(line);
      else channel()?.warn(line);
    },
    /** A fault of the extension itself. */
    unexpected: (where: string, error: unknown): void => {
      channel()?.error(
        `${oneLine(where)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
    info: (line: string) => channel()?.info(oneLine(line, 500)),
    show: () => channel()?.show(true),
    dispose(): void {
      isDisposed = true;
      opened?.dispose();
    },
  };
}
