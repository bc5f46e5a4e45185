import { type Disposable, EventEmitter } from 'vscode';
import * as z from 'zod/mini';
import type { Memory } from '../../model/util/memory.ts';
import { flagSchema, numberSchema, textSchema } from '../../model/util/schemas.ts';
import type { Sandbox, SandboxData } from '../../sandbox/index.ts';
import type { WindowSandbox } from '../connection/choice.ts';
import type { Log } from '../feedback/log.ts';
import { runsInBrowser, setContext } from '../feedback/window.ts';

const memoryName = 'sandbox';

const startedSchema = z.object({ workflow: textSchema, at: numberSchema });
const keptSchema = z.object({ isOn: flagSchema, url: textSchema.check(z.refine((text) => URL.canParse(text))), data: z.optional(z.object({ epoch: numberSchema, started: z.array(startedSchema) })) });

/**
 * The local service of this window, for trying the extension. It exists until it is stopped: after a reload, {@link start} brings it
 * back on the same port with the same jobs. Its bundle is loaded when it starts, and its process ends with the window.
 */
export class SandboxControl implements WindowSandbox, Disposable {
  readonly #memory: Memory;
  readonly #log: Pick<Log, 'info'>;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #running: Promise<Sandbox> | undefined;

  /** @param memory of the workspace, because two windows cannot listen on one port */
  constructor(memory: Memory, log: Pick<Log, 'info'>) {
    this.#memory = memory;
    this.#log = log;
    if (this.baseUrl !== undefined) setContext('sandboxRunning', true);
  }

  get baseUrl(): string | undefined {
    const kept = this.#kept;
    return kept?.isOn === true && !runsInBrowser() ? kept.url : undefined;
  }

  async start(): Promise<void> {
    const starting = (this.#running ??= this.#load());
    try {
      await starting;
    } catch (thrown) {
      if (this.#running === starting) this.#running = undefined;
      throw thrown;
    }
  }

  async stop(): Promise<void> {
    const sandbox = await this.#running;
    this.#running = undefined;
    const kept = this.#kept;
    if (kept !== undefined) this.#keep({ isOn: false, url: kept.url });
    await sandbox?.close();
  }

  dispose(): void {
    this.#changed.dispose();
    // A sandbox that did not start has nothing to close.
    void this.#running?.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  get #kept(): z.infer<typeof keptSchema> | undefined {
    return keptSchema.safeParse(this.#memory.get(memoryName)).data;
  }

  #keep(kept: z.infer<typeof keptSchema>): void {
    const before = this.baseUrl;
    this.#memory.set(memoryName, kept);
    if (this.baseUrl === before) return;
    setContext('sandboxRunning', kept.isOn);
    this.#changed.fire();
  }

  async #load(): Promise<Sandbox> {
    const { startSandbox } = await import('../../sandbox/index.ts');
    const { url, data } = this.#kept ?? {};
    const options = {
      ...(data === undefined ? {} : { data }),
      keep: (newer: SandboxData, at: string) => this.#keep({ isOn: true, url: at, data: newer }),
      log: (line: string) => this.#log.info(line),
    };
    // Tries the previous port first, then any free one.
    return startSandbox({ ...options, port: url === undefined ? 0 : Number(new URL(url).port) }).catch(() => startSandbox(options));
  }
}
