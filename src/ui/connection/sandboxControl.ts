import { type Disposable, commands, l10n } from 'vscode';
import type { Memory } from '../../model/util/memory.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { Log } from '../feedback/log.ts';
import { notify } from '../feedback/notify.ts';
import { offerRemedy } from '../feedback/report.ts';
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
  readonly #offer = offerRemedy((error) => (error.kind === 'unreachable' && this.#isMissing ? { title: l10n.t('Start Sandbox Service'), icon: 'play', command: 'workflowJobs.startSandbox' } : undefined));
  #running: Promise<Sandbox> | undefined;

  constructor(memory: Memory, log: Log) {
    this.#memory = memory;
    this.#log = log;
  }

  /** Starts it and connects to it: at once where nothing is configured, otherwise when the person agrees. */
  async start(): Promise<void> {
    if (runsInBrowser()) {
      void notify.info(l10n.t('The sandbox service cannot run in a browser. Start it in a desktop or remote window.'));
      return;
    }
    const running = (this.#running ??= this.#start());
    const { url } = await running;
    const before = settings.baseUrl();
    if (before === url) {
      void notify.info(l10n.t('The sandbox is running at {0}. Workflow Jobs is connected to it.', url));
      await commands.executeCommand('workflowJobs.refresh');
      return;
    }
    const connect = l10n.t('Connect');
    if (before !== '' && (await notify.info(l10n.t('The sandbox is running at {0}, with sample data, for trying only. Connect to it?', url), connect)) !== connect) return;
    // The question may be answered after the sandbox has stopped.
    if (this.#running !== running) return;
    // After several sandboxes, the URL before the first one is restored.
    if (settings.baseUrl() !== this.#memory.get(usedName)) this.#memory.set(previousName, settings.baseUrl());
    this.#memory.set(usedName, url);
    await saveBaseUrl(url);
    void commands.executeCommand('workflowJobs.jobs.focus');
    if (before !== '') return;
    const undo = l10n.t('Undo');
    const chosen = await notify.info(l10n.t('The sandbox is running at {0}, with sample data, for trying only. Workflow Jobs is connected to it.', url), undo);
    if (chosen === undo) await this.#disconnect(url);
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) {
      void notify.info(l10n.t('The sandbox service does not run in this window.'));
      return;
    }
    this.#running = undefined;
    const { url, close } = await running;
    await close();
    setContext('sandboxRunning', false);
    if (settings.baseUrl() !== url) {
      void notify.info(l10n.t('The sandbox service was stopped.'));
      return;
    }
    const previous = this.#previous;
    const restore = previous === '' ? l10n.t('Remove Base URL') : l10n.t('Set It Back');
    const question =
      previous === ''
        ? l10n.t('The sandbox service was stopped, but the base URL still points at it. Remove it?')
        : l10n.t('The sandbox service was stopped. Set the base URL back to {0}?', previous);
    const chosen = await notify.info(question, restore);
    // The question may be answered after the sandbox was started again.
    if (chosen === restore && this.#running === undefined) await this.#disconnect(url);
  }

  dispose(): void {
    this.#offer.dispose();
    // A sandbox that did not start has nothing to close.
    void this.#running?.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  /** Whether the base URL is the one of a sandbox, which does not run in this window. */
  get #isMissing(): boolean {
    return this.#running === undefined && !runsInBrowser() && settings.baseUrl() === this.#memory.get(usedName);
  }

  /** The base URL before the sandbox's; empty where there was none. */
  get #previous(): string {
    const stored = this.#memory.get(previousName);
    return typeof stored === 'string' ? stored : '';
  }

  /** Takes the base URL back to the one before the sandbox's, unless another was set meanwhile. */
  async #disconnect(url: string): Promise<void> {
    if (settings.baseUrl() !== url) return;
    await saveBaseUrl(this.#previous || undefined);
    this.#memory.set(previousName, undefined);
    this.#memory.set(usedName, undefined);
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
