import { EventEmitter, l10n } from 'vscode';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { flagSchema, numberSchema, textSchema, timeSchema } from '../../model/util/schemas.ts';
import type { Sandbox, SandboxData } from '../../sandbox/index.ts';
import { type Connection, chosenSandbox } from '../connection/connection.ts';
import type { Log } from '../feedback/log.ts';
import { notify } from '../feedback/notify.ts';
import { focusJobs, runsInBrowser, setContext } from '../feedback/window.ts';

const memoryName = 'sandbox';

const startedSchema = z.object({ number: numberSchema, workflow: textSchema, at: timeSchema });
const keptSchema = z.object({
  isOn: flagSchema,
  url: textSchema.check(z.refine((text) => URL.canParse(text))),
  data: z.optional(z.object({ epoch: timeSchema, started: z.array(startedSchema) })),
});

export type SandboxControl = ReturnType<typeof createSandboxControl>;

/**
 * The local service of this window, for trying the extension. It exists until it is stopped: after a reload,
 * `start` brings it back on the same port with the same jobs. Its bundle is loaded when it starts, and its
 * process ends with the window.
 * @param store of the workspace, because two windows cannot listen on one port
 */
export function createSandboxControl(store: KeyValueStore, log: Pick<Log, 'info'>) {
  const changed = new EventEmitter<void>();
  let running: Promise<Sandbox> | undefined;

  let { data: kept } = keptSchema.safeParse(store.get(memoryName));
  const address = () => (kept?.isOn === true && !runsInBrowser() ? kept.url : undefined);
  const keep = (newer: z.infer<typeof keptSchema>) => {
    const before = address();
    kept = newer;
    store.set(memoryName, newer);
    if (address() === before) return;
    setContext('sandboxRunning', newer.isOn);
    changed.fire();
  };
  const load = async () => {
    const { startSandbox } = await import('../../sandbox/index.ts');
    const { url, data } = kept ?? {};
    const options = {
      ...(data && { data }),
      keep: (newer: SandboxData, at: string) => keep({ isOn: true, url: at, data: newer }),
      log: log.info,
    };
    // Tries the previous port first, then any free one.
    return startSandbox({ ...options, port: url === undefined ? 0 : Number(new URL(url).port) }).catch(() =>
      startSandbox(options),
    );
  };

  if (address() !== undefined) setContext('sandboxRunning', true);
  return {
    onDidChange: changed.event,
    get baseUrl() {
      return address();
    },
    async start(): Promise<void> {
      running ??= load().catch((thrown: unknown) => {
        running = undefined;
        throw thrown;
      });
      await running;
    },
    async stop(): Promise<void> {
      const sandbox = await running;
      running = undefined;
      if (kept !== undefined) keep({ isOn: false, url: kept.url });
      await sandbox?.close();
    },
    dispose(): void {
      changed.dispose();
      // A sandbox that did not start has nothing to close.
      void running?.then((sandbox) => sandbox.close()).catch(() => undefined);
    },
  };
}

/** Starts the sandbox and connects this window to it. */
export async function startSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  if (runsInBrowser()) {
    void notify.info(
      l10n.t('The sandbox service cannot run in a browser. Start it in a desktop or remote window.'),
    );
    return;
  }
  await sandbox.start();
  connection.choose(chosenSandbox(connection.choice));
  void notify.info(
    l10n.t(
      'The sandbox is running at {0}, with sample data, for trying only. This window is connected to it.',
      sandbox.baseUrl ?? '',
    ),
  );
  await focusJobs();
}

/** Stops the sandbox; a window that uses it goes back to what it used before. */
export async function stopSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  if (sandbox.baseUrl === undefined) {
    void notify.info(l10n.t('The sandbox service does not run in this window.'));
    return;
  }
  const { choice } = connection;
  if (choice.kind === 'sandbox') connection.choose(choice.before ?? { kind: 'default' });
  await sandbox.stop();
  void notify.info(l10n.t('The sandbox service was stopped.'));
}
