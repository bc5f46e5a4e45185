import { type Disposable, commands, l10n } from 'vscode';
import type { Memory } from '../../model/util/memory.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { Log } from '../feedback/log.ts';
import { notify } from '../feedback/notify.ts';
import { runsInBrowser, setContext } from '../feedback/window.ts';
import { saveBaseUrl, settings } from './settings.ts';

const previousName = 'sandbox.previousBaseUrl';
/** The sandbox's base URL that replaced the previous one. */
const usedName = 'sandbox.usedBaseUrl';
const portName = 'sandbox.port';

/** The local service for trying the extension: its bundle is loaded when it is started, and it ends with the window. */
export class SandboxControl implements Disposable {
  readonly #memory: Memory;
  readonly #log: Log;
  #running: Promise<Sandbox> | undefined;

  constructor(memory: Memory, log: Log) {
    this.#memory = memory;
    this.#log = log;
  }

  async start(): Promise<void> {
    if (runsInBrowser()) {
      void notify.info(l10n.t('The sandbox service cannot run in a browser. Start it in a desktop or remote window.'));
      return;
    }
    const sandbox = await (this.#running ??= this.#start());
    if (settings.baseUrl() === sandbox.url) {
      void notify.info(l10n.t('The sandbox service runs at {0}, and the base URL is set to it.', sandbox.url));
      return;
    }
    const use = l10n.t('Use It');
    const chosen = await notify.info(
      l10n.t('The sandbox service runs at {0}, with sample data, for trying only. Set the base URL to it?', sandbox.url),
      use,
    );
    if (chosen !== use) return;
    // After several sandboxes, the URL before the first one is restored.
    if (settings.baseUrl() !== this.#memory.get(usedName)) this.#memory.set(previousName, settings.baseUrl());
    this.#memory.set(usedName, sandbox.url);
    await saveBaseUrl(sandbox.url);
    void commands.executeCommand('workflowJobs.jobs.focus');
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) {
      void notify.info(l10n.t('The sandbox service does not run in this window.'));
      return;
    }
    this.#running = undefined;
    const sandbox = await running;
    await sandbox.close();
    setContext('sandboxRunning', false);
    if (settings.baseUrl() !== sandbox.url) {
      void notify.info(l10n.t('The sandbox service was stopped.'));
      return;
    }
    const stored = this.#memory.get(previousName);
    const previous = typeof stored === 'string' ? stored : '';
    const restore = previous === '' ? l10n.t('Remove Base URL') : l10n.t('Set It Back');
    const question =
      previous === ''
        ? l10n.t('The sandbox service was stopped, but the base URL still points at it. Remove it?')
        : l10n.t('The sandbox service was stopped. Set the base URL back to {0}?', previous);
    if ((await notify.info(question, restore)) !== restore) return;
    await saveBaseUrl(previous === '' ? undefined : previous);
    this.#memory.set(previousName, undefined);
    this.#memory.set(usedName, undefined);
  }

  dispose(): void {
    // A sandbox that did not start has nothing to close.
    void this.#running?.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  async #start(): Promise<Sandbox> {
    try {
      const { startSandbox } = await import('../../sandbox/index.ts');
      const log = (line: string) => this.#log.info(line);
      const stored = this.#memory.get(portName);
      const port = typeof stored === 'number' ? stored : 0;
      // The previous port, so that a base URL that points at it works again; else any free one.
      const sandbox = await startSandbox({ port, log }).catch(() => startSandbox({ log }));
      this.#memory.set(portName, sandbox.port);
      setContext('sandboxRunning', true);
      return sandbox;
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }
}
