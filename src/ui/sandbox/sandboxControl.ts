import { EventEmitter, l10n } from 'vscode';
import * as z from 'zod/mini';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { textSchema, timeSchema } from '../../model/util/schemas.ts';
import type { Sandbox, SandboxData } from '../../sandbox/index.ts';
import { type Connection, chosenSandbox } from '../connection/connection.ts';
import type { Log } from '../feedback/log.ts';
import { notify } from '../feedback/notify.ts';
import { focusJobs, runsInBrowser, setContext } from '../feedback/window.ts';
import { extensionFolder, readExtensionFiles } from '../files/extensionFiles.ts';

const sandboxKey = 'sandbox';

const startedSchema = z.object({ workflow: textSchema, at: timeSchema });
const storedSandboxSchema = z.object({
  url: textSchema.check(z.refine((text) => URL.canParse(text))),
  data: z.optional(z.object({ epoch: timeSchema, started: z.array(startedSchema) })),
});

/**
 * URL and data of a sandbox, stored so that the sandbox can be restored after a window reload. A
 * stopped sandbox has no data.
 */
type StoredSandbox = z.infer<typeof storedSandboxSchema>;

/**
 * Manages this window's sandbox, a local service with sample data. The sandbox stops when the
 * window closes. After a reload, `start` restores the sandbox on the same port and with the same
 * jobs, unless the user has stopped the sandbox.
 */
export class SandboxControl {
  readonly #store: KeyValueStore;
  readonly #log: Pick<Log, 'info'>;
  readonly #changed = new EventEmitter<void>();
  /** Fires when the base URL of the sandbox changes. */
  readonly onDidChange = this.#changed.event;
  #stored: StoredSandbox | undefined;
  #running: Promise<Sandbox> | undefined;

  /** @param store workspace storage (not global), because each window needs its own port */
  constructor(store: KeyValueStore, log: Pick<Log, 'info'>) {
    this.#store = store;
    this.#log = log;
    this.#stored = storedSandboxSchema.safeParse(store.get(sandboxKey)).data;
    if (this.baseUrl !== undefined) setContext('sandboxRunning', true);
  }

  /** Base URL of the sandbox. Undefined if the sandbox has not been started or has been stopped. */
  get baseUrl(): string | undefined {
    return this.#stored?.data === undefined ? undefined : this.#stored.url;
  }

  async start(): Promise<void> {
    this.#running ??= this.#load().catch((thrown: unknown) => {
      this.#running = undefined;
      throw thrown;
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    const sandbox = await this.#running;
    this.#running = undefined;
    if (this.#stored !== undefined) this.#persist({ url: this.#stored.url });
    await sandbox?.close();
  }

  dispose(): void {
    this.#changed.dispose();
    // If the sandbox could not be started, there is nothing to close.
    void this.#running?.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  /** Starts the sandbox on the previous port. If this attempt fails, uses any free port. */
  async #load(): Promise<Sandbox> {
    const { serveSandbox } = await readExtensionFiles(
      extensionFolder(),
      () => import('../../sandbox/index.ts'),
    );
    const { url, data } = this.#stored ?? {};
    const options = {
      ...(data && { data }),
      persist: (newer: SandboxData, at: string) => this.#persist({ url: at, data: newer }),
      log: this.#log.info,
    };
    const port = url === undefined ? 0 : Number(new URL(url).port);
    return serveSandbox({ ...options, port }).catch(() => serveSandbox(options));
  }

  #persist(newer: StoredSandbox): void {
    const before = this.baseUrl;
    this.#stored = newer;
    this.#store.set(sandboxKey, newer);
    if (this.baseUrl === before) return;
    setContext('sandboxRunning', newer.data !== undefined);
    this.#changed.fire();
  }
}

/** Starts the sandbox and connects this window to it. */
export async function startSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  if (runsInBrowser()) {
    void notify.info(
      l10n.t(
        'The sandbox service cannot run in a browser. Start it in a desktop or remote window.',
      ),
    );
    return;
  }
  await sandbox.start();
  connection.choose(chosenSandbox(connection.choice));
  void notify.info(
    l10n.t(
      'The sandbox service is running at {0} with sample data. This window is connected to it.',
      sandbox.baseUrl ?? '',
    ),
  );
  await focusJobs();
}

/** Stops the sandbox. If this window uses the sandbox, switches back to the previous service. */
export async function stopSandbox(connection: Connection, sandbox: SandboxControl): Promise<void> {
  const { choice } = connection;
  if (choice.kind === 'sandbox') connection.choose(choice.before ?? { kind: 'default' });
  await sandbox.stop();
  void notify.info(l10n.t('Stopped the sandbox service.'));
}
